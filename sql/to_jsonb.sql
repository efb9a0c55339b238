--
-- to_jsonb: every kind of value, alone, in arrays and in rows
--
SET jit = off;
-- A query of one column: its values alone, in rows, in arrays, built, aggregated.
CREATE FUNCTION oracle.compare_jsonb(query text, OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
DECLARE
	source text := format('FROM (%s) AS q (x)', query);
BEGIN
	SELECT sum(c.compared), sum(c.different), min(c.example)
		INTO compared, different, example
		FROM (VALUES ('@.to_jsonb(x)'), ('@.to_jsonb(q)'), ('@.to_jsonb(ROW(true, x, ''a'', x))'),
			  ('@.to_jsonb(ARRAY[x, NULL, x])'), ('@.to_jsonb(ARRAY[ROW(x, ''b''), ROW(NULL, x)])'),
			  ('@.jsonb_build_object(''a'', x, ''bcd'', x, ''ef'', ARRAY[x])'), ('@.jsonb_build_array(x, ''abc'', x, q)'),
			  ('@.jsonb_build_object(''k'' || row_number() OVER (), x, ''bcd'', q)'),
			  ('@.jsonb_agg(x)'), ('@.jsonb_agg(q)'), ('@.jsonb_agg(ARRAY[x])')) AS form (expression),
			 oracle.compare_bytes(form.expression, source) AS c;
END
$$;

CREATE TYPE mood AS ENUM ('sad', 'a "quoted" \ one', '');
CREATE TYPE pair AS (a int, b text);
CREATE DOMAIN positive AS numeric CHECK (value > 0);
CREATE DOMAIN pair_domain AS pair;
CREATE TYPE empty AS ();
CREATE TABLE sample (query text);
INSERT INTO sample VALUES
	('SELECT b FROM (VALUES (true), (false), (NULL)) AS v (b)'),
	('SELECT (sign * (10 ^ e)::numeric + d)::int8 FROM generate_series(0, 18) AS e, unnest(''{1,-1}''::int[]) AS sign, generate_series(-1, 1) AS d'),
	('SELECT (sign * (10 ^ e)::numeric + d)::int4 FROM generate_series(0, 9) AS e, unnest(''{1,-1}''::int[]) AS sign, generate_series(-1, 1) AS d'),
	('SELECT i::int2 FROM generate_series(-32768, 32767, 997) AS i'),
	('SELECT i::int8 FROM unnest(''{0,-9223372036854775808,9223372036854775807,10000,100000000,20000,12340000}''::int8[]) AS i'),
	('SELECT i FROM unnest(''{2147483647,-2147483648,0,9999,-10000,NULL}''::int4[]) AS i'),
	('SELECT n::numeric FROM unnest(''{0,0.0,0.00,-0.000,1.50,100,1e20,1e-20,12345678901234567890.123456789,NaN,Infinity,-Infinity,-1.10,0.0001,NULL}''::text[]) AS n'),
	('SELECT (''1e'' || e)::numeric FROM unnest(''{255,256,260,-63,-64,-70,1000,-1000,131071,-16383}''::int[]) AS e'),
	('SELECT (''-12345.678e'' || e)::numeric FROM generate_series(-80, 300, 7) AS e'),
	('SELECT (n || repeat(''0'', z))::numeric FROM unnest(''{1.,0.,123456.7}''::text[]) AS n, unnest(''{1,62,63,64,65,100,500}''::int[]) AS z'),
	('SELECT f::float8 FROM unnest(''{0,-0,1,-1.5,1e15,1e16,1e-5,1e100,1e308,5e-324,NaN,Infinity,-Infinity,0.1,123456.789,NULL}''::text[]) AS f'),
	('SELECT sin(i) * 10.0 ^ (i % 60 - 30) FROM generate_series(1, 200) AS i'),
	('SELECT f::float4 FROM unnest(''{0,-0,1,-1.5,1e6,1e7,1e-5,1e38,1e-45,NaN,Infinity,-Infinity,0.1,123456.789,NULL}''::text[]) AS f'),
	('SELECT (sin(i) * 10.0 ^ (i % 30 - 15))::float4 FROM generate_series(1, 200) AS i'),
	('SELECT d::date FROM unnest(''{2000-01-01,0001-01-01,"0044-03-15 BC",infinity,-infinity,12000-12-31,NULL}''::text[]) AS d'),
	('SELECT d::timestamp FROM unnest(''{"2000-01-01 00:00:00.5",0001-01-01,"0044-03-15 BC",infinity,-infinity,"12000-12-31 23:59:59.999999"}''::text[]) AS d'),
	('SELECT d::timestamptz FROM unnest(''{"2000-01-01 00:00:00.5","2000-07-01 12:00",0001-01-02,"0044-03-15 BC",infinity,-infinity}''::text[]) AS d'),
	('SELECT t::time FROM unnest(''{00:00,23:59:59.999999,24:00}''::text[]) AS t'),
	('SELECT t::timetz FROM unnest(''{00:00+00,23:59:59.999999-07:30,24:00+15:59:59}''::text[]) AS t'),
	('SELECT i::interval FROM unnest(''{1 day,-1 year 2 mons,00:00:00.000001,0}''::text[]) AS i'),
	('SELECT t FROM unnest(ARRAY['''', ''a'', E''quote " backslash \\ line\n tab\t'', ''é€😀'', repeat(''x'', 31), repeat(''x'', 33),
	repeat(''long "text" '', 1000), NULL]) AS t'),
	('SELECT repeat(''x'', i) FROM generate_series(0, 300) AS i'),
	('SELECT t::varchar FROM unnest(''{"",a,bc}''::text[]) AS t'),
	('SELECT t::char(5) FROM unnest(''{"",a,"b\"c"}''::text[]) AS t'),
	('SELECT t::name FROM unnest(ARRAY['''', ''a'', repeat(''n'', 63)]) AS t'),
	('SELECT t::cstring::text FROM unnest(''{"",a}''::text[]) AS t'),
	('SELECT t::"char" FROM unnest(ARRAY['''', ''a'', ''"'', ''\'', ''\001'', ''\351'']) AS t'),
	('SELECT md5(i::text)::uuid FROM generate_series(1, 9) AS i'),
	('SELECT b::bytea FROM unnest(ARRAY['''', ''\x00ff'', ''abc'']) AS b'),
	('SELECT unnest(enum_range(NULL::mood))'),
	('SELECT i::inet FROM unnest(''{1.2.3.4,10.0.0.0/8,::1,fe80::1/64}''::text[]) AS i'),
	('SELECT i::cidr FROM unnest(''{1.2.3.4,10.0.0.0/8,::1}''::text[]) AS i'),
	('SELECT ''08:00:2b:01:02:03''::macaddr'),
	('SELECT ''08:00:2b:01:02:03:04:05''::macaddr8'),
	('SELECT i::oid FROM unnest(''{0,1,4294967295}''::text[]) AS i'),
	('SELECT ''pg_class''::regclass'),
	('SELECT int4range(1, i) FROM unnest(''{1,5,NULL}''::int[]) AS i'),
	('SELECT tsrange(t, NULL) FROM unnest(''{2000-01-01,infinity}''::timestamp[]) AS t'),
	('SELECT int4multirange(int4range(1, 3), int4range(5, 9))'),
	('SELECT point(1, i) FROM generate_series(1, 3) AS i'),
	('SELECT ''$1,234.50''::money'),
	('SELECT b::bit(3) FROM unnest(''{101,000}''::text[]) AS b'),
	('SELECT x::xml FROM unnest(ARRAY[''<a b="c"/>'']) AS x'),
	('SELECT to_tsvector(''simple'', ''a "b" c'')'),
	('SELECT j::json FROM unnest(ARRAY[''null'', ''1'', ''-0'', ''-0.0'', '' 1.50 '', ''1e3'', ''"a\u00e9\n"'', ''true'', ''[]'', ''{}'', '' [1, [2, {"b" : 1, "a" : {"c" : null}}]] '',
	''{"b":1,"aa":2,"b":3,"a":[false]}'', NULL]) AS j'),
	('SELECT j::jsonb FROM unnest(ARRAY[''null'', ''1'', ''-0.0'', ''"a"'', ''true'', ''false'', ''[]'', ''{}'', ''[1, [2, {"b" : 1, "a" : {"c" : null}}]]'',
	''{"b":1,"aa":2,"b":3,"a":[false]}'', NULL]) AS j'),
	('SELECT to_jsonb(array_agg(j)) FROM generate_series(1, 300) AS i, repeat(''"'' || i, i % 40) AS j GROUP BY i % 5'),
	('SELECT i::positive FROM generate_series(1, 5) AS i'),
	('SELECT ROW(i, NULL)::pair FROM generate_series(1, 5) AS i'),
	('SELECT ROW(i, ''x'')::pair_domain FROM generate_series(1, 5) AS i'),
	('SELECT ROW()::empty'),
	('SELECT ROW(1, ROW(2, ROW(3, NULL::record, ''c''), ''b''), ''a'')'),
	('SELECT ROW(NULL, NULL)::pair');
