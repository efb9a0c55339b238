# 001_install.pl
#		Who can install the extension, who can call it, what cannot be slipped
#		under its callers, and that it survives a dump and leaves no trace.
use strict;
use warnings FATAL => 'all';

use FindBin;
use lib $FindBin::RealBin;
use FastjsonTest;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = new_cluster('install', extension => 0);
my $admin = $node->safe_psql('postgres', 'SELECT current_user');

$node->safe_psql('postgres', q(
	CREATE ROLE installer LOGIN;
	CREATE ROLE mallory LOGIN;
	CREATE ROLE caller LOGIN));

# A database in which each of these roles may create schemas.
sub open_database
{
	my ($name, @roles) = @_;

	new_database($node, $name);
	$node->safe_psql('postgres', "GRANT CREATE ON DATABASE $name TO $_")
	  foreach @roles;
	return $name;
}

sub schema_owner
{
	my ($database) = @_;

	return $node->safe_psql($database,
		"SELECT nspowner::regrole FROM pg_namespace WHERE nspname = 'fastjson'");
}

# What these functions return is what core returns.
my $some_functions = q(
	SELECT fastjson.to_json(1), fastjson.to_json('a"b'::text),
		fastjson.escape_json(E'a\nb'),
		fastjson.array_to_json(array[1, 2]), fastjson.array_to_json(array[1, 2], true),
		fastjson.row_to_json(row(1, 'x')), fastjson.row_to_json(row(1, 'x'), true),
		fastjson.json_build_object('a', 1, 'b', array['x']), fastjson.json_build_object(),
		fastjson.json_build_array(1, 'x'), fastjson.json_build_array(),
		fastjson.json_object('{a, b}'), fastjson.json_object('{a}', '{b}'),
		(SELECT fastjson.json_agg(i) FROM generate_series(1, 3) i),
		(SELECT fastjson.json_object_agg(i, 'x') FROM generate_series(1, 3) i),
		(SELECT count(*) > 0 FROM fastjson.kernels() WHERE active));
my $same_from_core = $some_functions;
$same_from_core =~ s/fastjson\.escape_json\(E'a\\nb'\)/to_json(E'a\\nb'::text)/;
$same_from_core =~ s/\(SELECT count.*active\)$/true/;
$same_from_core =~ s/fastjson\.//g;
my $expected = $node->safe_psql('postgres', $same_from_core);

# ---- A role that is no superuser ----

open_database('app', 'installer');
run_as($node, 'installer', 'app', 'CREATE EXTENSION fastjson');
pass('a role with CREATE on the database installs it');
is(run_as($node, 'caller', 'app', $some_functions),
	$expected, 'a third role calls functions');
is(schema_owner('app'), $admin, 'the schema belongs to a superuser');
foreach my $role ('installer', 'caller')
{
	fails_as($node, $role, 'app',
		q(CREATE FUNCTION fastjson.to_json(int) RETURNS json LANGUAGE sql AS 'SELECT NULL::json'),
		qr/permission denied for schema fastjson/,
		"$role adding a function to the schema");
	fails_as($node, $role, 'app', 'ALTER SCHEMA fastjson RENAME TO mine',
		qr/must be owner of schema fastjson/, "$role renaming the schema");
}
fails_as($node, 'caller', 'app', 'DROP EXTENSION fastjson',
	qr/must be owner of extension fastjson/, 'another role dropping it');
fails_as($node, $admin, 'app', 'ALTER EXTENSION fastjson SET SCHEMA public',
	qr/does not support SET SCHEMA/, 'ALTER EXTENSION SET SCHEMA');
run_as($node, 'installer', 'app', 'DROP EXTENSION fastjson');
run_as($node, 'installer', 'app', 'CREATE EXTENSION fastjson');
is(run_as($node, 'caller', 'app', $some_functions),
	$expected, 'the installing role drops it and creates it again');

