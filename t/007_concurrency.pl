# 007_concurrency.pl
#		What another session changes in tables, types and casts shows at the next
#		call, in prepared statements, in one transaction and at the next row of
#		an open cursor too, exactly when it shows in core.
use strict;
use warnings FATAL => 'all';

use FindBin;
use lib $FindBin::RealBin;
use FastjsonTest;
use Test::More;

my $node = new_cluster('concurrency');

$node->safe_psql('postgres', q(
	CREATE TYPE mood AS ENUM ('fine', 'sad');
	CREATE TYPE pair AS (a int, b mood);
	CREATE DOMAIN positive AS int CHECK (VALUE > 0);
	CREATE TYPE opaque AS ENUM ('x');
	CREATE TABLE t (i int, m mood, p pair, d positive, o opaque);
	INSERT INTO t VALUES (1, 'fine', row(2, 'sad'), 3, 'x');
	CREATE FUNCTION opaque_to_json(opaque) RETURNS json LANGUAGE sql
		AS $$ SELECT '{"cast": 1}'::json $$;
	CREATE FUNCTION other_to_json(opaque) RETURNS json LANGUAGE plpgsql
		AS $$ BEGIN RETURN '{"cast": "other"}'; END $$));

my @queries = (
	'row' => 'row_to_json(t)',
	'value' => 'to_json(t.o)',
	'array' => 'array_to_json(array[t.p])',
	'arrays of rows' => 'to_json(array[t, t])',
	'object' => q{json_build_object('m', m, t.o, t.p)},
	'aggregate' => 'json_agg(t)',
	'object aggregate' => 'json_object_agg(m, p)');
my $prepared = '';
my @names;