SELECT count(*) FROM sample;
CREATE TEMP TABLE result AS SELECT s.query, c.* FROM sample AS s, oracle.compare_jsonb(s.query) AS c;
SELECT * FROM result WHERE different > 0 OR compared = 0 OR example IS NOT NULL;
SELECT sum(compared) > 10000 AS many FROM result;

-- Settings that change texts.
CREATE FUNCTION oracle.compare_jsonb_under(setting text, value text, OUT compared boolean, OUT different numeric)
LANGUAGE plpgsql AS $$
DECLARE
	before text := current_setting(setting);
BEGIN
	PERFORM set_config(setting, value, false);
	SELECT sum(c.compared) > 1000, sum(c.different) INTO compared, different
		FROM sample AS s, oracle.compare_jsonb(s.query) AS c WHERE s.query ~ 'float|sin|date|timestamp|interval|bytea|xml';
	PERFORM set_config(setting, before, false);
END
$$;
SELECT setting, value, c.* FROM (VALUES ('extra_float_digits', '-15'), ('extra_float_digits', '0'), ('extra_float_digits', '3'),
	('DateStyle', 'German'), ('TimeZone', 'Asia/Kolkata'), ('TimeZone', 'America/New_York'), ('IntervalStyle', 'iso_8601'),
	('bytea_output', 'escape')) AS s (setting, value), oracle.compare_jsonb_under(setting, value) AS c;

