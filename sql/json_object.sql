--
-- json_object, of one array and of two
--
SET jit = off;
-- Shapes: pairs in turn, rows of two, and what is neither; NULLs; bounds.
CREATE TABLE shape (n int GENERATED ALWAYS AS IDENTITY, a text[]);
INSERT INTO shape (a) VALUES
	(NULL), ('{}'), ('{a,1}'), ('{a,1,b,2,c,3}'), ('{a}'), ('{a,1,b}'), ('{a,NULL}'), ('{NULL,1}'), ('{a,1,NULL,2}'), ('{NULL,NULL}'),
	('{NULL}'),
	('{{a,1},{b,2}}'), ('{{a,1}}'), ('{{a,NULL},{b,2}}'), ('{{NULL,1},{b,2}}'), ('{{a,1},{NULL,NULL}}'), ('{{a},{b}}'),
	('{{a,1,b},{b,2,c}}'), ('{{a,1,b,2}}'),
	('{{{a,1},{b,2}}}'), ('{{{a,b}},{{c,d}}}'), ('{{{{{{a,b}}}}}}'), ('[0:1]={a,1}'), ('[-5:-2]={a,1,b,2}'), ('[7:8][-1:0]={{a,1},{b,2}}'),
	('[0:2]={a,1,b}'),
	('{a,1,a,1,a,2}'), ('{"",""}'), ('{"",1,"",NULL}'), ('{"\"k\"","\"v\"","\\","a\\b","new\nline",/,<,&}'),
	(E'{"\\n",1,"\x01",2,"\u20ac",3,"\x7f","\U0001f600"}'),
	('{null,true,"{\"a\": 1}","[1]",1.0,1e5}'), (array_fill('x'::text, ARRAY[2, 2, 2])), (array_fill('x'::text, ARRAY[100])),
	(array_fill('"'::text, ARRAY[101])),
	(array_fill('key'::text, ARRAY[50, 2])), (array_fill(repeat('long "text" ', 1000), ARRAY[6]));
SELECT n, CASE WHEN length(a::text) < 60 THEN a END AS a, oracle.same('SELECT @.json_object(a) FROM shape WHERE n = ' || n)
	FROM shape ORDER BY n;
