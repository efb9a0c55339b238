--
-- Types and tables that change during a session
--
\set VERBOSITY terse
SET jit = off;
SET client_min_messages = warning;

CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TYPE inner_type AS (a int, m mood);
CREATE TYPE outer_type AS (i inner_type, l inner_type[], n int);
CREATE TABLE subject (id int, name text, o outer_type, m mood);
INSERT INTO subject
	SELECT i, 'name ' || i, ROW(ROW(i, 'sad'), ARRAY[ROW(i, 'ok'), NULL]::inner_type[], i)::outer_type, 'ok'
		FROM generate_series(1, 3) AS i;

-- What has been planned before a change and is run after it: prepared statements, and functions with their plans.
PREPARE "pg_catalog.rows" AS SELECT pg_catalog.row_to_json(t) AS j FROM subject AS t;
PREPARE "fastjson.rows" AS SELECT fastjson.row_to_json(t) AS j FROM subject AS t;
PREPARE "pg_catalog.parts" AS SELECT pg_catalog.to_json(o) AS o, pg_catalog.to_json((o).l) AS l,
	pg_catalog.to_json(m) AS m FROM subject AS t;
PREPARE "fastjson.parts" AS SELECT fastjson.to_json(o) AS o, fastjson.to_json((o).l) AS l, fastjson.to_json(m) AS m
	FROM subject AS t;
PREPARE "pg_catalog.whole" AS SELECT pg_catalog.json_agg(t) AS j FROM subject AS t;
PREPARE "fastjson.whole" AS SELECT fastjson.json_agg(t) AS j FROM subject AS t;
DO $$
DECLARE
	schema text;
BEGIN
	FOREACH schema IN ARRAY ARRAY['pg_catalog', 'fastjson'] LOOP
		EXECUTE format($f$
			CREATE FUNCTION %I() RETURNS SETOF json LANGUAGE plpgsql AS $body$
			DECLARE
				t subject;
			BEGIN
				FOR t IN SELECT * FROM subject LOOP
					RETURN NEXT %s.row_to_json(t);
					RETURN NEXT %2$s.to_json(t.o);
				END LOOP;
				RETURN NEXT (SELECT %2$s.json_agg(s) FROM subject AS s);
			END
			$body$;
			$f$, schema || '.cached', schema);
	END LOOP;
