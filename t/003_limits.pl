# 003_limits.pl
#		The ends of what core can do: texts of 1 GB.  The longest text succeeds,
#		one more byte fails as in core, the session goes on, and no memory is kept.
#
# Core takes ten times as long as the machine needs to copy a gigabyte.  So core
# says once, with json that it merely copies, what the longest text is and how a
# longer one fails; each other way to a text of such a length is held to that.
use strict;
use warnings FATAL => 'all';

use FindBin;
use lib $FindBin::RealBin;
use FastjsonTest;
use Test::More;

needs_memory(4);

# Most of the time would go to the first touch of pages: have large ones, and
# keep those that were freed in the process.
$ENV{GLIBC_TUNABLES} //= join ':',
  'glibc.malloc.hugetlb=1', 'glibc.malloc.mmap_threshold=4294967296',
  'glibc.malloc.trim_threshold=8589934592';

my $node = new_cluster('limits');

# Text taken for json without a look at it: both sides copy json as it is.
$node->safe_psql('postgres', q(
	CREATE CAST (text AS json) WITHOUT FUNCTION;

	CREATE FUNCTION outcome(statement text) RETURNS text LANGUAGE plpgsql AS $$
	DECLARE
		result text;
	BEGIN
		EXECUTE statement INTO result;
		RETURN result;
	EXCEPTION WHEN OTHERS THEN
		RETURN SQLSTATE || ': ' || SQLERRM;
	END $$));

my $session = open_session($node);

# What a statement returns, or its error; and afterwards the session is as before.
my $before;

sub outcome
{
	my ($statement, $name) = @_;
	my ($output, $errors);
	my $seconds = seconds_of(
		sub { ($output, $errors) = ask($session, "SELECT outcome(\$q\$ $statement \$q\$)") });

	note sprintf '%.1f s: %s', $seconds, $name;
	is($errors, '', "$name: session goes on");
	is(ask($session, q(SELECT fastjson.row_to_json(row(1, 'x')))),
		'{"f1":1,"f2":"x"}', "$name: and makes JSON");
	cmp_ok(session_bytes($session), '<', $before + 1024 * 1024, "$name: no memory is kept");
	return $output;
}

# All that the session touches once.
ask($session, "SELECT outcome('SELECT fastjson.row_to_json(row(row(1)))')");
$before = session_bytes($session);

my $longest = 1073741819;

# Made of 63 pieces and a filler: 64 values whose lengths, with whatever comes
# between, add up to the given length.
my $piece = "repeat(repeat('x', 8192), 2048)";
my $pieces = 63;

sub filler
{
	my ($length, $between) = @_;

	return "repeat('y', " . ($length - $pieces * 8192 * 2048 - length($between)) . ')';
}

# An aggregate over them, as json; the call goes as far as to the value.
sub aggregate
{
	my ($call, $filler) = @_;

	return qq{
		SELECT octet_length($call CASE WHEN i <= $pieces THEN p ELSE $filler\::json END)::text)
		FROM (SELECT $piece\::json AS p OFFSET 0) piece, generate_series(1, $pieces + 1) i};
}

sub json_agg
{
	my ($schema, $length) = @_;

	return aggregate("$schema.json_agg(", filler($length, '[' . ', ' x $pieces . ']'));
}

is(outcome(json_agg('pg_catalog', $longest), 'longest json_agg in core'),
	$longest, 'core makes it');
my $too_long = outcome(json_agg('pg_catalog', $longest + 1), 'one more byte in core');
like($too_long, qr/^\w{5}: /, 'core refuses one more byte');

is(outcome(json_agg('fastjson', $longest), 'longest json_agg'),
	$longest, 'longest json_agg as core');
is(outcome(json_agg('fastjson', $longest + 1), 'one more byte in json_agg'),
	$too_long, 'one more byte in json_agg fails as in core');

# A text that cannot be continued fails otherwise.
sub overflow
{
	my ($schema) = @_;

	return aggregate("$schema.json_agg(", $piece);
}

my $overflow = outcome(overflow('pg_catalog'), 'far too long json_agg in core');
isnt($overflow, $too_long, 'a text far too long fails otherwise in core');
is(outcome(overflow('fastjson'), 'far too long json_agg'),
	$overflow, 'a text far too long fails as in core');

# As members of an object.
sub json_object_agg
{
	my ($length) = @_;

	return aggregate("fastjson.json_object_agg('key',",
		filler($length, '{ ' . join(', ', ('"key" : ') x ($pieces + 1)) . ' }'));
}

