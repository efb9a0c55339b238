# 009_parse_memory.pl
#		Large JSON texts: parse_jsonb does with them what core does, and takes
#		no more memory, whatever they consist of.
use strict;
use warnings FATAL => 'all';

use FindBin;
use lib $FindBin::RealBin;
use FastjsonTest;
use Test::More;

needs_memory(3);

# What a session has beyond the text: libraries, and scratch that it keeps.
my $allowed_kb = 16 * 1024;

my $node = new_cluster('parse_memory', conf => q(
shared_buffers = 16MB
jit = off));

# The texts are stored, so that a session that parses one has not made it.
my @texts = (
	'200 MB of [' => q(repeat('[', 200000000)),
	'[ and 200 MB of 1,' => q('[' || repeat('1,', 100000000)),
	'200 MB of 1,' => q(repeat('1,', 100000000)),
	'20 MB of {"":' => q(repeat('{"":', 5000000)),
	'20 MB of [],' => q('[' || repeat('[],', 7000000) || '0]'),
	'10 MB of 1,' => q('[' || repeat('1,', 5000000) || '1]'),
	'100 MB of one string' => q('["' || repeat('x', 100000000) || '"]'),
	'50 MB of objects' => q((SELECT '[' || string_agg(json_build_object('id', i, 'name', md5(i::text), 'price', i / 8.0,
		'tags', json_build_array('a', i), 'at', timestamptz 'epoch' + i * interval '1 day')::text, ',') || ']'
		FROM generate_series(1, 430000) AS i)));
my $session = open_session($node);
my @names;

ask($session, 'CREATE TABLE texts (name text, t text)');
ask($session, 'ALTER TABLE texts ALTER t SET STORAGE external');
while (my ($name, $text) = splice @texts, 0, 2)
{
	my (undef, $errors) = ask($session, "INSERT INTO texts SELECT '$name', $text");

	is($errors, '', "$name is made");
	push @names, $name;
}
$session->quit;

# Outcome and peak of parsing a text in a session of its own.
sub parse
{
	my ($name, $expression, $predict) = @_;
	my $session = open_session($node);
	my ($output, $errors, $peak);

	ask($session, "SET fastjson.predict_container_size = $predict");
	ask($session, "SELECT $expression FROM (VALUES ('[1]')) AS v (t)");
	my $seconds = seconds_of(
		sub { ($output, $errors) = ask($session, "SELECT pg_column_size($expression) FROM texts WHERE name = '$name'") });

	$peak = process_kb(backend_pid($session), 'VmHWM');
	$session->quit;
	note sprintf '%.1f s, %d MB: %s, %s', $seconds, ($peak // 0) / 1024, $name, $expression;
	return ($output . $errors, $peak);
}

foreach my $name (@names)
{
	my ($core, $core_peak) = parse($name, 't::jsonb', 'on');

	isnt($core, '', "$name: core has an outcome");
	foreach my $predict ('on', 'off')
	{
		my ($ours, $peak) = parse($name, 'fastjson.parse_jsonb(t)', $predict);

		is($ours, $core, "$name, prediction $predict: the same outcome");
	  SKIP:
		{
			skip 'no peak of memory to be had from this system', 1
			  unless defined $peak;
			cmp_ok($peak, '<=', $core_peak + $allowed_kb, "$name, prediction $predict: no more memory");
		}
	}
}

# A parse that is cut short gives its scratch back, too.
$session = open_session($node);
my $parse = "SELECT pg_column_size(fastjson.parse_jsonb(t)) FROM texts WHERE name = '50 MB of objects'";
my ($seconds) = sort { $a <=> $b } map { seconds_of(sub { ask($session, $parse) }) } 1 .. 3;

foreach my $part (0.4, 0.6)
{
	ask($session, sprintf q(SET statement_timeout = '%d us'), $part * $seconds * 1e6);
	my (undef, $errors) = ask($session, $parse);

	ask($session, 'RESET statement_timeout');
	like($errors, qr/canceling statement due to statement timeout/, "a parse is cut short after $part of its time");
	cmp_ok(ask($session, q(SELECT sum(total_bytes) FROM pg_backend_memory_contexts WHERE name LIKE 'fastjson%')),
		'<=', $allowed_kb * 1024, '... and leaves no more than any other');
}
$session->quit;

done_testing();
