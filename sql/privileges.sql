--
-- Who may call: everybody
--
\set VERBOSITY terse
CREATE ROLE regress_fastjson_user;
GRANT USAGE ON SCHEMA oracle TO regress_fastjson_user;
CREATE TYPE pair AS (a int, b text);
CREATE TABLE hidden (a int, b text);
INSERT INTO hidden VALUES (1, 'one');
SET ROLE regress_fastjson_user;
SELECT fastjson.escape_json('a'), fastjson.to_json(1), fastjson.array_to_json(ARRAY[1]), fastjson.array_to_json(ARRAY[1, 2], true);
SELECT fastjson.row_to_json(ROW(1)), fastjson.row_to_json(ROW(1, 2), true), fastjson.json_agg(i) FROM generate_series(1, 2) AS i;
SELECT count(*) FROM fastjson.kernels() WHERE active;
SET fastjson.kernel = 'scalar';
RESET fastjson.kernel;
SELECT oracle.same('SELECT @.row_to_json(ROW(1, ''a'')::pair), @.to_json(ROW(i, ROW(i))) FROM generate_series(1, 3) AS i');
SELECT oracle.same('SELECT @.row_to_json(hidden) FROM hidden');
SELECT oracle.same('SELECT @.to_json(NULL::hidden)');
SELECT oracle.same('SELECT @.to_json(ROW(1, ''a'')::hidden)');

-- Nobody may put anything beside, or change what is there.
CREATE FUNCTION fastjson.to_json(int) RETURNS json LANGUAGE sql AS 'SELECT NULL::json';
CREATE OR REPLACE FUNCTION fastjson.to_json(anyelement) RETURNS json LANGUAGE sql AS 'SELECT NULL::json';
CREATE TYPE fastjson.json AS (a int);
ALTER FUNCTION fastjson.to_json(anyelement) VOLATILE;
DROP FUNCTION fastjson.to_json(anyelement);
RESET ROLE;

-- One column granted is not the row.
GRANT SELECT (a) ON hidden TO regress_fastjson_user;
SET ROLE regress_fastjson_user;
SELECT oracle.same('SELECT @.to_json(a) FROM hidden');
SELECT oracle.same('SELECT @.row_to_json(hidden) FROM hidden');
SELECT oracle.same('SELECT @.json_agg(hidden) FROM hidden');
RESET ROLE;

-- Row-level security holds, and no value leaks by way of our functions in a condition.
GRANT SELECT ON hidden TO regress_fastjson_user;
INSERT INTO hidden VALUES (2, 'two'), (3, 'three');
ALTER TABLE hidden ENABLE ROW LEVEL SECURITY;
CREATE POLICY odd ON hidden USING (a % 2 = 1);
SET ROLE regress_fastjson_user;
SELECT oracle.same('SELECT @.json_agg(hidden) FROM hidden');
SELECT oracle.same('SELECT @.row_to_json(h) FROM hidden AS h WHERE @.to_json(h)::text LIKE ''%two%''');
RESET ROLE;
SELECT bool_or(proleakproof) AS leakproof FROM pg_proc WHERE pronamespace = 'fastjson'::regnamespace;

-- EXECUTE taken away is taken away.
BEGIN;
REVOKE EXECUTE ON FUNCTION fastjson.to_json(anyelement) FROM PUBLIC;
SET LOCAL ROLE regress_fastjson_user;
SAVEPOINT s;
SELECT fastjson.to_json(1);
ROLLBACK TO s;
SELECT fastjson.array_to_json(ARRAY[1]);
ROLLBACK;

DROP TABLE hidden;
DROP TYPE pair;
REVOKE USAGE ON SCHEMA oracle FROM regress_fastjson_user;
DROP ROLE regress_fastjson_user;
