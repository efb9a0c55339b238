--
-- Arrays
--
SET jit = off;
-- The forms in which an array is met.
CREATE FUNCTION oracle.compare_arrays(query text, OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
BEGIN
	SELECT sum(c.compared), sum(c.different), min(c.example)
		INTO compared, different, example
		FROM (VALUES ('@.to_json(x)'), ('@.array_to_json(x)'), ('@.array_to_json(x, true)'),
			  ('@.array_to_json(x, false)'), ('@.row_to_json(q)'), ('@.json_agg(x)'), ('@.json_agg(q)')) AS form (expression),
			 oracle.compare(form.expression, format('FROM (%s) AS q (x)', query)) AS c;
END
$$;

-- Empty ones, NULLs, lower bounds, dimensions.
SELECT * FROM oracle.compare_arrays($$SELECT x::text[] FROM (VALUES
	('{}'), (NULL), ('{NULL}'), ('{a}'), ('{"a\"b",NULL,"",c,"NULL"}'), ('[-1:1]={x,y,z}'), ('[5:6][0:1]={{a,b},{c,d}}'),
	('{{a,b},{c,NULL},{e,f}}'), ('{{{{{{1,2},{3,4}}}}}}'), ('{{{1,2},{3,4}},{{5,6},{7,8}},{{9,10},{11,12}}}')) AS v (x)$$);
-- an error up to 16
SELECT oracle.same($$SELECT @.to_json('{{}}'::text[])$$) LIKE 'same (%' AS same;
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[]::int[] UNION ALL SELECT array_fill(7, ARRAY[0]) UNION ALL
	SELECT array_fill(7, ARRAY[3, 2], ARRAY[-5, 100]) UNION ALL SELECT array_fill(NULL::int, ARRAY[2, 3, 4]) UNION ALL
	SELECT ARRAY[ARRAY[]::int[], ARRAY[]::int[]] UNION ALL SELECT array_fill(1, ARRAY[1, 1, 1, 1, 1, 2])');
-- Every size up to 70, without NULLs and with them here and there.
SELECT * FROM oracle.compare_arrays('SELECT array_agg(nullif(i % step, 0) ORDER BY i)
	FROM generate_series(0, 70) AS size, generate_series(0, 70) AS i, (VALUES (1), (2), (3), (8), (1000)) AS s (step)
	WHERE i < size GROUP BY size, step');
SELECT * FROM oracle.compare_arrays('SELECT array_agg(CASE WHEN i % step > 0 THEN repeat(''t'', i) END ORDER BY i)
	FROM generate_series(0, 20) AS size, generate_series(0, 20) AS i, (VALUES (1), (2), (3), (8), (1000)) AS s (step)
	WHERE i < size GROUP BY size, step');
SELECT * FROM oracle.compare_arrays('SELECT array_agg(i) FROM generate_series(1, 50000) AS i');

-- Elements of every way of storage: by value, fixed, short and long, of every alignment.
CREATE TYPE mood AS ENUM ('sad', 'ok', 'very "happy"');
CREATE DOMAIN positive AS int CHECK (value > 0);
CREATE DOMAIN matrix AS int[];
CREATE TYPE pair AS (a int, b text);
CREATE TYPE deep AS (m matrix, p pair[], l positive[]);
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[true, NULL, false, true]');
SELECT * FROM oracle.compare_arrays('SELECT ''{a,NULL,"",\001,c}''::"char"[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[1, NULL, -32768, 3]::int2[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[1, NULL, -32768, 3]::int8[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[1, NULL, ''NaN'', -0.5]::float4[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[1, NULL, ''-Infinity'', 1e300]::float8[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[1, NULL, ''NaN'', 1.50, 1e100, 0.000]::numeric[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''n'', NULL, ''a "name"'']::name[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''1 day'', NULL, ''2 months'']::interval[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''(1,2)'', NULL, ''(-3.5,1e20)'']::point[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''08:00:2b:01:02:03'', NULL]::macaddr[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''12:34:56+01:30'', NULL, ''00:00+00'']::timetz[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''(0,1)'', NULL, ''(7,8)'']::tid[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[md5(''a''), NULL, md5(''b'')]::uuid[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[date ''2001-01-01'', NULL, ''infinity'']');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[timestamptz ''2001-01-01 00:00+00'', NULL, ''-infinity'']');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''\x00ff'', NULL, ''\x'']::bytea[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''101'', NULL, ''1'']::varbit[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''{"a" : [1,  2]}'', NULL, '' 3 '']::json[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''{"a" : [1,  2]}'', NULL, '' 3 '']::jsonb[]');
SELECT * FROM oracle.compare_arrays('SELECT enum_range(NULL::mood) || NULL::mood');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[1, NULL, 3]::positive[]');
SELECT * FROM oracle.compare_arrays('SELECT ''{"{1,2}",NULL,"{{3},{4}}"}''::matrix[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[ROW(1, ''a'')::pair, NULL, ROW(NULL, NULL)::pair, ROW(-1, ''"'')::pair]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[ROW(ARRAY[1], ARRAY[ROW(2, ''x'')::pair, NULL], ARRAY[3])::deep, NULL]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[ROW(1, ''a''), ROW(2, ''b''), NULL]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[ROW(1, ''a''), ROW(2), ROW(3, 4, ROW(5, ARRAY[ROW(6)]))]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''[1,5)'', NULL, ''empty'', ''(,)'']::int4range[]');
SELECT * FROM oracle.compare_arrays('SELECT ARRAY[''{[1,5),[7,8)}'', NULL, ''{}'']::int4multirange[]');

-- A domain over an array is an array; the vectors of the catalogs, too; name and point are none.
SELECT * FROM oracle.compare_arrays('SELECT x::matrix FROM (VALUES (ARRAY[1, 2]), (NULL),
	(''{}''), (ARRAY[[1, 2], [3, 4]])) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT indkey FROM pg_index WHERE indrelid = ''pg_depend''::regclass');
SELECT * FROM oracle.compare('@.array_to_json(indkey)', 'FROM pg_index WHERE indrelid = ''pg_depend''::regclass');
SELECT * FROM oracle.compare_values('SELECT proargtypes FROM pg_proc WHERE proname = ''sqrt''');
SELECT * FROM oracle.compare('@.array_to_json(x)', 'FROM (VALUES (''1 2 3''::int2vector), (''''), (NULL)) AS v (x)');
SELECT * FROM oracle.compare('@.to_json(x)', 'FROM (VALUES (ARRAY[''1 2''::int2vector, ''3'']), (''{}''), (NULL)) AS v (x)');
SELECT oracle.same('SELECT @.array_to_json(''a''::name)');
SELECT oracle.same('SELECT @.array_to_json(''(1,2)''::point)');
SELECT oracle.same('SELECT @.array_to_json(1)');
SELECT oracle.same('SELECT @.array_to_json(NULL)');
SELECT oracle.same('SELECT @.array_to_json(''{1}'')');
SELECT oracle.same('SELECT @.array_to_json(ARRAY[1], NULL)');
SELECT oracle.same('SELECT @.array_to_json(NULL::int[], true)');
SELECT oracle.same('SELECT @.array_to_json(ARRAY[1, 2]::matrix, true)');

-- Line feeds: at the outermost level only.
SELECT * FROM oracle.compare('@.array_to_json(x, pretty)',
	'FROM (VALUES (ARRAY[ROW(1, ARRAY[2, 3]), ROW(4, ''{}''::int[])]), (NULL), (''{}'')) AS v (x),
		  (VALUES (true), (false), (NULL)) AS p (pretty)');
SELECT * FROM oracle.compare('@.array_to_json(x, pretty)',
	'FROM (VALUES (''{{1,2},{3,4}}''::int[]), (''{1,2,NULL}''), (''{{{1},{2}}}'')) AS v (x),
		  (VALUES (true), (false), (NULL)) AS p (pretty)');

-- Arrays of any type: statistics.
CREATE TABLE measured (a int, b text, c numeric, d timestamptz, e mood, f text[], g bool, h jsonb, i pair, j positive);
INSERT INTO measured
	SELECT i % 50, md5((i % 30)::text), i % 7 / 3.0, timestamptz '2000-01-01 00:00+00' + i % 60 * interval '1 day',
		   (enum_range(NULL::mood))[i % 3 + 1], ARRAY['a', md5((i % 9)::text)], i % 2 = 0, to_jsonb(i % 8),
		   ROW(i % 6, 'p')::pair, i % 4 + 1
	FROM generate_series(1, 1000) AS i;
ANALYZE measured;
SELECT * FROM oracle.compare('@.array_to_json(x)', 'FROM (SELECT unnest(ARRAY[1, 2, 3, 4, 5]) AS slot) AS s,
	LATERAL (SELECT stavalues1 AS x FROM pg_statistic WHERE starelid = ''measured''::regclass AND slot = 1
			 UNION ALL SELECT stavalues2 FROM pg_statistic WHERE starelid = ''measured''::regclass AND slot = 2
			 UNION ALL SELECT stavalues3 FROM pg_statistic WHERE starelid = ''measured''::regclass AND slot = 3) AS v');
SELECT count(*) >= 10 AS some FROM pg_statistic WHERE starelid = 'measured'::regclass AND stavalues1 IS NOT NULL;
SELECT * FROM oracle.compare('@.to_json(stavalues1)', 'FROM pg_statistic WHERE starelid = ''measured''::regclass');
SELECT * FROM oracle.compare('@.json_agg(stavalues1)', 'FROM pg_statistic WHERE starelid = ''measured''::regclass');
SELECT * FROM oracle.compare('@.row_to_json(pg_statistic)', 'FROM pg_statistic WHERE starelid = ''measured''::regclass');
SELECT * FROM oracle.compare('@.array_to_json(most_common_vals, true)', 'FROM pg_stats WHERE tablename = ''measured''');
SELECT * FROM oracle.compare('@.row_to_json(pg_stats)', 'FROM pg_stats WHERE tablename = ''measured''');
DROP TABLE measured;

-- As stored: with a short header, compressed, out of line; in a composite; expanded.
CREATE TABLE stored (plain text[], extended text[], external int[], composite pair[]);
ALTER TABLE stored ALTER plain SET STORAGE PLAIN, ALTER external SET STORAGE EXTERNAL;
INSERT INTO stored
	SELECT (SELECT array_agg(nullif(md5(i::text), 'c4ca4238a0b923820dcc509a6f75849b'))
			FROM generate_series(1, least(size, 100)) AS i),
		   (SELECT array_agg('element ' || i) FROM generate_series(1, size) AS i),
		   (SELECT array_agg(nullif(i, 3)) FROM generate_series(1, size) AS i),
		   (SELECT array_agg(ROW(i, i)::pair) FROM generate_series(1, size / 10) AS i)
	FROM (VALUES (0), (1), (2), (5), (10), (100), (5000)) AS s (size);
SELECT count(*) FILTER (WHERE pg_column_size(extended) < 2000 AND cardinality(extended) > 90) > 0 AS some_compressed,
	   count(*) FILTER (WHERE pg_column_size(external) > 8192) > 0 AS some_out_of_line,
	   count(*) FILTER (WHERE pg_column_size(plain) < 127) > 0 AS some_short
	FROM stored;
SELECT * FROM oracle.compare_arrays('SELECT plain FROM stored');
SELECT * FROM oracle.compare_arrays('SELECT extended FROM stored');
SELECT * FROM oracle.compare_arrays('SELECT external FROM stored');
SELECT * FROM oracle.compare_arrays('SELECT composite FROM stored');
SELECT * FROM oracle.compare('@.array_to_json(extended)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(external)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(composite)', 'FROM stored');
SELECT * FROM oracle.compare('@.row_to_json(stored)', 'FROM stored');
SELECT * FROM oracle.compare('@.json_agg(stored)', 'FROM stored');

CREATE FUNCTION oracle.expanded(size int) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
	a text[] := '{}';
BEGIN
	FOR i IN 1 .. size LOOP
		a[i] := CASE WHEN i % 3 > 0 THEN 'e"' || i END;
	END LOOP;
	RETURN a;
END
$$;
SELECT * FROM oracle.compare_arrays('SELECT oracle.expanded(size) FROM generate_series(0, 40) AS size');
SELECT * FROM oracle.compare('@.to_json(oracle.expanded(size))', 'FROM generate_series(0, 40) AS size');
SELECT * FROM oracle.compare('@.array_to_json(oracle.expanded(size), true)', 'FROM generate_series(0, 40) AS size');
SELECT * FROM oracle.compare('@.to_json(array_append(oracle.expanded(size), NULL))', 'FROM generate_series(0, 40) AS size');
SELECT * FROM oracle.compare('@.row_to_json(ROW(oracle.expanded(size)))', 'FROM generate_series(0, 40) AS size');
-- A variable is read, not written.
CREATE FUNCTION oracle.while_expanded(OUT same int, OUT different int) LANGUAGE plpgsql AS $$
DECLARE
	a text[] := '{}';
	composites pair[] := '{}';
	core text;
	ours text;
BEGIN
	same := 0;
	different := 0;
	FOR i IN 1 .. 50 LOOP
		a[i - 20] := i || '"';
		composites := composites || ROW(i, 'p')::pair;
		core := concat(pg_catalog.to_json(a), pg_catalog.array_to_json(composites, true), a);
		ours := concat(fastjson.to_json(a), fastjson.array_to_json(composites, true), a);
		IF core = ours THEN
			same := same + 1;
		ELSE
			different := different + 1;
		END IF;
	END LOOP;
END
$$;
SELECT * FROM oracle.while_expanded();

DROP FUNCTION oracle.expanded(int), oracle.while_expanded(), oracle.compare_arrays(text);
DROP TABLE stored;
DROP TYPE deep, pair, mood;
DROP DOMAIN matrix, positive;
