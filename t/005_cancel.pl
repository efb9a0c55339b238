# 005_cancel.pl
#		A query is cancelled in the middle of one large value, not only between
#		two rows, and the session goes on.
#
# A statement that cancels itself shows it without a clock: the cancellation is
# pending when the value is made, and the sequence that is advanced after the
# value tells whether the function ran to its end.
use strict;
use warnings FATAL => 'all';

use FindBin;
use lib $FindBin::RealBin;
use FastjsonTest;
use Test::More;

my $node = new_cluster('cancel', conf => 'jit = off');
my $session = open_session($node);

$node->safe_psql('postgres', q(
	CREATE SEQUENCE after_value;
	CREATE TYPE pair AS (a int, b text)));

sub still_usable
{
	my ($name) = @_;

	is(ask($session, q(SELECT fastjson.row_to_json(row(1, 'x')))),
		'{"f1":1,"f2":"x"}', "$name: the session goes on");
}

# True if the cancellation takes effect before the value is finished.
sub is_cancelled_within
{
	my ($call, $setup) = @_;
	my $before = ask($session, "SELECT nextval('after_value')");
	my (undef, $errors) = ask($session, qq{
		WITH v AS MATERIALIZED (SELECT $setup AS v)
		SELECT CASE WHEN $call IS NOT NULL THEN nextval('after_value') END FROM v});

	like($errors, qr/canceling statement due to user request/, "$call: is cancelled");
	return ask($session, "SELECT nextval('after_value')") == $before + 1;
}

my $pending = 'CASE WHEN pg_cancel_backend(pg_backend_pid()) THEN v END';

ok(!is_cancelled_within("length($pending)", "'x'::text"),
	'a function that does not look for interrupts runs to its end');
foreach my $case (
	[ 'array_to_json', 'array_fill(1, array[100000])' ],
	[ 'array_to_json', 'array_fill(1, array[2, 50000])' ],
	[ 'to_json', "array_fill('x'::text, array[100000])" ],
	[ 'to_json', "array_fill(row(1, 'x')::pair, array[100000])" ],
	[ 'row_to_json', "row(1, 'x', array[1, 2])" ],
	[ 'to_json', "repeat('x', 1000000)" ],
	[ 'escape_json', q{repeat('"', 1000000)} ],
	[ 'to_json', "(SELECT jsonb_agg(i) FROM generate_series(1, 100000) i)" ],
	[ 'to_json', "(SELECT jsonb_object_agg(i, 'x') FROM generate_series(1, 100000) i)" ],
	[ 'json_object', "array_fill('x'::text, array[100000])" ],
	[ 'json_build_array', "array_fill(1, array[100000])" ])
{
	my ($function, $value) = @$case;

	ok(is_cancelled_within("fastjson.$function($pending)", $value),
		"$function of $value is cancelled before its end");
	still_usable("$function of $value");
}

$session->quit;

done_testing();