SELECT * FROM oracle.compare('@.json_object(a)',
	'FROM shape WHERE a IS NULL OR (array_ndims(a) IS NULL OR array_ndims(a) = 1 AND cardinality(a) % 2 = 0)
	AND NOT array_positions(a, NULL) && ''{1,3}''');
SELECT oracle.same('SELECT n, @.json_object(a) FROM shape WHERE n <> 1 ORDER BY n');
-- Of two arrays: shapes with each other, by what comes out.
SELECT outcome, count(*), count(*) FILTER (WHERE left(outcome, 4) <> 'same') AS different
	FROM shape AS k, shape AS v, oracle.same(format('SELECT @.json_object(k.a, v.a) FROM shape AS k, shape AS v WHERE k.n = %s AND v.n = %s',
	k.n, v.n)) AS outcome
	WHERE k.n IN (1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 20, 23, 25, 29, 30) AND v.n IN (1, 2, 3, 4, 5, 7, 8, 12, 20, 23, 25, 29, 30)
	GROUP BY outcome ORDER BY outcome COLLATE "C";
SELECT * FROM oracle.compare('@.json_object(array_replace(a, NULL, ''n''), a)', 'FROM shape WHERE coalesce(array_ndims(a), 1) = 1');
SELECT * FROM oracle.compare('@.json_object(array_replace(a, NULL, ''n''), array_replace(a, NULL, ''n''))',
	'FROM shape WHERE coalesce(array_ndims(a), 1) = 1');
SELECT oracle.same('SELECT @.json_object(a, a) FROM shape WHERE n = 3'), oracle.same('SELECT @.json_object(a, a) FROM shape WHERE n = 8'),
	oracle.same('SELECT @.json_object(a, a) FROM shape WHERE n = 12');
SELECT * FROM oracle.compare('@.json_object(k, v)', $$FROM (VALUES ('[3:4]={a,b}'::text[], '[-1:0]={1,NULL}'::text[]), ('{a,b}',
	'[0:1]={1,2}'), ('{}', '{}'), (NULL, '{}'), ('{}', NULL), ('{a}', '{"\"\\"}')) AS s (k, v)$$);

-- Texts of every sort.
SELECT * FROM oracle.compare('@.json_object(ARRAY[k, v, v, k, k, NULL])',
	$$FROM generate_series(0, 700, 11) AS n, (VALUES (''), ('"'), (E'\n'), (E'\\'), (E'\x01'), (E'\u20ac'), ('/')) AS c (c),
	LATERAL (SELECT repeat('x', n % 70) || c || repeat('y', n / 70), repeat(c, n)) AS s (k, v)$$);
SELECT * FROM oracle.compare('@.json_object(array_agg(CASE WHEN i % 2 = 0 THEN nullif(md5((i * n)::text), md5(n::text)) ELSE ''key '' || i END))',
	'FROM generate_series(1, 300) AS n, generate_series(1, n * 2) AS i GROUP BY n');
SELECT * FROM oracle.compare('@.json_object(array_agg(''key '' || i ORDER BY i), array_agg(nullif(i % 3, 0)::text || ''"'' ORDER BY i))',
	'FROM generate_series(1, 300) AS n, generate_series(1, n) AS i GROUP BY n');
SELECT * FROM oracle.compare('@.json_object(array_agg(i::text), array_agg(repeat(''"'', i % 10)))', 'FROM generate_series(1, 100000) AS i');
SELECT * FROM oracle.compare('@.json_object(ARRAY[''a'', repeat(''"x'', n), repeat(''key'', n), NULL])',
	'FROM generate_series(0, 70000, 1999) AS n');
-- As stored: with short headers, compressed, out of line.
CREATE TABLE stored (a text[], b text[]);
ALTER TABLE stored ALTER b SET STORAGE EXTERNAL;
INSERT INTO stored SELECT a, a FROM (SELECT array_agg('k' || i || repeat(' "text"', length)) FROM (VALUES (0), (1), (10), (50),
	(500)) AS v (length), generate_series(1, 20) AS i GROUP BY length) AS s (a);
SELECT count(*) FILTER (WHERE pg_column_size(a) < octet_length(a::text) / 2) > 0 AS some_compressed,
	count(*) FILTER (WHERE pg_column_size(b) > 8192) > 0 AS some_out_of_line FROM stored;
SELECT * FROM oracle.compare('@.json_object(a)', 'FROM stored');
SELECT * FROM oracle.compare('@.json_object(b)', 'FROM stored');
SELECT * FROM oracle.compare('@.json_object(a, b)', 'FROM stored');

-- Arguments of other types, and of none.
CREATE DOMAIN texts AS text[];
CREATE DOMAIN word AS text;
SELECT argument, oracle.same(format('SELECT @.json_object(%s)', argument))
	FROM unnest(ARRAY['''{a,1}''', '''{a,1}'', ''{b,2}''', 'NULL', 'NULL, NULL', '''{a}'', NULL', '', '''a''', '1', 'ARRAY[1, 2]',
	'''{a,1}''::varchar[]', '''{a,1}''::name[]', '''{a,1}''::char(3)[]', '''{a,1}''::texts',
					  '''{a,1}''::word[]', 'ARRAY[''a'', 1::text]', 'ARRAY[''a'', NULL]', 'ARRAY[]::text[]', 'ARRAY[]', 'ARRAY[NULL]',
					'json ''{}''', '''{a}''::texts, ''{b}''::varchar[]', '''{a'', ''{b}''',
					  'VARIADIC ARRAY[''a'', ''1'']', '''{a}'', ''{b}'', ''{c}''', 'ROW(''a'', 1)',
					'string_to_array(''a,1,b'', '','', ''1'')', '(SELECT array_agg(x) FROM unnest(ARRAY[''a'', ''b'']) AS x)']) AS argument;
SELECT oracle.same('SELECT * FROM grown()', $def$
	CREATE FUNCTION grown() RETURNS SETOF json LANGUAGE plpgsql AS $$
	DECLARE
		a text[];
		b text[] := '{}';
	BEGIN
		RETURN NEXT @.json_object(a);
		FOR i IN 1 .. 20 LOOP
			a := a || ('k' || i) || NULL::text;
			b[i] := repeat('v"', i);
			RETURN NEXT @.json_object(a);
			RETURN NEXT @.json_object(b, b);
			a[i * 2] := b[i];
			BEGIN
				RETURN NEXT @.json_object(b);
			EXCEPTION WHEN array_subscript_error THEN
				RETURN NEXT @.json_object(ARRAY['caught', SQLERRM, 'i', i::text]);
			END;
		END LOOP;
	END
	$$$def$, undo => true);
PREPARE "pg_catalog.made" AS SELECT pg_catalog.json_object($1), pg_catalog.json_object($1, $2) AS two FROM generate_series(1, 2);
PREPARE "fastjson.made" AS SELECT fastjson.json_object($1), fastjson.json_object($1, $2) AS two FROM generate_series(1, 2);
SELECT mode, arguments, oracle.same('TABLE made', format('SET LOCAL plan_cache_mode = %s; CREATE TEMP TABLE made AS EXECUTE "@.made"(%s)',
	mode, arguments), undo => true)
	FROM unnest('{force_generic_plan,force_custom_plan}'::text[]) AS mode, unnest(ARRAY[$$'{a,1}', '{b,2}'$$, $$'{a,b}', '{NULL,"\""}'$$,
	$$'{}', '{}'$$, $$NULL, '{}'$$]) AS arguments;
DEALLOCATE ALL;

-- Immutable, so that it can be computed ahead, stored and indexed.
SELECT oracle.same('INSERT INTO generated (a) VALUES (''{a,1}''), (NULL), (''{b,"\""}'') RETURNING *',
	'CREATE TABLE generated (a text[], j json GENERATED ALWAYS AS (@.json_object(a)) STORED)', undo => true);
SELECT oracle.same('INSERT INTO generated (a) VALUES (''{a,1}''), (''{b}'') RETURNING *',
	'CREATE TABLE generated (a text[], j json GENERATED ALWAYS AS (@.json_object(a)) STORED)', undo => true);
SELECT oracle.same('SELECT a FROM indexed WHERE @.json_object(a, a)::text = ''{"7" : "7"}''',
	'CREATE TABLE indexed (a text[]); INSERT INTO indexed SELECT ARRAY[i::text]
	FROM generate_series(1, 200) AS i; CREATE UNIQUE INDEX ON indexed ((@.json_object(a, a)::text)); SET LOCAL enable_seqscan = off', undo => true);
SELECT oracle.same('SELECT CASE WHEN false THEN @.json_object(''{a}'') END'),
	oracle.same('SELECT i FROM generate_series(1, 2) AS i WHERE @.json_object(''{a,1}'')::text <> i::text');
SELECT oracle.same('SELECT @.json_object(x => ''{a,1}'')'),
	oracle.same('SELECT @.json_object(a) IS NULL, @.json_object(a, a) IS NULL FROM shape WHERE n < 4');
SELECT * FROM oracle.compare('@.json_object(ARRAY[''id'', i::text, ''name'', md5(i::text), ''nothing'', NULL])',
	'FROM generate_series(1, 30000) AS i');

-- After errors.
DO $$
BEGIN
	FOR i IN 1 .. 100 LOOP
		BEGIN
			PERFORM fastjson.json_object(ARRAY['k', repeat('x', 1000), CASE WHEN j < 3 THEN 'l' END, 'm']) FROM generate_series(1, 5) AS j;
			RAISE 'no error';
		EXCEPTION WHEN null_value_not_allowed THEN
			NULL;
		END;
		BEGIN
			PERFORM fastjson.json_object(ARRAY['k', repeat('x', 1000)], array_fill('v'::text, ARRAY[j])) FROM generate_series(2, 5) AS j;
			RAISE 'no error';
		EXCEPTION WHEN array_subscript_error THEN
			NULL;
		END;
	END LOOP;
END
$$;
SELECT * FROM oracle.compare('@.json_object(ARRAY[''k'', repeat(''x'', 1000)], ARRAY[''1'', j::text])', 'FROM generate_series(1, 5) AS j');

-- Compiled.
SET jit = on;
SET jit_above_cost = 0;
SET jit_inline_above_cost = 0;
SET jit_optimize_above_cost = 0;
SELECT * FROM oracle.compare('concat(@.json_object(a), @.json_object(b), @.json_object(a, b))', 'FROM stored');
SELECT oracle.same('SELECT @.json_object(a) FROM shape'), oracle.same('SELECT @.json_object(a, a) FROM shape WHERE n > 3');
SET jit = off;

DROP TABLE shape, stored;
DROP DOMAIN texts, word;