-- Arrays: empty, of several dimensions, with bounds, long, of all alignments.
SELECT a, c.* FROM unnest(ARRAY['''{}''::int[]', '''{{1,2},{3,NULL}}''::int[]', '''[5:6]={1,2}''::int[]', '''{{{1},{2}},{{3},{4}}}''::text[]',
	'array_fill(''{}''::jsonb, ''{3,1,2}'')', 'ARRAY[NULL, NULL]::text[]', '''1 2 3''::int2vector', '''1 2''::oidvector',
	'ARRAY[ROW(1, ARRAY[2]), ROW(3, ARRAY[4, NULL])]']) AS a, oracle.compare_bytes(format('@.to_jsonb(%s)', a), '') AS c;
SELECT c.* FROM unnest(ARRAY['i', 'i::text', 'NULL::int', 'CASE WHEN i % 3 > 0 THEN i END', 'i % 2 = 0', 'repeat(''x'', i % 7)', 'ARRAY[i]', 'to_jsonb(i)', 'i / 8.0']) AS e,
	oracle.compare_bytes('@.to_jsonb(a)', format('FROM (SELECT array_agg(%s) FROM generate_series(1, 300) AS n, generate_series(1, n) AS i GROUP BY n) AS s (a)', e)) AS c;

-- Rows: many columns, equal names, long names, short and long keys.
CREATE FUNCTION oracle.wide(columns int, name text, value text) RETURNS text LANGUAGE sql AS $$
	SELECT format('FROM (SELECT %s) AS w', string_agg(format('%s AS %I', replace(value, '#', i::text), replace(replace(name, '#', i::text), '%', repeat('n', i % 50))), ', '))
		FROM generate_series(1, columns) AS i
$$;
SELECT columns, name, c.* FROM unnest('{1,2,16,17,31,32,33,63,64,65,66,128,255,256,257,800,1600}'::int[]) AS columns,
	unnest('{c#,#%}'::text[]) AS name,
	oracle.compare_bytes('@.to_jsonb(w)', oracle.wide(columns, name, 'nullif(#, 5)')) AS c WHERE different > 0 OR compared = 0;