is(outcome(json_object_agg($longest), 'longest json_object_agg'),
	$longest, 'longest json_object_agg');
is(outcome(json_object_agg($longest + 1), 'one more byte in json_object_agg'),
	$too_long, 'one more byte in json_object_agg fails as in core');

# As columns of a row; the last one is jsonb, which is longer than its text.
sub row_to_json
{
	my ($length) = @_;
	my $numbers = '[' . join(', ', (1) x 20) . ']';
	my @names = map { sprintf 'column%03d', $_ } 1 .. $pieces + 2;
	my $between = '{' . join(',', map { "\"$_\":" } @names) . "$numbers}";
	my @values = (('p') x $pieces, filler($length, $between) . '::json', "'$numbers'::jsonb");
	my $columns = join ', ', map { "$values[$_] AS $names[$_]" } 0 .. $#names;

	return qq{
		SELECT octet_length(fastjson.row_to_json(t)::text)
		FROM (SELECT $columns FROM (SELECT $piece\::json AS p OFFSET 0) piece OFFSET 0) t};
}

is(outcome(row_to_json($longest), 'longest row_to_json'),
	$longest, 'longest row_to_json');
is(outcome(row_to_json($longest + 1), 'one more byte in row_to_json'),
	$too_long, 'one more byte in row_to_json fails as in core');

# As elements of an array, as text; the quotes make up for what the array is
# longer than its JSON.
sub array_to_json
{
	my ($length) = @_;
	my $between = '[' . join(",\n ", ('""') x ($pieces + 1)) . ']' . '\"' x 100;
	my $elements = join ', ', ('p') x $pieces, filler($length, $between) . q( || repeat('"', 100));

	return qq{
		SELECT octet_length(fastjson.array_to_json(array[$elements], true)::text)
		FROM (SELECT $piece AS p OFFSET 0) piece};
}

is(outcome(array_to_json($longest), 'longest array_to_json'),
	$longest, 'longest array_to_json');
is(outcome(array_to_json($longest + 1), 'one more byte in array_to_json'),
	$too_long, 'one more byte in array_to_json fails as in core');

# One text, with a character to be escaped now and then.
is(outcome(q{SELECT octet_length(fastjson.to_json(repeat(repeat('x', 12095) || '"', 88761))::text)},
		'longest to_json'),
	$longest, 'longest to_json');
(my $three_too_long = $too_long) =~ s/1073741824/1073741826/;
is(outcome(q{SELECT octet_length(fastjson.escape_json(repeat(E'\n' || repeat('x', 14349), 74820)))},
		'escape_json of a longer text'),
	$three_too_long, 'three more bytes in escape_json fail as in core');

# Six bytes for each of the text.
is(outcome(q{SELECT fastjson.to_json(repeat(repeat(chr(1), 8192), 24000))},
		'six bytes for each'),
	$overflow, 'a text that becomes far too long fails as in core');

# ---- 256 MB, which a jsonb can hold, and more that it need not hold ----

foreach my $call (
	q{jsonb_build_object(repeat('x', 268435456), 1)},
	q{jsonb_build_object('a', 1, repeat('x', 268435456), 1)},
	q{jsonb_object(array[repeat('x', 268435456), '1'])},
	q{jsonb_object(array['1', repeat('x', 268435456)])},
	q{jsonb_object(array['a'], array[repeat('x', 268435456)])})
{
	my $error = outcome("SELECT pg_column_size(pg_catalog.$call)", "$call in core");
	like($error, qr/^54000: /, "$call is too large in core");
	is(outcome("SELECT pg_column_size(fastjson.$call)", $call), $error, "$call is too large as in core");
}
is(outcome(q{SELECT fastjson.jsonb_object(array['a', repeat('x', 268435456), 'a', 'b'])}, 'large value replaced'),
	'{"a": "b"}', 'jsonb_object with a large value that is replaced');
foreach my $members ("(i % 2)", "i")
{
	my $aggregate = "jsonb_object_agg($members, CASE WHEN i <= 12 THEN t ELSE 'x' END)
		FROM (SELECT repeat('y', 100000000) AS t OFFSET 0) large, generate_series(1, 14) i";
	my $core = outcome("SELECT pg_catalog.$aggregate", "over 1 GB as values of $members in core");
	is(outcome("SELECT fastjson.$aggregate", "over 1 GB as values of $members"),
		$core, "over 1 GB as values of $members as in core");
}

$session->quit;

done_testing();
