# 006_kernel_setting.pl
#		The setting fastjson.kernel: a value that cannot be used never keeps a
#		server or session from working, wherever it stands, and is refused as
#		soon as the library is there to know.
use strict;
use warnings FATAL => 'all';

use FindBin;
use lib $FindBin::RealBin;
use FastjsonTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_cluster('kernel');
my $admin = $node->safe_psql('postgres', 'SELECT current_user');
my $active = 'SELECT name FROM fastjson.kernels() WHERE active';
my $best = $node->safe_psql('postgres', q(
	SET fastjson.kernel = auto;
	SELECT name FROM fastjson.kernels() WHERE active));
my $bad_value = qr/invalid value for parameter "fastjson\.kernel": "nope"/;
my $warning = qr/WARNING:  $bad_value/;

$node->safe_psql('postgres', 'CREATE ROLE r LOGIN');

# Statements in a new session: its output and its messages.
sub in_session
{
	my ($sql, %params) = @_;
	my (undef, $output, $messages) = $node->psql('postgres', $sql,
		connstr => $node->connstr('postgres')
		  . ($params{options} ? " options='$params{options}'" : ''),
		extra_params => [ '-U', $params{role} // $admin ]);

	return ($output, $messages);
}

# ---- Once the library is loaded ----

foreach my $statement (
	"ALTER SYSTEM SET fastjson.kernel = 'nope'",
	"ALTER DATABASE postgres SET fastjson.kernel = 'nope'",
	"ALTER ROLE r SET fastjson.kernel = ''")
{
	my (undef, $output, $messages) =
	  $node->psql('postgres', "$active; $statement; $active", on_error_stop => 0);

	like($messages, qr/ERROR:  invalid value for parameter "fastjson\.kernel"/,
		"$statement: is refused");
	like($messages, qr/HINT:  Available values: auto, (\w+, )*scalar\./,
		"$statement: says what there is");
	is($output =~ tr/\n//, 1, "$statement: kernel is the same before and after");
	is((split /\n/, $output)[0], (split /\n/, $output)[1], "$statement: kernel stays");
}

# ---- Before the library is loaded ----

my ($output, $errors) = in_session("SHOW fastjson.kernel; $active",
	options => '-c fastjson.kernel=nope');
is($output, "nope\n$best", 'bad value in PGOPTIONS: auto once it is loaded');
like($errors, $warning, 'bad value in PGOPTIONS: a warning');

($output, $errors) = in_session($active, options => '-c fastjson.kernel=scalar');
is($output, 'scalar', 'good value in PGOPTIONS');
is($errors, '', 'good value in PGOPTIONS: no warning');

$node->safe_psql('postgres', "ALTER DATABASE postgres SET fastjson.kernel = 'nope'");
($output, $errors) = in_session("$active; SHOW fastjson.kernel");
is($output, "$best\nauto", 'bad value of a database: auto');
like($errors, $warning, 'bad value of a database: a warning');

$node->safe_psql('postgres', "ALTER ROLE r SET fastjson.kernel = 'scalar'");
($output, $errors) = in_session($active, role => 'r');
is($output, 'scalar', 'value of a role goes before that of the database');
is($errors, '', 'value of a role: no warning');
($output, $errors) = in_session("SET fastjson.kernel = auto; $active", role => 'r');
is($output, $best, 'a role that is no superuser sets it');
$node->safe_psql('postgres', q(
	ALTER DATABASE postgres RESET fastjson.kernel;
	ALTER ROLE r RESET fastjson.kernel));

# ---- In the server's configuration, and with the library preloaded ----

my %configured = (
	"fastjson.kernel = 'nope'" => [ $best, $warning, undef ],
	"fastjson.kernel = 'scalar'" => [ 'scalar', qr/^$/, undef ],
	"fastjson.kernel = 'nope'\nsession_preload_libraries = 'fastjson'" => [ $best, $warning, undef ],
	"fastjson.kernel = 'scalar'\nsession_preload_libraries = 'fastjson'" => [ 'scalar', qr/^$/, undef ],
	"fastjson.kernel = 'nope'\nshared_preload_libraries = 'fastjson'" => [ $best, qr/^$/, $warning ],
	"shared_preload_libraries = 'fastjson'\nfastjson.kernel = 'scalar'" => [ 'scalar', qr/^$/, undef ]);

foreach my $settings (sort keys %configured)
{
	my ($kernel, $in_session, $in_log) = @{ $configured{$settings} };
	(my $name = $settings) =~ s/\n/, /;
	my $log_start = -s $node->logfile;

	rename($node->data_dir . '/postgresql.conf', $node->data_dir . '/saved.conf');
	PostgreSQL::Test::Utils::append_to_file($node->data_dir . '/postgresql.conf',
		"include 'saved.conf'\n$settings\n");
	$node->restart;
	($output, $errors) = in_session(
		"SELECT fastjson.row_to_json(row(1, 'x')); $active", role => 'r');
	is($output, qq({"f1":1,"f2":"x"}\n$kernel), "$name: kernel");
	like($errors, $in_session, "$name: messages of a session");
	like(PostgreSQL::Test::Utils::slurp_file($node->logfile, $log_start), $in_log,
		"$name: messages of the server")
	  if defined $in_log;
	if ($settings =~ /preload/)
	{
		($output, $errors) = in_session(
			"SELECT to_json(1); DO 'BEGIN END'", role => 'r');
		is($output, 1, "$name: sessions that do not use it");
	}
	rename($node->data_dir . '/saved.conf', $node->data_dir . '/postgresql.conf');
}
$node->restart;

# A bad value reaching a server that runs: whoever loaded the library before keeps its kernel.
my $session = open_session($node);
is(ask($session, $active), $best, 'before the configuration changes');
$node->append_conf('postgresql.conf', "fastjson.kernel = 'nope'");
$node->reload;
ok($node->poll_query_until('postgres', "SHOW fastjson.kernel", 'nope'),
	'the configuration is read again');
is(ask($session, $active), $best, 'a bad value in the configuration does not change a session');
$node->append_conf('postgresql.conf', "fastjson.kernel = 'scalar'");
$node->reload;
ok($node->poll_query_until('postgres', "SHOW fastjson.kernel", 'scalar'),
	'the configuration is read again');
is(ask($session, $active), 'scalar', 'a good value does');
$session->quit;

# ---- Parallel workers ----

my $forced = $node->safe_psql('postgres', q(
	SELECT name FROM pg_settings WHERE name IN ('debug_parallel_query', 'force_parallel_mode')));

$node->safe_psql('postgres', q(
	CREATE FUNCTION process() RETURNS int LANGUAGE plpgsql STABLE PARALLEL SAFE
		AS 'BEGIN RETURN pg_backend_pid(); END';
	CREATE FUNCTION kernel() RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE
		AS 'BEGIN RETURN (SELECT name FROM fastjson.kernels() WHERE active); END';
	CREATE TABLE t AS SELECT i, repeat('"x', i % 50) AS s FROM generate_series(1, 2000) i;
	ANALYZE t));
foreach my $kernel ('scalar', $best)
{
	($output, $errors) = in_session(qq{
		SELECT pg_backend_pid() AS leader \\gset
		SET fastjson.kernel = '$kernel';
		SET $forced = on;
		SELECT name, process() <> :leader FROM fastjson.kernels() WHERE active});
	is($output, "$kernel|t", "$kernel, set before the library is loaded: in a forced worker");
	is($errors, '', "$kernel: no message of the worker");

	($output, $errors) = in_session(qq{
		SELECT pg_backend_pid() AS leader \\gset
		SET fastjson.kernel = '$kernel';
		SET parallel_leader_participation = off;
		SET parallel_setup_cost = 0;
		SET parallel_tuple_cost = 0;
		SET min_parallel_table_scan_size = 0;
		SELECT count(*), bool_and(fastjson.row_to_json(t)::text = row_to_json(t)::text),
			bool_and(kernel() = '$kernel'), bool_and(process() <> :leader)
		FROM t});
	is($output, "2000|t|t|t", "$kernel: rows as core's from parallel workers");
	is($errors, '', "$kernel: no message of parallel workers");
}

done_testing();
