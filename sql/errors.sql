--
-- Errors, and the session after them
--
\set VERBOSITY terse
SET jit = off;
-- Only SQLSTATE and message: contexts repeat themselves up to a depth of which each side has its own.
CREATE FUNCTION oracle.same_error(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	core record := oracle.outcome(replace(statement, '@.', 'pg_catalog.'));
	ours record := oracle.outcome(replace(statement, '@.', 'fastjson.'));
BEGIN
	core.content := split_part(core.content, E'\n', 1);
	ours.content := split_part(ours.content, E'\n', 1);
	RETURN CASE WHEN core = ours THEN format('same (%s: %s)', core.label, core.content)
				ELSE format('DIFFERENT: core %s, ours %s', core, ours) END;
END
$$;

-- Records in records in records.
CREATE FUNCTION nested_record(depth int) RETURNS record LANGUAGE plpgsql AS $$
DECLARE
	r record := ROW(0);
BEGIN
	FOR i IN 1 .. depth LOOP
		r := ROW(r);
	END LOOP;
	RETURN r;
END
$$;
CREATE FUNCTION nested_array(depth int) RETURNS record LANGUAGE plpgsql AS $$
DECLARE
	r record := ROW(0);
BEGIN
	FOR i IN 1 .. depth LOOP
		r := ROW(ARRAY[r]);
	END LOOP;
	RETURN r;
END
$$;
SELECT * FROM oracle.compare('@.row_to_json(nested_record(depth))', 'FROM generate_series(0, 100, 7) AS depth');
SELECT * FROM oracle.compare('@.to_json(nested_array(depth))', 'FROM generate_series(0, 100, 7) AS depth');
SET max_stack_depth = '100kB';
-- the record itself is no problem
SELECT pg_column_size(nested_record(4000)) > 4000 AND pg_column_size(nested_array(2000)) > 2000 AS made;
SELECT oracle.same_error('SELECT @.row_to_json(nested_record(4000))');
SELECT oracle.same_error('SELECT @.row_to_json(nested_record(4000), true)');
SELECT oracle.same_error('SELECT @.to_json(nested_record(4000))');
SELECT oracle.same_error('SELECT @.array_to_json(ARRAY[nested_record(4000)])');
SELECT oracle.same_error('SELECT @.json_agg(nested_record(4000))');
SELECT oracle.same_error('SELECT @.row_to_json(nested_array(2000))');
SELECT oracle.same_error('SELECT @.json_agg(ROW(1, nested_array(2000))) FROM generate_series(1, 3)');
SELECT * FROM oracle.compare('@.row_to_json(nested_record(depth))', 'FROM generate_series(0, 20) AS depth');
-- Nearly as deep as core: only the outermost rows take more of the stack.
SET max_stack_depth = '400kB';
CREATE FUNCTION oracle.is_too_deep(expression text, depth int) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'SELECT ' || expression USING depth;
	RETURN false;
EXCEPTION WHEN statement_too_complex THEN
	RETURN true;
END
$$;
CREATE FUNCTION oracle.deepest(expression text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	fits int := 0;
	too_deep int := 4000;
	middle int;
BEGIN
	WHILE too_deep - fits > 8 LOOP
		middle := (fits + too_deep) / 2;
		IF oracle.is_too_deep(expression, middle) THEN
			too_deep := middle;
		ELSE
			fits := middle;
		END IF;
	END LOOP;
	RETURN fits;
END
$$;
SELECT expression, core BETWEEN 100 AND 3900 AS core_has_a_limit, ours > core * 0.9 AS as_deep
	FROM unnest(ARRAY['@.row_to_json(nested_record($1))', '@.to_json(nested_array($1))', '@.json_agg(nested_record($1))',
					  '@.to_jsonb(nested_record($1))', '@.to_jsonb(nested_array($1))', '@.jsonb_build_array(nested_record($1))']) AS expression,
		 LATERAL (SELECT oracle.deepest(replace(expression, '@.', 'pg_catalog.')) AS core,
						 oracle.deepest(replace(expression, '@.', 'fastjson.')) AS ours) AS deepest;
RESET max_stack_depth;
SELECT * FROM oracle.compare('@.to_jsonb(nested_record(depth))', 'FROM generate_series(0, 100, 7) AS depth');
SELECT * FROM oracle.compare('@.to_jsonb(nested_array(depth))', 'FROM generate_series(0, 100, 7) AS depth');
DROP FUNCTION nested_record(int), nested_array(int), oracle.is_too_deep(text, int), oracle.deepest(text);

-- A cast to json that calls itself by way of us, for ever; of a type for each side.
DO $$
DECLARE
	schema text;
BEGIN
	FOREACH schema IN ARRAY ARRAY['pg_catalog.', 'fastjson.'] LOOP
		EXECUTE replace($sql$
			CREATE TYPE "@.loop" AS ENUM ('a');
			CREATE TYPE "@.loop_row" AS (before text, l "@.loop");
			CREATE FUNCTION "@.loop_json"("@.loop") RETURNS json LANGUAGE plpgsql
				AS 'BEGIN RETURN @.row_to_json(ROW(''text'', $1)::"@.loop_row"); END';
			CREATE CAST ("@.loop" AS json) WITH FUNCTION "@.loop_json"("@.loop");
			$sql$, '@.', schema);
	END LOOP;
END
$$;
SET max_stack_depth = '200kB';
SELECT oracle.same_error('SELECT @.to_json(''a''::"@.loop")');
SELECT oracle.same_error('SELECT @.json_agg(l) FROM unnest(ARRAY[''a'']::"@.loop"[]) AS l');
SELECT oracle.same_error('SELECT @.row_to_json(ROW(''t'', ''a'')::"@.loop_row")');
RESET max_stack_depth;
SELECT oracle.same('SELECT @.row_to_json(ROW(''t'', NULL)::"@.loop_row")');
SET client_min_messages = warning;
DROP TYPE "pg_catalog.loop", "fastjson.loop" CASCADE;
DROP TYPE "pg_catalog.loop_row", "fastjson.loop_row";
RESET client_min_messages;

-- Functions called with what they do not take.
SELECT oracle.same('SELECT @.to_json()');
SELECT oracle.same('SELECT @.to_json(1, 2)');
SELECT oracle.same('SELECT @.to_json(x) FROM nowhere AS x');
SELECT oracle.same('SELECT @.array_to_json(ARRAY[1], 1)');
SELECT oracle.same('SELECT @.row_to_json(ROW(1), ''maybe'')');
SELECT oracle.same('SELECT @.row_to_json(ROW(1), ''yes'')');
SELECT oracle.same('SELECT @.to_json(generate_series(1, 3))');
SELECT oracle.same('SELECT @.to_json(VARIADIC ARRAY[1, 2])');
SELECT oracle.same('SELECT @.to_json(x => 1)');
SELECT oracle.same('SELECT @.array_to_json(ARRAY[])');
SELECT oracle.same('SELECT @.to_json(pg_notify(''x'', ''y''))');

-- An error in a value, in the middle of each form; the next row and the next statement are well.
CREATE DOMAIN checked AS int CHECK (value < 3);
SELECT oracle.same('SELECT @.to_json(i::checked) FROM generate_series(1, 5) AS i');
SELECT oracle.same('SELECT @.json_agg(ROW(i, 6 / (i - 3))) FROM generate_series(1, 5) AS i');
SELECT oracle.same('SELECT @.row_to_json(ROW(i, ''a'', sqrt(3 - i))) FROM generate_series(1, 5) AS i');
DROP DOMAIN checked;
DO $$
BEGIN
	FOR i IN 1 .. 500 LOOP
		BEGIN
			PERFORM fastjson.json_agg(ROW(j, 6 / (j - 3), repeat('x', 1000))) FROM generate_series(1, 5) AS j;
			RAISE 'no error';
		EXCEPTION WHEN division_by_zero THEN
			NULL;
		END;
	END LOOP;
END
$$;
SELECT * FROM oracle.compare('@.json_agg(ROW(j, repeat(''x'', 1000)))', 'FROM generate_series(1, 5) AS j');

-- Function-call errors of the type system itself.
SELECT oracle.same('SELECT @.to_json(NULL::pg_ndistinct)');
SELECT oracle.same('SELECT @.to_json(x) FROM (SELECT) AS x');
DROP FUNCTION oracle.same_error(text);