SELECT c.* FROM oracle.compare_bytes('@.to_jsonb(w)', oracle.wide(300, 'n%', 'repeat(''#'', # % 50)')) AS c;
SELECT c.* FROM oracle.compare_bytes('@.to_jsonb(w)', 'FROM (SELECT 1 AS a, 2 AS b, 3 AS a, ''x'' AS b, NULL AS a) AS w') AS c;
SELECT c.* FROM oracle.compare_bytes('@.jsonb_agg(w)', 'FROM (SELECT 1 AS a, 2 AS b, 3 AS a, ''x'' AS b, i AS a FROM generate_series(1, 100) AS i) AS w') AS c;
SELECT oracle.same('SELECT @.to_jsonb(w) FROM (SELECT ''"\u0000"''::json AS a, 1 AS a) AS w');
SELECT fastjson.to_jsonb(w) FROM (SELECT 1 AS "Ä "" ", 2 AS a, 'z' AS a) AS w;

-- Stored rows: dropped and added columns, toasted values.
CREATE TABLE stored (a int, b text, gone int, c numeric, j jsonb, l text[]);
INSERT INTO stored SELECT i, CASE WHEN i % 3 > 0 THEN repeat('text ' || i, i * 40) END, i, i / 4.0,
	jsonb_build_object('i', i, 't', repeat('x', i * 50)), ARRAY[repeat('y', i * 60), NULL] FROM generate_series(1, 100) AS i;
INSERT INTO stored SELECT 0, string_agg(md5(i::text), ''), 1, NULL, jsonb_agg(md5(i::text)), array_agg(md5(i::text)) FROM generate_series(1, 2000) AS i;
SELECT * FROM oracle.compare_bytes('@.to_jsonb(stored)', 'FROM stored');
ALTER TABLE stored DROP gone;
SELECT * FROM oracle.compare_bytes('@.to_jsonb(stored)', 'FROM stored');
ALTER TABLE stored ADD d int DEFAULT 5, ADD e text DEFAULT 'e', ADD f date;
SELECT * FROM oracle.compare_bytes('@.to_jsonb(stored)', 'FROM stored');
ALTER TABLE stored RENAME a TO zzz;
SELECT * FROM oracle.compare_bytes('@.to_jsonb(stored)', 'FROM stored');
SELECT * FROM oracle.compare_bytes('@.jsonb_agg(stored)', 'FROM stored');
SELECT * FROM oracle.compare_bytes('@.to_jsonb(b)', 'FROM stored');
SELECT * FROM oracle.compare_bytes('@.to_jsonb(j)', 'FROM stored');
SELECT * FROM oracle.compare_bytes('@.to_jsonb(l)', 'FROM stored');

-- Casts to json, output functions that call us, and DDL in the middle.
CREATE TYPE shape AS ENUM ('dot', 'line');
CREATE FUNCTION shape_json(shape) RETURNS json LANGUAGE sql AS $$ SELECT format('{"z": %s, "a" : [1]}', to_json($1::text))::json $$;
CREATE CAST (shape AS json) WITH FUNCTION shape_json(shape);
SELECT * FROM oracle.compare_jsonb('SELECT unnest(enum_range(NULL::shape))');
CREATE OR REPLACE FUNCTION shape_json(shape) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'ALTER TYPE pair RENAME ATTRIBUTE b TO b2';
	EXECUTE 'ALTER TYPE pair RENAME ATTRIBUTE b2 TO b';
	RETURN row_to_json(x) FROM (SELECT fastjson.to_jsonb(ROW(1, ROW(2, 'x')::pair)) AS inner) AS x;
END
$$;
-- (the server reads names of a descriptor that is gone)
-- no DDL in parallel mode
SET max_parallel_workers_per_gather = 0;
SELECT fastjson.to_jsonb(ROW('dot'::shape, ROW(1, 'a')::pair, 'line'::shape, ROW(3, 'c')::pair));
RESET max_parallel_workers_per_gather;
DROP CAST (shape AS json);
SELECT * FROM oracle.compare_jsonb('SELECT unnest(enum_range(NULL::shape))');

-- Members are made in the order of the columns, as the casts and errors of several of them show.
SET max_parallel_workers_per_gather = 0;
CREATE SEQUENCE made;
CREATE FUNCTION shape_made(shape) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('TimeZone', CASE $1 WHEN 'dot' THEN 'Asia/Kolkata' ELSE 'UTC' END, false);
	RETURN to_json(nextval('made'));
