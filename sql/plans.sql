--
-- Plans: those of the server's functions, but for JSON that is made after a Sort with LIMIT
--
CREATE TABLE big (id int PRIMARY KEY, g int, name text, at timestamptz);
INSERT INTO big
	SELECT i, i % 1000, 'name ' || i, timestamptz '2000-01-01 00:00+00' + i * interval '1 minute' FROM generate_series(1, 60000) AS i;
CREATE TABLE small (id int PRIMARY KEY, name text);
INSERT INTO small SELECT i, 'name ' || i FROM generate_series(1, 1000) AS i;
VACUUM ANALYZE big, small;

-- The plan without the names of schemas.
CREATE FUNCTION oracle.plan(statement text, options text) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
	line text;
	lines text[];
BEGIN
	FOR line IN EXECUTE format('EXPLAIN (COSTS OFF, %s) %s', options, statement) LOOP
		lines := lines || replace(replace(line, 'fastjson.', ''), 'pg_catalog.', '');
	END LOOP;
	RETURN lines;
END
$$;
CREATE FUNCTION oracle.same_plan(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	core text[] := oracle.plan(replace(statement, '@.', 'pg_catalog.'), 'VERBOSE');
	ours text[] := oracle.plan(replace(statement, '@.', 'fastjson.'), 'VERBOSE');
BEGIN
	RETURN CASE WHEN core = ours THEN 'same'
				ELSE E'core:\n' || array_to_string(core, E'\n') || E'\nours:\n' || array_to_string(ours, E'\n') END;
END
$$;
SELECT statement, oracle.same_plan(statement)
	FROM unnest(ARRAY[
		'SELECT @.row_to_json(big) FROM big',
		'SELECT @.to_json(name) FROM big',
		'SELECT @.to_json(ARRAY[name]), @.row_to_json(ROW(id, at)) FROM big WHERE g = 5',
		'SELECT @.row_to_json(big) FROM big WHERE id = 5',
		'SELECT @.row_to_json(big) FROM big ORDER BY id LIMIT 10',
		'SELECT @.row_to_json(big) FROM big LIMIT 10',
		'SELECT @.row_to_json(big) FROM big JOIN small USING (id)',
		'SELECT @.json_agg(big) FROM big',
		'SELECT @.json_agg(big ORDER BY at) FROM big',
		'SELECT g, @.json_agg(name) FROM big GROUP BY g',
		'SELECT g, @.json_agg(name) FROM big GROUP BY g ORDER BY g',
		'SELECT name, @.json_agg(big) FROM big GROUP BY name',
		'SELECT id, @.json_agg(name) FROM big GROUP BY id',
		'SELECT id % 10, @.json_agg(name), count(*) FROM small GROUP BY 1 HAVING count(*) > 1',
		'SELECT @.json_agg(small) OVER (PARTITION BY name ORDER BY id) FROM small',
		'SELECT g, b, @.json_agg(id) FROM (SELECT *, id > 5 AS b FROM big) AS s GROUP BY GROUPING SETS ((g), (b))',
		'SELECT g, @.json_agg(id) FROM big GROUP BY GROUPING SETS ((g), ())',
		'SELECT g, @.json_agg(id) FROM big GROUP BY ROLLUP (g)',
		'SELECT s.id, (SELECT @.json_agg(b) FROM big AS b WHERE b.id BETWEEN s.id AND s.id + 9) FROM small AS s',
		'SELECT s.id, j FROM small AS s, LATERAL (SELECT @.json_agg(b.name) AS j FROM big AS b WHERE b.g = s.id) AS l']) AS statement;

-- A table that has never been analyzed.
CREATE TABLE fresh (id int, g int, b bool, t text) WITH (autovacuum_enabled = off);
INSERT INTO fresh SELECT i, i % 7, i % 2 = 0, 'text' FROM generate_series(1, 500) AS i;
SELECT statement, oracle.same_plan(statement)
	FROM unnest(ARRAY[
		'SELECT @.row_to_json(fresh) FROM fresh',
		'SELECT g, @.json_agg(t) FROM fresh GROUP BY g',
		'SELECT g, @.json_agg(t) FROM fresh GROUP BY g ORDER BY g',
		'SELECT g, b, @.json_agg(fresh) FROM fresh GROUP BY g, b ORDER BY b',
		'SELECT g, @.json_agg(id) FROM fresh GROUP BY GROUPING SETS ((g), ())',
		'SELECT g, @.json_agg(id) FROM fresh GROUP BY ROLLUP (g, b)',
		'SELECT g, @.json_agg(id) FROM fresh GROUP BY ROLLUP (g, id)',
		'SELECT g, b, @.json_agg(id) FROM fresh GROUP BY CUBE (g, b)']) AS statement;
DROP TABLE fresh;

-- With workers as cheap as they are by default, and cheaper.
BEGIN;
SET LOCAL min_parallel_table_scan_size = 0;
SELECT statement, oracle.same_plan(statement)
	FROM unnest(ARRAY[
		'SELECT @.row_to_json(big) FROM big',
		'SELECT @.row_to_json(big) FROM big WHERE name LIKE ''%x%''',
		'SELECT g, @.json_agg(name) FROM big GROUP BY g']) AS statement;
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SELECT statement, oracle.same_plan(statement)
	FROM unnest(ARRAY[
		'SELECT @.row_to_json(big) FROM big',
		'SELECT @.row_to_json(big) FROM big WHERE name LIKE ''%x%''',
		'SELECT g, @.json_agg(name) FROM big GROUP BY g']) AS statement;
ROLLBACK;

-- JSON of ten rows, not of all: core's is made below the Sort, ours above.
CREATE FUNCTION oracle.nodes_with(word text, statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text;
	node text;
	nodes text[];
BEGIN
	FOREACH line IN ARRAY oracle.plan(statement, 'VERBOSE') LOOP
		IF line ~ '^ *(-> +)?[A-Z][A-Za-z ]+( on .*)?$' AND line !~ ': ' THEN
			node := regexp_replace(regexp_replace(line, '^ *(-> +)?', ''), ' on .*', '');
		ELSIF line ~ ('Output: .*' || word) THEN
			nodes := nodes || node;
		END IF;
	END LOOP;
	RETURN array_to_string(nodes, ', ');
END
$$;
SELECT oracle.nodes_with('row_to_json\(', 'SELECT pg_catalog.row_to_json(big) FROM big ORDER BY name LIMIT 10') AS core,
	   oracle.nodes_with('row_to_json\(', 'SELECT fastjson.row_to_json(big) FROM big ORDER BY name LIMIT 10') AS ours;
SELECT oracle.same('SELECT @.row_to_json(big) FROM big ORDER BY name LIMIT 10');
SELECT oracle.same('SELECT @.row_to_json(big) FROM big ORDER BY at DESC, id LIMIT 3 OFFSET 5');

DROP FUNCTION oracle.plan(text, text), oracle.same_plan(text), oracle.nodes_with(text, text);
DROP TABLE big, small;