open_database('other');
fails_as($node, 'installer', 'other', 'CREATE EXTENSION fastjson',
	qr/permission denied/, 'installing without CREATE on the database');
$node->safe_psql('other', 'CREATE SCHEMA elsewhere');
fails_as($node, $admin, 'other', 'CREATE EXTENSION fastjson SCHEMA elsewhere',
	qr/must be installed in schema "fastjson"/, 'installing in another schema');

# ---- Schemas that are there before ----

my %planted = (
	'operator' => q(CREATE OPERATOR fastjson.=
		(FUNCTION = int4ne, LEFTARG = int, RIGHTARG = int)),
	'table' => 'CREATE TABLE fastjson.pg_class ()',
	'domain' => 'CREATE DOMAIN fastjson.text AS int',
	'function' => q(CREATE FUNCTION fastjson.to_json(int) RETURNS json
		LANGUAGE sql AS 'SELECT NULL::json'),
	'procedure' => q(CREATE PROCEDURE fastjson.p() LANGUAGE sql AS 'SELECT 1'),
	'aggregate' => q(CREATE AGGREGATE fastjson.json_agg(int)
		(SFUNC = int4pl, STYPE = int)),
	'range type, which has functions' =>
	  q(CREATE TYPE fastjson.r AS RANGE (SUBTYPE = int)));
my $count = 0;

foreach my $what (sort keys %planted)
{
	my $database = open_database('planted' . ++$count, 'mallory');

	run_as($node, 'mallory', $database, "CREATE SCHEMA fastjson; $planted{$what}");
	foreach my $role ($admin, 'mallory')
	{
		fails_as($node, $role, $database, 'CREATE EXTENSION fastjson',
			qr/schema "fastjson" (already contains|belongs to neither)/,
			"planted $what, " . ($role eq $admin ? 'superuser' : 'its owner') . ' installing');
	}
}

open_database('occupied', 'mallory', 'installer');
run_as($node, 'mallory', 'occupied', 'CREATE SCHEMA fastjson');
foreach my $role ($admin, 'installer')
{
	fails_as($node, $role, 'occupied', 'CREATE EXTENSION fastjson',
		qr/schema "fastjson" belongs to neither the installing role nor a superuser/,
		'schema of another role, ' . ($role eq $admin ? 'superuser' : 'role') . ' installing');
}

open_database('prepared', 'installer');
run_as($node, 'installer', 'prepared', q(
	CREATE SCHEMA fastjson;
	CREATE EXTENSION fastjson));
is(schema_owner('prepared'), $admin,
	'a schema made by the installing role then belongs to a superuser');
fails_as($node, 'installer', 'prepared',
	q(CREATE FUNCTION fastjson.to_json(int) RETURNS json LANGUAGE sql AS 'SELECT NULL::json'),
	qr/permission denied for schema fastjson/,
	'adding a function to the schema that the role made');
is(run_as($node, 'caller', 'prepared', $some_functions),
	$expected, 'a third role calls functions in the schema that the role made');

# Whoever owned the schema before can have let others, or itself, create in it:
# either that is refused, or it has no effect any more.
my %granted = (
	'mallory' => 'GRANT CREATE ON SCHEMA fastjson TO mallory',
	'mallory with grant option' => 'GRANT ALL ON SCHEMA fastjson TO mallory WITH GRANT OPTION',
	'PUBLIC' => 'GRANT CREATE ON SCHEMA fastjson TO PUBLIC',
	'the installing role' => 'GRANT CREATE ON SCHEMA fastjson TO installer');

$count = 0;
foreach my $whom (sort keys %granted)
{
	my $database = open_database('granted' . ++$count, 'installer');

	$node->psql($database, "CREATE SCHEMA fastjson; $granted{$whom}; CREATE EXTENSION fastjson",
		extra_params => [ '-U', 'installer' ]);
	foreach my $role ('installer', 'mallory')
	{
		is($node->safe_psql($database, qq{
			SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'fastjson')
				AND has_schema_privilege('$role', 'fastjson', 'CREATE')}),
			'f', "CREATE granted to $whom before: $role cannot add functions");
	}
}

