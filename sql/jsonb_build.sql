--
-- jsonb_build_object, jsonb_build_array and jsonb_object
--
SET jit = off;
CREATE TYPE pair AS (a int, b text);
CREATE TABLE item AS
	SELECT i AS id, i % 7 AS g, CASE WHEN i % 5 > 0 THEN 'text "' || i END AS t, nullif(i % 11, 0) / 4.0 AS n, i % 2 = 0 AS b,
		   CASE WHEN i % 9 > 0 THEN ROW(nullif(i % 2, 0), NULL)::pair END AS p, ARRAY[i, NULL] AS l, json '{ "z" : 1, "a" : [1.50] }' AS j
	FROM generate_series(1, 100) AS i;

-- Constant keys, in order or not, equal ones, none, many; keys from columns.
SELECT arguments, c.* FROM unnest(ARRAY['''a'', id', '''bb'', id, ''a'', t, ''ab'', n, ''aa'', item', '''a'', id, ''b'', t, ''a'', n', '''a'', NULL, ''b'', ''text''',
	'''a''::text, id, ''c''::varchar, t', 't || '''', id, ''a'', n', 'id, id, n + 0, t, b, p', 'coalesce(n, 0), l', 'ROW(1) IS NULL, j', 'now(), 1', 'current_date, t',
	'md5(t)::uuid, 1', '''x''::name, j, ''"y"''::"char", l', '''"'', id, '''', id, ''é'', t', 'id::float8 / 3, 1, ''-0''::float8, 2, ''NaN''::float4, 3', '''\x01''::bytea, 1, ''{}'', 2']) AS arguments,
	oracle.compare_bytes(format('@.jsonb_build_object(%s)', arguments), 'FROM item WHERE t IS NOT NULL AND n IS NOT NULL') AS c;
SELECT members, c.* FROM unnest('{1,2,16,17,31,32,33,49,50}'::int[]) AS members,
	(SELECT string_agg(format('''%s%s'', nullif(i, %s)', repeat('k', i % 9), i, i), ', ') AS constant, string_agg(format('''%s%s'' || g, nullif(i, %s)', repeat('k', i % 9), i, i), ', ') AS variable
	 FROM generate_series(1, 50) AS i) AS s, LATERAL (SELECT string_agg(a, ',') AS c FROM (SELECT a FROM regexp_split_to_table(constant, ', (?='')') AS a LIMIT members) AS l) AS k,
	LATERAL (SELECT string_agg(a, ',') AS v FROM (SELECT a FROM regexp_split_to_table(variable, ', (?='')') AS a LIMIT members) AS l) AS w,
	oracle.compare_bytes(format('@.jsonb_build_array(@.jsonb_build_object(%s), @.jsonb_build_object(%s))', c, v), 'FROM item, generate_series(1, 3) AS i') AS c;
-- VARIADIC arrays, of more members than arguments can be.
SELECT c.* FROM oracle.compare_bytes('@.jsonb_build_object(VARIADIC a)', 'FROM (SELECT array_agg(repeat(md5(i::text), i % 20)) FROM generate_series(1, 300, 7) AS n, generate_series(1, 2 * n) AS i GROUP BY n) AS s (a)') AS c;
SELECT c.* FROM oracle.compare_bytes('@.jsonb_build_array(VARIADIC a)', 'FROM (SELECT array_agg(nullif(i, 3)) FROM generate_series(1, 300, 7) AS n, generate_series(1, n) AS i GROUP BY n) AS s (a)') AS c;
SELECT c.* FROM oracle.compare_bytes('@.jsonb_object(a)', 'FROM (SELECT array_agg(repeat(md5(i::text), i % 20)) FROM generate_series(1, 300, 7) AS n, generate_series(1, 2 * n) AS i GROUP BY n) AS s (a)') AS c;
SELECT c.* FROM oracle.compare_bytes('@.jsonb_object(a, b)', 'FROM (SELECT array_agg((i % 50)::text), array_agg(nullif(i % 17, 0)::text) FROM generate_series(1, 300, 7) AS n, generate_series(1, n) AS i GROUP BY n) AS s (a, b)') AS c;

SELECT statement, oracle.same(statement) FROM unnest(ARRAY['SELECT @.jsonb_build_object()', 'SELECT @.jsonb_build_array()', 'SELECT @.jsonb_build_object(VARIADIC NULL::text[]) IS NULL',
	'SELECT @.jsonb_build_array(VARIADIC NULL::text[]) IS NULL', 'SELECT @.jsonb_build_object(VARIADIC ''{}''::text[])', 'SELECT @.jsonb_build_array(VARIADIC ''{}''::int[])',
	'SELECT @.jsonb_build_object(''a'')', 'SELECT @.jsonb_build_object(NULL, 1)', 'SELECT @.jsonb_build_object(''a'', 1, NULL, 1)', 'SELECT @.jsonb_build_object(''a'', 1, t, 1) FROM item',
	'SELECT @.jsonb_build_object(1, 2, ARRAY[1], 3)', 'SELECT @.jsonb_build_object(ROW(1), 3)', 'SELECT @.jsonb_build_object(''{}''::json, 3)', 'SELECT @.jsonb_build_object(''1''::jsonb, 3)',
	'SELECT @.jsonb_build_object(VARIADIC ARRAY[''a'', ''b'', ''c''])', 'SELECT @.jsonb_build_object(VARIADIC ARRAY[''a'', ''b'', NULL, ''c''])', 'SELECT @.jsonb_build_object(VARIADIC 1)',
	'SELECT @.jsonb_build_object(''a'', 1, ''a'', json ''"\u0000"'', ''a'', 2)', 'SELECT @.jsonb_build_object(''a'', json ''"\u0000"'', ''a'', 2)', 'SELECT @.jsonb_build_array(json ''"\u0000"'')',
	'SELECT @.jsonb_object(''{}'')', 'SELECT @.jsonb_object(''{a}'')', 'SELECT @.jsonb_object(''{a,b,c,NULL,a,2}'')', 'SELECT @.jsonb_object(''{{a,b},{c,d}}'')', 'SELECT @.jsonb_object(''{{a,b,c}}'')',
	'SELECT @.jsonb_object(''{{{a,b}}}'')', 'SELECT @.jsonb_object(''{NULL,a}'')', 'SELECT @.jsonb_object(NULL) IS NULL', 'SELECT @.jsonb_object(''{a,b}'', ''{1,NULL}'')', 'SELECT @.jsonb_object(''{a,b}'', ''{1}'')',
	'SELECT @.jsonb_object(''{}'', ''{}'')', 'SELECT @.jsonb_object(''{NULL}'', ''{1}'')', 'SELECT @.jsonb_object(''{{a}}'', ''{{1}}'')', 'SELECT @.jsonb_object(''{a}'', ''{{1}}'')', 'SELECT @.jsonb_object(''{a,""}'', ''{1,2}'')']) AS statement;
-- Members are made in the order of the arguments, as the casts and errors of several of them show.
SET max_parallel_workers_per_gather = 0;
CREATE TYPE shape AS ENUM ('dot', 'line');
CREATE SEQUENCE made;
CREATE FUNCTION shape_made(shape) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('TimeZone', CASE $1 WHEN 'dot' THEN 'Asia/Kolkata' ELSE 'UTC' END, false);
	RETURN to_json(nextval('made'));
END
$$;
CREATE CAST (shape AS json) WITH FUNCTION shape_made(shape);
SELECT arguments, oracle.same(format('SELECT @.jsonb_build_object(%s) FROM generate_series(1, 2) AS i, (SELECT timestamptz ''2000-01-01 00:00+00'') AS c (t), (VALUES (''dot''::shape, ''line''::shape)) AS s (d, l)', arguments),
			'ALTER SEQUENCE made RESTART; SET TimeZone = UTC', true)
	FROM unnest(ARRAY['''b'', d, ''a'', l', '''c'', t, ''b'', d, ''a'', t', '''c'', d, ''b'', t, ''c'', l, ''a'', t, ''aa'', NULL, ''bb'', 1.5, ''cc'', ''x''', '''b'', ROW(t, d), ''a'', t, ''c'', ARRAY[l], ''aa'', t',
		't, d, ''b'', t', '''b'', json ''"\u0000"'', ''a'', json ''"\ud800"''', '''b'', json ''"\ud800"'', ''b'', ARRAY[json ''"\u0000"'']', '''b'', json ''"\ud800"'', NULL, 1']) AS arguments;
-- a cast that comes while a call site lives
CREATE FUNCTION built(s text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	results text := '';
BEGIN
	FOR i IN 1 .. 4 LOOP
		results := results || CASE s WHEN 'fastjson' THEN fastjson.jsonb_build_object('b', 'dot'::shape, 'a', 'line'::shape, 't', timestamptz '2000-01-01 00:00+00')
				   ELSE pg_catalog.jsonb_build_object('b', 'dot'::shape, 'a', 'line'::shape, 't', timestamptz '2000-01-01 00:00+00') END;
		IF i % 2 = 1 THEN
			DROP CAST (shape AS json);
		ELSE
			CREATE CAST (shape AS json) WITH FUNCTION shape_made(shape);
		END IF;
	END LOOP;
	RETURN results;
END
$$;
SELECT oracle.same('SELECT built(rtrim(''@.'', ''.''))', 'ALTER SEQUENCE made RESTART; SET TimeZone = UTC', true);
DROP FUNCTION built(text);
DROP CAST (shape AS json);
DROP FUNCTION shape_made(shape);
DROP TYPE shape;
DROP SEQUENCE made;
RESET TimeZone;
RESET max_parallel_workers_per_gather;
-- One call site, many rows, arguments of changing types of records.
SELECT c.* FROM oracle.compare_bytes('@.jsonb_build_object(''z'', CASE i % 3 WHEN 0 THEN ROW(i) WHEN 1 THEN ROW(i, ''a'') END, ''a'', i)', 'FROM generate_series(1, 50) AS i') AS c;
-- Values of type unknown that are no literals.
CREATE FUNCTION unknown_value(cstring) RETURNS unknown LANGUAGE internal VOLATILE STRICT AS 'unknownin';
SELECT f, arguments, left(oracle.same(format('SELECT @.%s(%s)', f, arguments)), 4)
	FROM unnest('{json_build_array,json_build_object,jsonb_build_array,jsonb_build_object,json_object_agg,jsonb_object_agg}'::text[]) AS f,
		unnest(ARRAY['''a'', unknown_value(''b"'')', 'unknown_value(''a'')', 'NULL, unknown_value(''a'')']) AS arguments WHERE f NOT LIKE '%agg' OR arguments LIKE '%,%';
DROP FUNCTION unknown_value(cstring);
DROP TABLE item;
DROP TYPE pair;
