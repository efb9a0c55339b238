# FastjsonTest.pm
#		What the tests share: clusters that find the build, sessions that can
#		be asked one statement after the other, and a look at their memory.
#
# The clusters are made by the programs first in PATH, and the extension must be
# installed there.  Settings under which it is found elsewhere go, as all that
# clusters shall have, to the file that TEMP_CONFIG names.
package FastjsonTest;

use strict;
use warnings FATAL => 'all';

use Exporter 'import';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes;

our @EXPORT = qw(
  new_cluster new_database run_as fails_as
  open_session ask backend_pid seconds_of
  needs_memory process_kb reset_peak session_bytes cache_contexts
);

# A running cluster.  Parameters: conf => more settings; extension => 0 leaves
# database postgres without the extension.
sub new_cluster
{
	my ($name, %params) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);

	$node->init;
	$node->append_conf('postgresql.conf', "log_statement = none");
	$node->append_conf('postgresql.conf', $params{conf})
	  if defined $params{conf};
	$node->start;
	$node->safe_psql('postgres', 'CREATE EXTENSION fastjson')
	  if $params{extension} // 1;
	return $node;
}

# ---- Databases and roles ----

sub new_database
{
	my ($node, $name, $options) = @_;

	$node->safe_psql('postgres',
		"CREATE DATABASE $name " . ($options // ''));
	return $name;
}

# The result of statements that a role must be able to run.
sub run_as
{
	my ($node, $role, $database, $sql) = @_;

	return $node->safe_psql($database, $sql, extra_params => [ '-U', $role ]);
}

# Statements that must fail for a role, with that error.
sub fails_as
{
	my ($node, $role, $database, $sql, $error, $name) = @_;
	my ($status, $stdout, $stderr) =
	  $node->psql($database, $sql, extra_params => [ '-U', $role ]);

	local $Test::Builder::Level = $Test::Builder::Level + 1;
	isnt($status, 0, "$name: fails");
	like($stderr, $error, "$name: with its own error");
	return;
}

# ---- Sessions ----

sub open_session
{
	my ($node, $database) = @_;

	return $node->background_psql($database // 'postgres',
		on_error_stop => 0);
}

# What a statement prints, and what it complains about.
sub ask
{
	my ($session, $sql) = @_;
	my $output = $session->query($sql);
	my $errors = $session->{stderr} =~ s/^psql:<stdin>:\d+: //gmr;

	$session->{stderr} = '';
	return wantarray ? ($output, $errors) : $output;
}

sub backend_pid
{
	return scalar ask($_[0], 'SELECT pg_backend_pid()');
}

sub seconds_of
{
	my ($code) = @_;
	my $start = Time::HiRes::time();

	$code->();
	return Time::HiRes::time() - $start;
}

# ---- Memory ----

sub number_in
{
	my ($file, $pattern) = @_;

	open my $handle, '<', $file or return undef;
	local $/;
	return <$handle> =~ $pattern ? $1 : undef;
}

# What the machine, or the control group of this process, has left; undef when unknown.
sub available_kb
{
	my $available = number_in('/proc/meminfo', qr/^MemAvailable:\s+(\d+)/m);
	my $limit = number_in('/sys/fs/cgroup/memory.max', qr/^(\d+)/);
	my $used = number_in('/sys/fs/cgroup/memory.current', qr/^(\d+)/);

	return $available if !defined $limit || !defined $used;
	$limit = int(($limit - $used) / 1024);
	return $limit if !defined $available || $limit < $available;
	return $available;
}

# Skip the whole file unless the machine has that much left.
sub needs_memory
{
	my ($gb) = @_;
	my $left = available_kb();

	plan skip_all => 'unknown how much memory is left' unless defined $left;
	plan skip_all => "needs $gb GB of memory, $left kB are left"
	  unless $left >= $gb * 1024 * 1024;
	return;
}

# A line of a process's status, such as VmRSS, or VmHWM for the highest VmRSS so far.
sub process_kb
{
	my ($pid, $line) = @_;

	return number_in("/proc/$pid/status", qr/^\Q$line\E:\s+(\d+)/m);
}

# From now on VmHWM counts anew.
sub reset_peak
{
	my ($pid) = @_;

	open my $handle, '>', "/proc/$pid/clear_refs" or return 0;
	print $handle "5\n";
	return close $handle;
}

# What the memory contexts of a session take.
sub session_bytes
{
	my ($session) = @_;

	return scalar ask($session, 'SELECT sum(total_bytes) FROM pg_backend_memory_contexts');
}

# Number and bytes of the memory contexts that the extension keeps in a session.
sub cache_contexts
{
	my ($session) = @_;

	return split /\|/, ask($session, q(
		SELECT count(*), coalesce(sum(total_bytes), 0)
		FROM pg_backend_memory_contexts WHERE name LIKE 'fastjson%'));
}

1;