while (my ($name, $call) = splice @queries, 0, 2)
{
	(my $statement = $name) =~ s/ /_/g;
	(my $ours = $call) =~ s/(\w+\()/fastjson.$1/;
	push @names, $statement;
	$prepared .= "PREPARE ours_$statement AS SELECT ($ours)::text FROM t;\n"
	  . "PREPARE core_$statement AS SELECT ($call)::text FROM t;\n";
}

my $session = open_session($node);
ask($session, $prepared);

# Every prepared statement gives what core's gives now.
sub all_as_core
{
	my ($after, $pattern) = @_;
	my $row;

	foreach my $name (@names)
	{
		my ($output, $errors) = ask($session, "EXECUTE ours_$name");
		my ($core_output, $core_errors) = ask($session, "EXECUTE core_$name");

		is($output, $core_output, "$after: $name as core");
		is($errors, $core_errors, "$after: $name has no other error than core");
		$row //= $output;
	}
	like($row, $pattern, "$after: the change shows");
	return;
}

# What happens in the other session, and what row_to_json must then contain.
my @changes = (
	'' => qr/^\Q{"i":1,"m":"fine","p":{"a":2,"b":"sad"},"d":3,"o":"x"}\E$/,
	'ALTER TABLE t ADD COLUMN added text' => qr/"added":null/,
	q(ALTER TABLE t ADD COLUMN filled int DEFAULT 7) => qr/"filled":7/,
	'ALTER TABLE t RENAME COLUMN i TO "renamed ""i"""' => qr/^\{"renamed \\"i\\"":1/,
	q(ALTER TYPE mood RENAME VALUE 'fine' TO 'a "fine" one') => qr/"m":"a \\"fine\\" one"/,
	'ALTER TABLE t DROP COLUMN added' => qr/^(?!.*"added")/,
	q(ALTER TABLE t ALTER COLUMN filled TYPE text USING filled || 'th') => qr/"filled":"7th"/,
	'ALTER TYPE pair ADD ATTRIBUTE c text' => qr/"p":\{"a":2,"b":"sad","c":null\}/,
	'ALTER TYPE pair RENAME ATTRIBUTE a TO z' => qr/"p":\{"z":2/,
	'ALTER TYPE pair DROP ATTRIBUTE b' => qr/"p":\{"z":2,"c":null\}/,
	'CREATE CAST (opaque AS json) WITH FUNCTION opaque_to_json(opaque)' => qr/"o":\{"cast": 1\}/,
	q(CREATE OR REPLACE FUNCTION opaque_to_json(opaque) RETURNS json LANGUAGE sql
		AS $$ SELECT '{"cast": 2}'::json $$) => qr/"o":\{"cast": 2\}/,
	'DROP CAST (opaque AS json)' => qr/"o":"x"/,
	'CREATE CAST (opaque AS json) WITH FUNCTION other_to_json(opaque)' => qr/"o":\{"cast": "other"\}/,
	q(BEGIN; DROP CAST (opaque AS json); ALTER TABLE t RENAME filled TO x; ROLLBACK) => qr/"filled".*|"cast": "other"/,
	'DROP CAST (opaque AS json)' => qr/"o":"x"/,
	'ALTER TABLE t ALTER COLUMN d TYPE numeric(8, 2)' => qr/"d":3\.00/);

while (my ($change, $pattern) = splice @changes, 0, 2)
{
	$node->safe_psql('postgres', $change) if $change;
	all_as_core($change || 'before any change', $pattern);
}
$session->quit;

# ---- Between two rows, and between two statements of a transaction ----

# The columns of each are what fastjson and core make of the same row.
sub pairs_are_equal
{
	my ($output, $name) = @_;
	my @lines = split /\n/, $output;

	cmp_ok(scalar @lines, '>', 0, "$name: there are rows");
	foreach my $line (@lines)
	{
		my ($ours, $core) = split /\|/, $line;

		is($ours, $core, "$name: as core");
	}
	return;
}

my $both = 'SELECT fastjson.row_to_json(r)::text, row_to_json(r)::text
	FROM (SELECT n, o FROM t, generate_series(1, 10) n OFFSET 0) r';

$session = open_session($node);
ask($session, "BEGIN; DECLARE c CURSOR FOR $both");
pairs_are_equal(scalar ask($session, 'FETCH 2 FROM c'), 'cursor, before a cast is made');
$node->safe_psql('postgres', 'CREATE CAST (opaque AS json) WITH FUNCTION opaque_to_json(opaque)');
pairs_are_equal(scalar ask($session, 'FETCH 2 FROM c'), 'cursor, after a cast was made');
pairs_are_equal(scalar ask($session, $both), 'same transaction, after a cast was made');
pairs_are_equal(scalar ask($session, 'FETCH 2 FROM c'), 'cursor, after another statement');
$node->safe_psql('postgres', q(
	ALTER TYPE opaque RENAME VALUE 'x' TO 'y';
	DROP CAST (opaque AS json)));
pairs_are_equal(scalar ask($session, $both), 'same transaction, after the cast was dropped');
pairs_are_equal(scalar ask($session, 'FETCH ALL FROM c'), 'cursor, at its end');
$session->quit;

# An aggregate decides with its first row how it writes its argument, but not
# what is in that.
my $aggregates = q(SELECT F.json_agg(change(i)), F.json_object_agg(i, change(i)),
	F.json_agg(array[change(i)]), F.json_agg(row(change(i))) FROM generate_series(1, 6) i);

$node->safe_psql('postgres', q(
	CREATE FUNCTION change(i int) RETURNS opaque LANGUAGE plpgsql AS $$
	BEGIN
		IF i = 3 THEN
			DROP CAST IF EXISTS (opaque AS json);
			CREATE CAST (opaque AS json) WITH FUNCTION opaque_to_json(opaque);
		END IF;
		RETURN 'y';
	END $$));
is($node->safe_psql('postgres', $aggregates =~ s/F\./fastjson./gr . '; DROP CAST (opaque AS json)'),
	$node->safe_psql('postgres', $aggregates =~ s/F\./pg_catalog./gr . '; DROP CAST (opaque AS json)'),
	'a cast made in the middle of aggregates, as core');

# ---- While it changes all the time ----

# The changes go on for as long as the other session holds the lock, so that how
# many of them it sees does not depend on which of the two gets more time.
my $changer = open_session($node);

$session = open_session($node);
ask($session, 'SELECT pg_advisory_lock(1)');
$changer->query_until(qr/started/, q(\echo started
	DO $$
	DECLARE
		i int := 0;
		label text := 'y';
	BEGIN
		WHILE NOT pg_try_advisory_lock(1) LOOP
			i := i + 1;
			-- A table has no room for more columns, those that were dropped included.
			IF i < 1500 THEN
				EXECUTE format('ALTER TABLE t ADD COLUMN new int DEFAULT %s', i);
				COMMIT;
				ALTER TABLE t DROP COLUMN new;
				COMMIT;
			END IF;
			CREATE CAST (opaque AS json) WITH FUNCTION opaque_to_json(opaque);
			COMMIT;
			-- Never a label that was there before: what changed shows at the end, too.
			EXECUTE format('ALTER TYPE opaque RENAME VALUE %L TO %L', label, 'y' || i);
			label := 'y' || i;
			COMMIT;
			DROP CAST (opaque AS json);
			COMMIT;
		END LOOP;
	END $$;
));
my ($output, $errors) = ask($session, q(
	DO $$
	DECLARE
		before text;
		ours text;
		core text;
		seen int := 0;
		last text := '';
	BEGIN
		WHILE seen < 100 LOOP
			SELECT row_to_json(t)::text || json_build_array(t.o, array[t.o], t),
				fastjson.row_to_json(t)::text || fastjson.json_build_array(t.o, array[t.o], t),
				row_to_json(t)::text || json_build_array(t.o, array[t.o], t)
				INTO STRICT before, ours, core FROM t;
			-- A change can show in the middle of a statement, in core as well.
			IF before = core THEN
				IF ours <> core THEN
					RAISE 'fastjson: %, core: %', ours, core;
				END IF;
				seen := seen + (ours <> last)::int;
				last := ours;
			END IF;
			COMMIT;
		END LOOP;
	END $$));
is($errors, '', 'always as core while another session changes tables, types and casts');
ask($session, 'SELECT pg_advisory_unlock(1)');
($output, $errors) = ask($changer, '');
is($errors, '', 'the other session has no error');
$changer->quit;
$session->quit;

# ---- Types that are looked up for the first time while another session makes one ----

$node->safe_psql('postgres', q(
	CREATE TYPE letter AS ENUM ('a', 'b');
	CREATE TABLE late (a int, b inet, c letter, d money);
	INSERT INTO late VALUES (1, NULL, NULL, NULL), (2, '1.2.3.4', 'b', 3)));
$session = open_session($node);
ask($session, 'SELECT fastjson.row_to_json(late) FROM late WHERE a = 1');
$session->query_until(qr/started/, q(\echo started
	SELECT fastjson.row_to_json(late) FROM late WHERE pg_sleep(1) IS NOT NULL;
));
$node->safe_psql('postgres', 'CREATE DOMAIN unrelated AS int');
ask($session, '');
($output, $errors) = ask($session,
	'SELECT fastjson.row_to_json(late)::text = row_to_json(late)::text FROM late');
is("$output$errors", "t\nt", 'types that were looked up while others were made are good in the next transaction');
$session->quit;

done_testing();
