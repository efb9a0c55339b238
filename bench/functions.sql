-- functions.sql: what the benchmark measures without a statement around it.  A
-- case has arguments; a variant of it is an expression with one of them as $1,
-- as driver/driver.c evaluates it, under settings of its own.
-- Variables: driver (the library), files (a folder of JSON files, or empty).
\set ON_ERROR_STOP on
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS bench CASCADE;
CREATE SCHEMA bench;
SET search_path = bench, pg_catalog;

CREATE FUNCTION measure(expression text, arguments anyarray, least_ms float8, OUT ns float8, OUT growths float8)
	LANGUAGE c STRICT AS :'driver', 'bench_measure';

-- loads the library, and with it its settings
SELECT count(*) > 0 AS loaded FROM fastjson.kernels() \gset
CREATE TABLE cases (number serial, topic text, name text, is_file bool DEFAULT false, arguments text[]);
CREATE TABLE variants (topic text, name text, argument_type regtype, expression text,
					   kernel text DEFAULT current_setting('fastjson.kernel'), predict text DEFAULT 'on');
CREATE TABLE bars (topic text, kernel text, name text, bar numeric);

-- ---- Text and jsonb ----

CREATE TABLE documents (number serial, name text, is_file bool, texts text[]);
INSERT INTO documents (name, is_file, texts)
SELECT name, true, ARRAY[pg_read_file(:'files' || '/' || name)]
FROM pg_ls_dir(nullif(:'files', '')) AS name WHERE name LIKE '%.json' ORDER BY name COLLATE "C";
INSERT INTO documents (name, is_file, texts)
SELECT '1000 objects of 100 bytes', false, array_agg(rpad(
	format('{"id": %s, "name": "%s", "active": %s, "price": %s, "tags": ["a", "%s"]', 100000 + i * 7919 % 900000,
		   left(md5(i::text), 4 + i % 8), (i % 2 = 0)::text, round(i * 31 % 1000 / 100.0, 2), left(md5('t' || i), 1 + i % 4)), 99) || '}')
FROM generate_series(1, 1000) AS i;
INSERT INTO documents (name, is_file, texts)
SELECT 'arrays of 10 to 49 objects', false, array_agg(body)
FROM (SELECT '[' || string_agg(format('{"id": %s, "name": "%s", "price": %s, "active": %s, "tags": ["%s", "%s"], "parent": null}',
									  i * 100 + j, left(md5(j::text), 12), round((i * j % 9999) / 100.0, 2), (j % 2 = 0)::text,
									  left(md5(i::text), 4), left(md5(i::text), 5)), ', ' ORDER BY j) || ']'
	  FROM generate_series(1, 200) AS i, generate_series(1, 10 + i % 40) AS j GROUP BY i) AS d (body);
INSERT INTO cases (topic, name, is_file, arguments)
SELECT topic, name, is_file, texts FROM (VALUES ('text to jsonb'), ('jsonb to text')) AS t (topic), documents
ORDER BY topic DESC, number;

INSERT INTO variants (topic, name, argument_type, expression) VALUES
	('text to jsonb', 'core', 'text', '$1::jsonb'),
	('jsonb to text', 'core', 'jsonb', '$1::text');
-- the kernel that is in use, and the one of most servers
INSERT INTO variants (topic, name, argument_type, expression, kernel)
SELECT topic, name, argument_type, expression, name
FROM fastjson.kernels(), (VALUES ('text to jsonb', 'text'::regtype, 'fastjson.parse_jsonb($1)'),
								 ('jsonb to text', 'jsonb', 'fastjson.jsonb_to_text($1)')) AS v (topic, argument_type, expression)
WHERE active OR (name = 'avx2' AND built AND supported);

INSERT INTO bars VALUES
	('text to jsonb', 'avx512', 'real files, geometric mean', 11), ('text to jsonb', 'avx2', 'real files, geometric mean', 8),
	('jsonb to text', 'avx512', 'real files, geometric mean', 9), ('text to jsonb', 'avx512', '1000 objects of 100 bytes', 5);

-- ---- Sizes of containers, foretold or not ----

INSERT INTO cases (topic, name, arguments)
SELECT 'prediction', format('%s %s of %s', nesting, kind, n), ARRAY[CASE kind WHEN 'array' THEN '[' || elements || ']' ELSE '{' || members || '}' END]
FROM unnest(ARRAY['flat', 'nested']) WITH ORDINALITY AS a (nesting, x), unnest(ARRAY['array', 'object']) WITH ORDINALITY AS b (kind, y),
	 unnest(ARRAY[0, 1, 10, 100, 1000]) AS n, LATERAL (
		SELECT coalesce(string_agg(value, ','), '') AS elements, coalesce(string_agg(format('"key%s":%s', i, value), ','), '') AS members
		FROM (SELECT i, CASE nesting WHEN 'flat' THEN i::text ELSE format('{"id":%s,"tags":[%s,"%s"]}', i, i * 7, left(md5(i::text), i % 9)) END AS value
			  FROM generate_series(1, n) AS i) AS v) AS t
ORDER BY x, y, n;
INSERT INTO variants (topic, name, argument_type, expression, predict) VALUES
	('prediction', 'core', 'text', '$1::jsonb', 'on'),
	('prediction', 'off', 'text', 'fastjson.parse_jsonb($1)', 'off'),
	('prediction', 'on', 'text', 'fastjson.parse_jsonb($1)', 'on');

-- ---- Counting ----

INSERT INTO cases (topic, name, arguments)
SELECT 'counting', n || ' integers', ARRAY['[' || string_agg(i::text, ',') || ']']
FROM unnest(ARRAY[1, 10, 100, 1000]) AS n, generate_series(1, n) AS i GROUP BY n ORDER BY n;
INSERT INTO variants (topic, name, argument_type, expression) VALUES
	('counting', 'nothing', 'text', '$1'),
	('counting', 'json_array_length', 'json', 'json_array_length($1)'),
	('counting', 'container_size', 'text', 'fastjson.container_size($1)'),
	('counting', 'estimate', 'text', 'fastjson.container_size_estimate($1)');