END
$$;
CREATE CAST (shape AS json) WITH FUNCTION shape_made(shape);
SELECT row, oracle.same(format('SELECT @.to_jsonb(w), @.jsonb_agg(w) OVER (), @.to_jsonb(ARRAY[w, w]) FROM generate_series(1, 2) AS i, (SELECT timestamptz ''2000-01-01 00:00+00'') AS c (t),
			LATERAL (SELECT %s) AS w', row), 'ALTER SEQUENCE made RESTART; SET TimeZone = UTC', true)
	FROM unnest(ARRAY['''dot''::shape AS b, ''dot''::shape AS a, ''line''::shape AS c', 't AS c, ''dot''::shape AS b, t AS a', 'ROW(t, ''dot''::shape) AS b, t AS a, ARRAY[''line''::shape] AS c, t AS aa',
		'''dot''::shape AS b, ''line''::shape AS a, t AS b, 1.5 AS aa, ''x'' AS bb, NULL AS d']) AS row;
SELECT row, oracle.same(format('SELECT @.to_jsonb(w) FROM (SELECT %s) AS w', row))
	FROM unnest(ARRAY['json ''"\u0000"'' AS b, json ''"\ud800"'' AS a', 'ARRAY[json ''"\ud800"''] AS b, json ''"\u0000"'' AS a', 'ROW(json ''"\ud800"'') AS b, json ''"\u0000"'' AS a',
		'json ''1'' AS b, json ''"\u0000"'' AS a, json ''"\ud800"'' AS b']) AS row;
CREATE OR REPLACE FUNCTION shape_made(shape) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
	ALTER TYPE mood RENAME VALUE 'sad' TO 'sadder';
	RETURN '1';
END
$$;
SELECT row, oracle.same(format('SELECT @.to_jsonb(w) FROM (SELECT %s) AS w', row), undo => true)
	FROM unnest(ARRAY['''sad''::mood AS x, ''dot''::shape AS y, ''sad''::mood AS z', '''sad''::mood AS z, ''dot''::shape AS y, ''sad''::mood AS x']) AS row;
CREATE OR REPLACE FUNCTION shape_made(shape) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
	CREATE CAST (mood AS json) WITH FUNCTION mood_json(mood);
	RETURN '1';
EXCEPTION WHEN duplicate_object THEN
	DROP CAST (mood AS json);
	RETURN '2';
END
$$;
CREATE FUNCTION mood_json(mood) RETURNS json LANGUAGE sql AS $$ SELECT '{"mood" : true}'::json $$;
SELECT oracle.same('SELECT @.to_jsonb(w), @.jsonb_build_object(''c'', a, ''b'', b, ''a'', a) FROM generate_series(1, 5) AS i, LATERAL (SELECT ''sad''::mood AS a, ''dot''::shape AS b, ''sad''::mood AS c) AS w', undo => true);
DROP CAST (shape AS json);
DROP FUNCTION shape_made(shape), mood_json(mood);
DROP SEQUENCE made;
RESET TimeZone;
RESET max_parallel_workers_per_gather;

-- NULL, errors.
SELECT fastjson.to_jsonb(NULL::int) IS NULL AS is_null;
SELECT statement, oracle.same(statement) FROM unnest(ARRAY['SELECT @.to_jsonb(1)', 'SELECT @.to_jsonb(''a'')', 'SELECT @.to_jsonb(NULL)', 'SELECT @.to_jsonb()', 'SELECT @.to_jsonb(1, 2)',
	'SELECT @.to_jsonb(''"\u0000"''::json)', 'SELECT @.to_jsonb(ARRAY[''"\ud800"''::json])', 'SELECT @.to_jsonb(''1e200000''::json)',
	'SELECT @.to_jsonb((''['' || repeat(''['', 50000) || repeat('']'', 50000) || '']'')::json) IS NULL',
	'SELECT @.to_jsonb(w) FROM (SELECT x AS a, x AS b, x AS c FROM repeat(''x'', 90000000) AS x) AS w']) AS statement;
DROP FUNCTION shape_json(shape), oracle.wide(int, text, text), oracle.compare_jsonb_under(text, text);
DROP TABLE stored, sample, result;
DROP TYPE shape, empty, mood;
DROP DOMAIN positive, pair_domain;
DROP TYPE pair;