# ---- Dump and restore ----

run_as($node, 'installer', 'app', q(
	CREATE SCHEMA app;
	CREATE TABLE app.t (
		id int PRIMARY KEY,
		body text,
		escaped text GENERATED ALWAYS AS (fastjson.escape_json(body)) STORED,
		CHECK (fastjson.escape_json(body) <> '""'));
	CREATE INDEX by_escaped ON app.t (fastjson.escape_json(body));
	INSERT INTO app.t SELECT i, E'a"b\n' || i FROM generate_series(1, 100) i;
	CREATE VIEW app.v AS
		SELECT id, fastjson.row_to_json(t) AS r, fastjson.array_to_json(array[id, 2]) AS a
		FROM app.t;
	CREATE MATERIALIZED VIEW app.m AS
		SELECT fastjson.json_agg(t ORDER BY id) AS j, fastjson.to_json(count(*)) AS c FROM app.t));

my $content = q(
	SELECT md5(string_agg(id || body || escaped, ',' ORDER BY id)) FROM app.t;
	SELECT md5(string_agg(v::text, ',' ORDER BY id)) FROM app.v v;
	SELECT md5(j::text), c FROM app.m;
	SELECT indisvalid FROM pg_index WHERE indexrelid = 'app.by_escaped'::regclass);
my $before = $node->safe_psql('app', $content);
my $dumps = PostgreSQL::Test::Utils::tempdir();
my @server = ('-h', $node->host, '-p', $node->port);

foreach my $restorer ($admin, 'installer')
{
	my $database = open_database("restored_by_$restorer", 'installer');
	my $owner = $restorer eq $admin ? [] : ['--no-owner'];

	foreach my $format ('custom', 'plain')
	{
		my $name = "$format dump of a superuser, restored by $restorer";
		my $file = "$dumps/$restorer.$format";

		command_ok([ 'pg_dump', @server, "--format=$format", @$owner,
				'--file', $file, 'app' ], "$name: dump");
		$node->safe_psql($database,
			'DROP EXTENSION IF EXISTS fastjson CASCADE;
			DROP SCHEMA IF EXISTS app CASCADE; DROP SCHEMA IF EXISTS fastjson');
		command_ok([ $format eq 'custom' ?
				('pg_restore', '--exit-on-error', @$owner, @server, '-U', $restorer, '-d', $database, $file) :
				('psql', '-qX', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', @server, '-U', $restorer, '-d', $database, '-f', $file) ],
			"$name: restore");
		is($node->safe_psql($database, $content), $before, "$name: content");
		is(run_as($node, 'caller', $database, $some_functions),
			$expected, "$name: a third role calls functions");
		is(schema_owner($database), $admin, "$name: the schema belongs to a superuser");
	}
}

# ---- After DROP EXTENSION, and without ----

my $session = open_session($node, 'restored_by_installer');

is(ask($session, $some_functions), $expected, 'functions work in a session');
ask($session, 'DROP EXTENSION fastjson CASCADE');
my (undef, $errors) = ask($session, $some_functions);
like($errors, qr/function fastjson.to_json\(integer\) does not exist/,
	'after DROP EXTENSION they are gone');
is(ask($session, $same_from_core), $expected, 'the session goes on');
is(ask($session, q(
	CREATE TABLE u AS SELECT 1 AS a;
	ALTER TABLE u ADD COLUMN b text DEFAULT 'x';
	SELECT row_to_json(u) FROM u)),
	'{"a":1,"b":"x"}', 'tables change after it');
is(ask($session, "CREATE EXTENSION fastjson; $some_functions"),
	$expected, 'and it can be created again in the same session');
$session->quit;

is($node->safe_psql('other', "LOAD 'fastjson'; $same_from_core"),
	$expected, 'a database without it works with the library loaded');

done_testing();