END
$$;
CREATE FUNCTION oracle.compare_all(OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE sql AS $$
	SELECT sum(c.compared), sum(c.different), min(c.example) FROM (
		SELECT c.* FROM unnest('{rows,parts,whole}'::text[]) AS prepared, oracle.compare_prepared(prepared) AS c
		UNION ALL
		SELECT c.* FROM unnest('{@.row_to_json(t),@.to_json(o),@.to_json((o).l),@.to_json((o).i),@.to_json(m),
								 @.json_agg(t),@.json_agg(o),								 "@.to_json(ROW(1, t, ROW(o)))"}'::text[]) AS form,
						oracle.compare(form, 'FROM subject AS t') AS c
		UNION ALL
		SELECT 1, CASE oracle.same('SELECT "@.cached"()') LIKE 'same (rows%' WHEN true THEN 0 ELSE 1 END, NULL) AS c
$$;
SELECT * FROM oracle.compare_all();
SELECT * FROM oracle.compare_all();

-- Tables.
ALTER TABLE subject ADD added int DEFAULT 7;
SELECT fastjson.row_to_json(t) FROM subject AS t LIMIT 1;
SELECT * FROM oracle.compare_all();
ALTER TABLE subject RENAME name TO "new ""name""";
SELECT * FROM oracle.compare_all();
ALTER TABLE subject DROP added;
SELECT * FROM oracle.compare_all();
ALTER TABLE subject ALTER id TYPE text USING 'id ' || id;
SELECT * FROM oracle.compare_all();
ALTER TABLE subject ALTER id TYPE numeric USING length(id);
SELECT fastjson.row_to_json(t) FROM subject AS t LIMIT 1;
SELECT * FROM oracle.compare_all();
ALTER TABLE subject ALTER id SET DEFAULT 5;
SELECT * FROM oracle.compare_all();
ALTER TABLE subject RENAME TO subject_renamed;
ALTER TABLE subject_renamed RENAME TO subject;
SELECT * FROM oracle.compare_all();

-- Composite types.
ALTER TYPE inner_type RENAME ATTRIBUTE a TO renamed;
SELECT fastjson.row_to_json(t) FROM subject AS t LIMIT 1;
SELECT * FROM oracle.compare_all();
ALTER TYPE inner_type ADD ATTRIBUTE added text;
SELECT * FROM oracle.compare_all();
UPDATE subject SET o.i.added = 'x' WHERE id = 4;
SELECT fastjson.row_to_json(t) FROM subject AS t LIMIT 1;
SELECT * FROM oracle.compare_all();
ALTER TYPE inner_type DROP ATTRIBUTE renamed;
SELECT * FROM oracle.compare_all();
ALTER TYPE outer_type ADD ATTRIBUTE later date, DROP ATTRIBUTE n;
SELECT * FROM oracle.compare_all();

-- Enums: values renamed and added.
ALTER TYPE mood RENAME VALUE 'ok' TO 'all "right"';
SELECT fastjson.to_json(m) FROM subject AS t LIMIT 1;
SELECT * FROM oracle.compare_all();
ALTER TYPE mood ADD VALUE 'new' BEFORE 'sad';
UPDATE subject SET m = 'new';
SELECT * FROM oracle.compare_all();
ALTER TYPE mood RENAME TO temper;
SELECT * FROM oracle.compare_all();

-- Domains, whose constraint says nothing, and a base type behind them that stays.
CREATE DOMAIN d AS temper;
ALTER TABLE subject ADD x d DEFAULT 'sad';
SELECT * FROM oracle.compare_all();
ALTER DOMAIN d ADD CHECK (value::text <> '');
SELECT * FROM oracle.compare_all();
ALTER TABLE subject DROP x;
DROP DOMAIN d;

-- Taken back: by ROLLBACK, by savepoint, by an error.
BEGIN;
ALTER TABLE subject ADD rolled_back int DEFAULT 1;
ALTER TYPE inner_type RENAME ATTRIBUTE m TO rolled_back;
ALTER TYPE temper RENAME VALUE 'new' TO 'rolled back';
SELECT fastjson.row_to_json(t) FROM subject AS t LIMIT 1;
SELECT * FROM oracle.compare_all();
SAVEPOINT s;
ALTER TABLE subject DROP o;
SELECT * FROM oracle.compare('@.row_to_json(t)', 'FROM subject AS t');
ROLLBACK TO s;
SELECT * FROM oracle.compare_all();
ROLLBACK;
SELECT fastjson.row_to_json(t) FROM subject AS t LIMIT 1;
SELECT * FROM oracle.compare_all();
DO $$
BEGIN
	ALTER TYPE inner_type RENAME ATTRIBUTE m TO failed;
	PERFORM fastjson.row_to_json(t) FROM subject AS t;
	RAISE division_by_zero;
EXCEPTION WHEN division_by_zero THEN
	NULL;
END
$$;
SELECT * FROM oracle.compare_all();

-- In the middle of a row: an output or cast function that changes a type that is still to be written.
CREATE TYPE trigger_type AS ENUM ('rename', 'add', 'enum', 'drop cast', 'create', 'same table', 'fail');
CREATE TYPE victim AS (a int, b text);
CREATE TABLE mid_row (before victim, t trigger_type, after victim, l victim[], m temper, at_end text);
INSERT INTO mid_row
	SELECT ROW(1, 'before')::victim, t, ROW(2, 'after')::victim, ARRAY[ROW(3, 'l')]::victim[], 'sad', 'end'
	FROM unnest(enum_range(NULL::trigger_type)) AS t;
CREATE FUNCTION trigger_json(t trigger_type) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('oracle.triggered', true) = 'yes' THEN
		RETURN '"triggered before"';
	END IF;
	PERFORM set_config('oracle.triggered', 'yes', true);
	CASE t
		WHEN 'rename' THEN ALTER TYPE victim RENAME ATTRIBUTE a TO renamed;
		WHEN 'add' THEN ALTER TYPE victim ADD ATTRIBUTE added int;
		WHEN 'enum' THEN ALTER TYPE temper RENAME VALUE 'sad' TO 'renamed';
		WHEN 'drop cast' THEN DROP CAST (trigger_type AS json);
		WHEN 'create' THEN
			FOR i IN 1 .. 20 LOOP
				EXECUTE format('CREATE TYPE created_%s AS (a int, b trigger_type)', i);
			END LOOP;
		WHEN 'same table' THEN ALTER TABLE mid_row ADD added int;
		WHEN 'fail' THEN RAISE EXCEPTION 'failed';
	END CASE;
	RETURN pg_catalog.json_build_array(t::text, pg_catalog.to_json(v), fastjson.to_json(v))
		FROM (VALUES (ROW(7, 'inside'))) AS i (v);
END
$$;
CREATE CAST (trigger_type AS json) WITH FUNCTION trigger_json(trigger_type);
SELECT t, oracle.same(format('SELECT @.row_to_json(r) FROM mid_row AS r WHERE t = %L', t), undo => true) AS rows,
	   oracle.same(format('SELECT @.json_agg(r) FROM mid_row AS r WHERE t = %L', t), undo => true) AS aggregated,
	   oracle.same(format('SELECT @.to_json(ARRAY[ROW(t, after, t, l), ROW(NULL, after, NULL, l)]) FROM mid_row WHERE t = %L', t),
				   undo => true) AS nested
	FROM mid_row;
SELECT * FROM oracle.compare('@.row_to_json(ROW(before, after, l, m, at_end))', 'FROM mid_row');
DROP CAST (trigger_type AS json);
SELECT * FROM oracle.compare('@.row_to_json(mid_row)', 'FROM mid_row');
DROP TABLE mid_row;
DROP FUNCTION trigger_json(trigger_type);
-- a cast to come with the third row, for a column behind in rows of which two were written
CREATE SEQUENCE rows_so_far;
CREATE FUNCTION temper_json(temper) RETURNS json LANGUAGE sql AS $$ SELECT '["temper"]'::json $$;
CREATE FUNCTION trigger_json(trigger_type) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
	IF nextval('rows_so_far') = 3 THEN
		CREATE CAST (temper AS json) WITH FUNCTION temper_json(temper);
	END IF;
	RETURN '1';
END
$$;
CREATE CAST (trigger_type AS json) WITH FUNCTION trigger_json(trigger_type);
SELECT call, oracle.same(format('SELECT %s FROM generate_series(1, 5) AS i, LATERAL (SELECT ''sad''::temper AS a, ''fail''::trigger_type AS b, ''sad''::temper AS c, ARRAY[''sad''::temper] AS d) AS r', call),
						 'ALTER SEQUENCE rows_so_far RESTART', true)
	FROM unnest(ARRAY['@.to_json(r)', '@.to_jsonb(r)', '@.json_agg(r)', '@.jsonb_agg(r)', '@.json_object_agg(i, r)', '@.jsonb_object_agg(i, r)', '@.to_jsonb(ARRAY[r, r])', '@.json_build_object(''c'', a, ''b'', b, ''a'', c)',
		'@.jsonb_build_object(''c'', a, ''b'', b, ''a'', c)', '@.jsonb_build_array(a, b, c, d)', '@.jsonb_build_object(i, a, 2 * i, b, 3 * i, c)']) AS call;
DROP CAST (trigger_type AS json);
DROP FUNCTION trigger_json(trigger_type), temper_json(temper);
DROP SEQUENCE rows_so_far;
DROP TYPE trigger_type;

-- Rows that are older than their type: held in a variable, in a cursor, in an array, as an argument.
CREATE TABLE aging (a int, b text, c text);
INSERT INTO aging VALUES (1, 'one', 'x'), (2, 'two', 'y');
DO $$
DECLARE
	schema text;
BEGIN
	FOREACH schema IN ARRAY ARRAY['pg_catalog', 'fastjson'] LOOP
		EXECUTE format($f$
			CREATE FUNCTION %1$I(ddl text) RETURNS SETOF json LANGUAGE plpgsql AS $body$
			DECLARE
				r record;
				whole record;
				l aging[];
			BEGIN
				SELECT * INTO r FROM aging;
				SELECT aging AS w INTO whole FROM aging;
				SELECT array_agg(aging) INTO l FROM aging;
				EXECUTE ddl;
				RETURN NEXT %2$s.row_to_json(r);
				RETURN NEXT %2$s.to_json(l);
				RETURN NEXT %2$s.row_to_json(whole);
				RETURN NEXT %2$s.to_json(whole.w);
			END
			$body$;
			CREATE FUNCTION %3$I(r anyelement, ddl text) RETURNS json LANGUAGE plpgsql AS $body$
			BEGIN
				EXECUTE ddl;
				RETURN %2$s.to_json(r);
			END
			$body$;
			CREATE FUNCTION %4$I(ddl text) RETURNS json LANGUAGE plpgsql AS $body$
			DECLARE
				t aging;
			BEGIN
				t := ROW(5, 'five', 'z');
				EXECUTE ddl;
				RETURN %2$s.to_json(t);
			END
			$body$;
			$f$, schema || '.held', schema, schema || '.passed', schema || '.typed');
	END LOOP;
END
$$;
SELECT n, regexp_replace(oracle.same(format('SELECT "@.held"(%L)', ddl), undo => true), '^same .*', 'same') AS held,
	   regexp_replace(oracle.same(format('SELECT "@.passed"(ROW(1, ''one'', ''x'')::aging, %L)', ddl), undo => true),
					  '^same .*', 'same') AS passed,
	   regexp_replace(oracle.same(format('SELECT "@.passed"(ARRAY[ROW(1, ''one'', ''x'')]::aging[], %L)', ddl), undo => true),
					  '^same .*', 'same') AS in_array,
	   regexp_replace(oracle.same(format('SELECT "@.passed"(ROW(1, ROW(1, ''one'', ''x'')::aging), %L)', ddl), undo => true),
					  '^same .*', 'same') AS in_record,
	   regexp_replace(oracle.same(format('SELECT "@.typed"(%L)', ddl), undo => true), '^same .*', 'same') AS typed
	FROM (VALUES
		(1, 'ALTER TABLE aging ADD d int DEFAULT 9'), (2, 'ALTER TABLE aging DROP b'), (3, 'ALTER TABLE aging RENAME b TO bb'),
		(4, 'ALTER TABLE aging DROP a, DROP b, DROP c'), (5, 'ALTER TABLE aging DROP c, ADD c int'),
		(6, 'ALTER TABLE aging ALTER b TYPE varchar'),
		-- where the server does not notice, the old bytes are read as what they are not: nothing to compare
		(7, CASE WHEN current_setting('composite_type_mismatch', true) <> '' THEN 'ALTER TABLE aging ALTER b TYPE int USING 3'
				 ELSE 'SELECT' END),
		(8, CASE WHEN current_setting('composite_type_mismatch', true) <> '' THEN 'ALTER TABLE aging ALTER a TYPE text'
				 ELSE 'SELECT' END)) AS change (n, ddl);
BEGIN;
DECLARE core_rows CURSOR FOR SELECT aging AS w FROM aging;
DECLARE our_rows CURSOR FOR SELECT aging AS w FROM aging;
CREATE FUNCTION oracle.fetched(cursor refcursor, schema text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	r record;
	j json;
BEGIN
	FETCH cursor INTO r;
	EXECUTE format('SELECT %s.to_json($1)', schema) INTO j USING r.w;
	RETURN j;
END
$$;
SELECT oracle.fetched('core_rows', 'pg_catalog') = oracle.fetched('our_rows', 'fastjson') AS same;
CLOSE core_rows;
CLOSE our_rows;
ALTER TABLE aging RENAME a TO renamed;
DECLARE core_rows CURSOR FOR SELECT aging AS w FROM aging;
DECLARE our_rows CURSOR FOR SELECT aging AS w FROM aging;
SELECT oracle.fetched('core_rows', 'pg_catalog') = oracle.fetched('our_rows', 'fastjson') AS same;
ROLLBACK;
DROP FUNCTION "pg_catalog.held"(text), "fastjson.held"(text), "pg_catalog.passed"(anyelement, text),
	"fastjson.passed"(anyelement, text),
	"pg_catalog.typed"(text), "fastjson.typed"(text);
DROP TABLE aging;

-- The same name for another table.
CREATE TABLE again (a int);
INSERT INTO again VALUES (1);
PREPARE "pg_catalog.again" AS SELECT pg_catalog.row_to_json(t) AS j FROM again AS t;
PREPARE "fastjson.again" AS SELECT fastjson.row_to_json(t) AS j FROM again AS t;
SELECT * FROM oracle.compare_prepared('again');
DROP TABLE again;
CREATE TABLE again (b text, a int[]);
INSERT INTO again VALUES ('one', '{1}'), ('two', NULL);
SELECT * FROM oracle.compare_prepared('again');
DROP TABLE again;

-- Many short-lived row types, then many anonymous ones: more than are kept.
CREATE FUNCTION oracle.churn(times int, OUT same int, OUT different int) LANGUAGE plpgsql AS $$
DECLARE
	equal boolean;
BEGIN
	same := 0;
	different := 0;
	FOR i IN 1 .. times LOOP
		EXECUTE format('CREATE TEMP TABLE churned (a int, %s text, c inner_type)', repeat('b', i % 60 + 1));
		EXECUTE format('INSERT INTO churned VALUES (%s, ''text'', ROW(''sad'', ''t''))', i);
		EXECUTE 'SELECT pg_catalog.row_to_json(c)::text = fastjson.row_to_json(c)::text FROM churned AS c' INTO equal;
		DROP TABLE churned;
		IF equal THEN
			same := same + 1;
		ELSE
			different := different + 1;
		END IF;
	END LOOP;
END
$$;
SELECT * FROM oracle.churn(200);
CREATE FUNCTION oracle.anonymous(first int, last int, OUT same int, OUT different int) LANGUAGE plpgsql AS $$
DECLARE
	equal boolean;
BEGIN
	same := 0;
	different := 0;
	FOR i IN first .. last LOOP
		EXECUTE format('SELECT pg_catalog.row_to_json(r)::text = fastjson.row_to_json(r)::text
						FROM (SELECT %s AS a%1$s, ''text'' AS "b ""%1$s""" OFFSET 0) AS r', i) INTO equal;
		IF equal THEN
			same := same + 1;
		ELSE
			different := different + 1;
		END IF;
	END LOOP;
END
$$;
SELECT * FROM oracle.anonymous(1, 1200);
SELECT * FROM oracle.anonymous(1, 50);
SELECT sum(total_bytes) < 16 * 1024 * 1024 AS bounded FROM pg_backend_memory_contexts WHERE name LIKE 'fastjson%';
SELECT * FROM oracle.compare_all();

-- Functions that serve no type leave what is known of types as it is, however many a transaction makes.
CREATE FUNCTION oracle.make_functions(times int) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
	before numeric;
BEGIN
	PERFORM fastjson.json_agg(p) FROM pg_proc AS p WHERE oid = 'json_agg(anyelement)'::regprocedure;
	SELECT sum(total_bytes) INTO before FROM pg_backend_memory_contexts WHERE name LIKE 'fastjson%';
	FOR i IN 1 .. times LOOP
		CREATE OR REPLACE FUNCTION pg_temp.made() RETURNS int LANGUAGE sql AS 'SELECT 1';
		PERFORM fastjson.json_agg(p) FROM pg_proc AS p WHERE oid = 'json_agg(anyelement)'::regprocedure;
	END LOOP;
	RETURN (SELECT sum(total_bytes) FROM pg_backend_memory_contexts WHERE name LIKE 'fastjson%') - before;
END
$$;
SELECT oracle.make_functions(200) < 16384 AS constant;
DROP FUNCTION oracle.make_functions(int), pg_temp.made();

-- One that does serve a type: its output function.
CREATE TYPE written;
CREATE FUNCTION written_in(cstring) RETURNS written LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION written_out(written) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE written (INPUT = written_in, OUTPUT = written_out, LIKE = text);
CREATE DOMAIN written_domain AS written;
CREATE TABLE writings AS SELECT 'a'::written AS m, 'b'::written_domain AS d, ARRAY['c'::written] AS a;
CREATE FUNCTION oracle.writings(OUT row_is text, OUT same text, OUT same_jsonb text) LANGUAGE sql AS $$
	SELECT fastjson.row_to_json(r)::text, oracle.same('SELECT @.row_to_json(r) FROM writings AS r'),
		   oracle.same('SELECT @.jsonb_build_object(''b'', m, ''a'', a, ''c'', d) FROM writings') FROM writings AS r
$$;
SELECT * FROM oracle.writings();
CREATE OR REPLACE FUNCTION written_out(written) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'byteaout';
SELECT * FROM oracle.writings();
BEGIN;
ALTER FUNCTION written_out(written) SET bytea_output = 'escape';
SELECT * FROM oracle.writings();
ROLLBACK;
SELECT * FROM oracle.writings();
DROP FUNCTION oracle.writings();
DROP TABLE writings;
SET client_min_messages = warning;
DROP TYPE written CASCADE;
RESET client_min_messages;

-- In one transaction, too: changed and used by turns.
CREATE FUNCTION oracle.by_turns(times int, OUT same int, OUT different int) LANGUAGE plpgsql AS $$
DECLARE
	core text;
	ours text;
BEGIN
	same := 0;
	different := 0;
	FOR i IN 1 .. times LOOP
		EXECUTE format('ALTER TYPE inner_type RENAME ATTRIBUTE m TO m%s', i);
		EXECUTE 'SELECT pg_catalog.json_agg(t), fastjson.json_agg(t) FROM subject AS t' INTO core, ours;
		EXECUTE format('ALTER TYPE inner_type RENAME ATTRIBUTE m%s TO m', i);
		IF core = ours AND core LIKE format('%%"m%s":%%', i) THEN
			same := same + 1;
		ELSE
			different := different + 1;
		END IF;
	END LOOP;
END
$$;
SELECT * FROM oracle.by_turns(100);

DEALLOCATE ALL;
DROP FUNCTION "pg_catalog.cached"(), "fastjson.cached"(), oracle.compare_all(), oracle.churn(int), oracle.anonymous(int, int),
	oracle.by_turns(int);
DROP TABLE subject;
DROP TYPE outer_type, inner_type, victim, temper;
