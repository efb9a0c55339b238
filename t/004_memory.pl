# 004_memory.pl
#		No statement, however many rows, values and errors it meets, and no
#		session, however many types and tables, takes memory without bound.
use strict;
use warnings FATAL => 'all';

use FindBin;
use lib $FindBin::RealBin;
use FastjsonTest;
use Test::More;

my $node = new_cluster('memory', conf => q(
shared_buffers = 16MB
work_mem = 2MB
max_parallel_workers_per_gather = 0
jit = off));

$node->safe_psql('postgres', q(
	CREATE TYPE mood AS ENUM ('fine', 'sad');
	CREATE TYPE pair AS (a int, b text);

	-- Casts in a language whose state lives as long as the call that runs it.
	CREATE FUNCTION celsius(mood) RETURNS json LANGUAGE sql
		AS $$ SELECT fastjson.to_json(array[$1::text, 'x']) $$;
	CREATE CAST (mood AS json) WITH FUNCTION celsius(mood);

	CREATE TYPE bad AS ENUM ('a', 'b');
	CREATE FUNCTION bad_to_json(bad) RETURNS json LANGUAGE plpgsql
		AS $$ BEGIN RAISE 'no json of %', $1; END $$;
	CREATE CAST (bad AS json) WITH FUNCTION bad_to_json(bad);

	CREATE TABLE toasted (id int, plain text, packed text, numbers int[], pairs pair[]);
	ALTER TABLE toasted ALTER plain SET STORAGE external, ALTER numbers SET STORAGE external;
	INSERT INTO toasted
		SELECT i, repeat(md5(i::text), 500), repeat('abc', 20000),
			(SELECT array_agg(j) FROM generate_series(1, 3000) j),
			array_fill(row(i, 'x')::pair, array[10])
		FROM generate_series(1, 20) i));

# ---- Statements over many rows ----

my $allowed_kb = 8 * 1024;
my @statements = (
	'3 million rows' => q(
		SELECT sum(octet_length(fastjson.row_to_json(t)::text))
		FROM (SELECT i AS a, 'x' AS b, i / 3.0::float8 AS c, i % 7 = 0 AS d
			FROM generate_series(1, 3000000) i OFFSET 0) t),
	'values from TOAST' => q(
		SELECT sum(octet_length(fastjson.row_to_json(t)::text)),
			sum(octet_length(fastjson.to_json(plain)::text || fastjson.escape_json(packed))),
			sum(octet_length(fastjson.array_to_json(numbers)::text))
		FROM toasted t, generate_series(1, 20)),
	'arrays, composites and ranges' => q(
		SELECT sum(octet_length(fastjson.row_to_json(
			row(array[i, NULL], array[row(i, 'x')::pair], row(row(i), 'y'), int4range(i, NULL), i::numeric / 7,
				now() + i * interval '1 second', jsonb_build_object('k', array[i, i])))::text))
		FROM generate_series(1, 150000) i),
	'casts in language SQL' => q(
		SELECT sum(octet_length(fastjson.row_to_json(row(i, 'sad'::mood, array['fine'::mood]))::text))
		FROM generate_series(1, 100000) i),
	'output functions' => q(
		SELECT sum(octet_length(fastjson.row_to_json(
			row(i::oid, '10.0.0.1'::inet, interval '1 day' * i, 'fine'::text::name, point(i, i), '\x00ff'::bytea))::text))
		FROM generate_series(1, 150000) i),
	'objects' => q(
		SELECT sum(octet_length(fastjson.json_build_object('a', i, 'b', array[i], i,
				fastjson.json_build_array(i, 'x', NULL))::text)),
			sum(octet_length(fastjson.json_object(array['a', i::text], array[NULL, 'b'])::text))
		FROM generate_series(1, 150000) i),
	'many small groups of objects' => q(
		SELECT count(*), max(octet_length(j::text)), max(octet_length(u::text))
		FROM (SELECT fastjson.json_object_agg(i, 'x') AS j, fastjson.json_object_agg_unique(i, 'x') AS u
			FROM generate_series(1, 150000) i GROUP BY i / 3 OFFSET 0) g),
	'many small groups' => q(
		SELECT count(*), max(octet_length(j::text))
		FROM (SELECT fastjson.json_agg(row(i, 'x')) AS j
			FROM generate_series(1, 600000) i GROUP BY i / 3 OFFSET 0) g),
	'moving window frames' => q(
		SELECT sum(octet_length(j::text))
		FROM (SELECT fastjson.json_agg(row(i, 'x')) OVER (ORDER BY i ROWS 3 PRECEDING) AS j
			FROM generate_series(1, 150000) i) w),
	'rescans' => q(
		SELECT sum(octet_length(j::text))
		FROM generate_series(1, 100000) i, LATERAL (
			SELECT fastjson.json_agg(i + k) AS j FROM generate_series(1, 3) k OFFSET 0) l),
	'one call in a loop' => q(
		DO $$
		DECLARE
			j json;
		BEGIN
			FOR i IN 1 .. 200000 LOOP
				j := fastjson.row_to_json(row(i, 'x', array[i]));
			END LOOP;
		END $$));

my $session = open_session($node);
my $pid = backend_pid($session);

SKIP:
{
	skip 'no peak of memory to be had from this system', 3 * @statements / 2
	  unless reset_peak($pid) && defined process_kb($pid, 'VmHWM');

	ask($session, 'SET enable_hashagg = off');
	while (my ($name, $statement) = splice @statements, 0, 2)
	{
		# Once with a hundredth of the rows, for what it takes whatever their number.
		(my $few = $statement) =~ s/(generate_series\(1, |FOR i IN 1 \.\. )(\d+)00\b/$1$2/;
		my ($errors, $peak, $seconds);

		(undef, $errors) = ask($session, $few);
		is($errors, '', "$name: few rows");
		my $before = process_kb($pid, 'VmRSS');
		reset_peak($pid);
		$seconds = seconds_of(sub { (undef, $errors) = ask($session, $statement) });
		is($errors, '', "$name: all rows");
		$peak = process_kb($pid, 'VmHWM') - $before;
		note sprintf '%.1f s, %d kB: %s', $seconds, $peak, $name;
		cmp_ok($peak, '<', $allowed_kb, "$name: constant memory");
	}
}

# ---- Errors in the middle of a row ----

my $failing = q(
	DO $$
	BEGIN
		FOR i IN 1 .. N LOOP
			BEGIN
				PERFORM fastjson.row_to_json(row(i, array['x', i::text], BAD, 'never'));
				RAISE EXCEPTION 'not raised' USING ERRCODE = 'assert_failure';
			EXCEPTION WHEN raise_exception OR invalid_parameter_value OR division_by_zero THEN
			END;
		END LOOP;
	END $$);

foreach my $bad (q('a'::bad), q(row(i, array['b'::bad])))
{
	my ($errors, $seconds, @before, @after);

	foreach my $times (100, 100000)
	{
		(my $statement = $failing) =~ s/BAD/$bad/;
		$statement =~ s/N LOOP/$times LOOP/;
		$seconds = seconds_of(sub { (undef, $errors) = ask($session, $statement) });
		is($errors, '', "$times errors in $bad");
		@before = @after;
		@after = (session_bytes($session), cache_contexts($session));
		note sprintf '%.1f s for %d errors', $seconds, $times;
	}
	is($after[1], $before[1], "errors in $bad: as many memory contexts");
	is($after[2], $before[2], "errors in $bad: no larger contexts of ours");
	cmp_ok($after[0], '<', $before[0] + 256 * 1024, "errors in $bad: no larger session");
}
$session->quit;

# ---- Tables and types that come and go ----

# Types and row types that a session keeps at most, and some contexts for the rest.
my ($most_types, $most_rows, $rest) = (4096, 1024, 16);

# The session has at most that many contexts of ours, of a few kB each.
sub is_bounded
{
	my ($session, $most, $name) = @_;
	my ($contexts, $bytes) = cache_contexts($session);

	note "$contexts contexts, $bytes bytes: $name";
	cmp_ok($contexts, '>', 0, "$name: memory contexts are found");
	cmp_ok($contexts, '<=', $most + $rest, "$name: their number is bounded");
	cmp_ok($bytes, '<=', 4096 * ($most + $rest), "$name: their size is bounded");
	return;
}

# Run a statement for i in 1 .. times; what # stands for is i.
sub churn
{
	my ($session, $name, $times, $statement, $between) = @_;
	my ($errors, $seconds);

	$statement =~ s/#/' || i || '/g;
	$seconds = seconds_of(sub {
		(undef, $errors) = ask($session, qq{
			DO \$do\$
			BEGIN
				FOR i IN 1 .. $times LOOP
					EXECUTE '$statement';
					$between
				END LOOP;
			END \$do\$});
	});
	note sprintf '%.1f s: %s', $seconds, $name;
	is($errors, '', "$name: no error");
	return;
}

my $temporary = q(
	CREATE TEMP TABLE t# (a int, b text);
	INSERT INTO t# VALUES (1, ''x'');
	SELECT fastjson.row_to_json(t), fastjson.to_json(t), fastjson.to_json(array[t]) FROM t# t;
	DROP TABLE t#);

$session = open_session($node);
churn($session, 'temporary tables, a transaction each', 2150, $temporary, 'COMMIT;');
is_bounded($session, $most_types + $most_rows, 'temporary tables, a transaction each');
churn($session, 'temporary tables, one transaction', 800, $temporary, '');
is_bounded($session, $most_types + $most_rows, 'temporary tables, one transaction');
$session->quit;

$session = open_session($node);
churn($session, 'domains', 5000, q(
	CREATE DOMAIN d# AS text;
	SELECT fastjson.to_json(''x''::d#)), 'IF i % 500 = 0 THEN COMMIT; END IF;');
is_bounded($session, $most_types, 'domains');
churn($session, 'domains again', 5000, q(SELECT fastjson.to_json(''x''::d#)), '');
is_bounded($session, $most_types, 'domains again');
$session->quit;

# Anonymous records: 2048 ways to choose between two types for eleven columns.
# Within one transaction each is kept once.
$session = open_session($node);
(undef, my $errors) = ask($session, q(
	DO $$
	DECLARE
		columns text;
		same bool;
	BEGIN
		FOR i IN 0 .. 4095 LOOP
			SELECT string_agg(CASE WHEN i & (1 << number) = 0 THEN '7::int' ELSE '7::text' END, ',')
				INTO columns FROM generate_series(0, 10) AS number;
			EXECUTE format('SELECT fastjson.row_to_json(row(%1$s))::text = row_to_json(row(%1$s))::text', columns)
				INTO same;
			ASSERT same, columns;
		END LOOP;
		ASSERT (SELECT count(*) FROM pg_backend_memory_contexts WHERE name LIKE 'fastjson%') < 2048 + 16;
	END $$));
is($errors, '', 'records of 2048 shapes');
is_bounded($session, $most_rows, 'records of 2048 shapes');
$session->quit;

done_testing();
