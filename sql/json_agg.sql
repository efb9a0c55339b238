--
-- The aggregate json_agg
--
SET jit = off;
CREATE TYPE pair AS (a int, b text);
CREATE DOMAIN ints AS int[];
CREATE TABLE item (id int, g int, n numeric, t text, j json, l int[], d ints, p pair, ts timestamptz, b bool);
INSERT INTO item
	SELECT i, i % 7, nullif(i % 11, 0) / 4.0, CASE WHEN i % 5 > 0 THEN 'text "' || i END,
		   CASE WHEN i % 3 > 0 THEN '{ "i" :' || i || '}' END::json,
		   CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '{}' ELSE ARRAY[i, NULL] END, CASE WHEN i % 6 > 0 THEN ARRAY[i] END,
		   CASE WHEN i % 9 > 0 THEN ROW(i, NULL)::pair END, timestamptz '2000-01-01 00:00+00' + i * interval '1 hour', i % 2 = 0
	FROM generate_series(1, 500) AS i;

-- Every kind of argument, with NULLs, in groups, of nothing.
CREATE FUNCTION oracle.compare_arguments(source text, OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE sql AS $$
	SELECT sum(c.compared), sum(c.different), min(c.example)
		FROM unnest('{id,n,t,j,l,d,p,ts,b,item,"ROW(id, t)","(SELECT s FROM (SELECT id, t) AS s)","NULL::int","ARRAY[p, NULL]",
					  "jsonb_build_object(id, t)","t::varchar","md5(id::text)::uuid"}'::text[]) AS argument,
			 oracle.compare(format('@.json_agg(%s)', argument), source) AS c
$$;
SELECT * FROM oracle.compare_arguments('FROM item');
SELECT * FROM oracle.compare_arguments('FROM item GROUP BY g');
SELECT * FROM oracle.compare_arguments('FROM item GROUP BY id');
SELECT * FROM oracle.compare_arguments('FROM item WHERE false');
SELECT oracle.same('SELECT @.json_agg(item) FROM item WHERE false GROUP BY g');
SELECT * FROM oracle.compare_arguments('FROM item WHERE id = 45');
SELECT * FROM oracle.compare_arguments('FROM item GROUP BY g HAVING count(*) > 71');
SELECT oracle.same('SELECT @.json_agg(1) FROM item WHERE false'), pg_catalog.json_agg(1) IS NULL AS core_is_null,
	   fastjson.json_agg(1) IS NULL AS ours_is_null FROM item WHERE false;
SELECT oracle.same('SELECT @.json_agg(''a'') FROM item');
SELECT oracle.same('SELECT @.json_agg(NULL) FROM item');
SELECT oracle.same('SELECT @.json_agg(*) FROM item');
SELECT oracle.same('SELECT @.json_agg(id, id) FROM item');
SELECT oracle.same('SELECT @.json_agg(@.json_agg(id)) FROM item');
SELECT oracle.same('SELECT id FROM item WHERE @.json_agg(id) IS NULL');

-- FILTER, DISTINCT, ORDER BY.
SELECT * FROM oracle.compare('@.json_agg(t) FILTER (WHERE b)', 'FROM item GROUP BY g');
SELECT * FROM oracle.compare('@.json_agg(t) FILTER (WHERE false)', 'FROM item GROUP BY g');
SELECT * FROM oracle.compare('@.json_agg(DISTINCT n)', 'FROM item GROUP BY g');
SELECT * FROM oracle.compare('@.json_agg(DISTINCT t ORDER BY t DESC NULLS LAST)', 'FROM item');
SELECT * FROM oracle.compare('@.json_agg(DISTINCT p)', 'FROM item');
SELECT * FROM oracle.compare('@.json_agg(DISTINCT l)', 'FROM item');
SELECT * FROM oracle.compare('@.json_agg(item ORDER BY t COLLATE "C", id)', 'FROM item GROUP BY g');
SELECT * FROM oracle.compare('@.json_agg(t ORDER BY n DESC, id) FILTER (WHERE id > 100)', 'FROM item GROUP BY b');
SELECT oracle.same('SELECT @.json_agg(DISTINCT j) FROM item');
SELECT oracle.same('SELECT @.json_agg(ALL t), @.json_agg(t), @.json_agg(t ORDER BY id), count(*), @.json_agg(id)
	FROM item GROUP BY g ORDER BY g');
SELECT oracle.same('SELECT @.json_agg(t)::text || @.json_agg(t)::text FROM item');

-- As a window function: growing, sliding and empty frames.
SELECT frame, c.* FROM unnest(ARRAY[
		'()', '(ORDER BY id)', '(PARTITION BY g)', '(PARTITION BY g ORDER BY id)', '(ORDER BY g)', '(ORDER BY id DESC)',
		'(ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)', '(ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING)',
		'(ORDER BY id ROWS BETWEEN CURRENT ROW AND 4 FOLLOWING)', '(ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING)',
		'(ORDER BY id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)',
		'(ORDER BY id GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING)',
		'(ORDER BY id RANGE BETWEEN 10 PRECEDING AND CURRENT ROW)',
		'(ORDER BY id ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING EXCLUDE CURRENT ROW)',
		'(PARTITION BY b ORDER BY g RANGE UNBOUNDED PRECEDING EXCLUDE TIES)']) AS frame,
	LATERAL (SELECT sum(compared) AS compared, sum(different) AS different, min(example) AS example
			 FROM unnest('{id,item,t,"ARRAY[id]"}'::text[]) AS argument,
				  oracle.compare(format('@.json_agg(%s) OVER %s', argument, frame), 'FROM item WHERE id <= 150')) AS c;
SELECT * FROM oracle.compare('@.json_agg(t) FILTER (WHERE b) OVER (ORDER BY id)', 'FROM item WHERE id <= 150');
SELECT oracle.same('SELECT @.json_agg(t) OVER w, @.json_agg(id) OVER w, @.json_agg(t) OVER (ORDER BY id DESC)
	FROM item WINDOW w AS (ORDER BY id)');
SELECT oracle.same('SELECT @.json_agg(@.json_agg(t ORDER BY id)) OVER (ORDER BY g) FROM item GROUP BY g');

-- Grouping sets, hashed and sorted, mixed with other aggregates.
SELECT oracle.same('SELECT g, b, @.json_agg(t ORDER BY id), count(*) FROM item GROUP BY
	GROUPING SETS ((g), (b), (g, b), ()) ORDER BY 1, 2');
SELECT oracle.same('SELECT g, b, @.json_agg(item ORDER BY id) FROM item GROUP BY ROLLUP (g, b) ORDER BY 1, 2');
SELECT oracle.same('SELECT g, b, @.json_agg(id ORDER BY id) FROM item GROUP BY CUBE (g, b) ORDER BY 1, 2');
SELECT oracle.same('SELECT g, @.json_agg(id) FROM item GROUP BY GROUPING SETS ((g), ()) ORDER BY 1');
SELECT oracle.same('SELECT g FROM item GROUP BY g HAVING @.json_agg(id)::text LIKE ''%77%'' ORDER BY 1');
BEGIN;
SET LOCAL enable_hashagg = off;
SELECT * FROM oracle.compare_arguments('FROM item GROUP BY g');
SET LOCAL enable_hashagg = on;
SET LOCAL enable_sort = off;
SELECT * FROM oracle.compare_arguments('FROM item GROUP BY g');
-- groups that do not fit are spilled
SET LOCAL work_mem = '64kB';
SELECT * FROM oracle.compare('@.json_agg(item)', 'FROM item, generate_series(1, 20) AS i GROUP BY id, i');
ROLLBACK;

-- In a subquery that runs again for each outer row, in a CTE, in an expression.
SELECT * FROM oracle.compare('(SELECT @.json_agg(i.t ORDER BY i.id) FROM item AS i WHERE i.g = o.id % 9)', 'FROM item AS o');
SELECT * FROM oracle.compare('(SELECT @.json_agg(i) FROM item AS i WHERE i.id BETWEEN o.id AND o.id + o.g)', 'FROM item AS o');
SELECT oracle.same('SELECT o.id, s.j FROM item AS o, LATERAL (SELECT @.json_agg(i.l) AS j FROM item AS i
	WHERE i.id < o.g) AS s ORDER BY o.id');
SELECT oracle.same('WITH c AS (SELECT g, @.json_agg(p ORDER BY id) AS j FROM item GROUP BY g)
	SELECT @.json_agg(c ORDER BY g) FROM c');
SELECT oracle.same('SELECT @.json_agg(s) FROM (SELECT g, @.json_agg(s ORDER BY id)
	FROM (SELECT g, id, t FROM item) AS s GROUP BY g ORDER BY g) AS s');
SELECT oracle.same('SELECT json_array_length(@.json_agg(id)), @.json_agg(id) -> 3 FROM item');

-- Partitions aggregated one by one, and by parallel workers.
CREATE TABLE part (id int, g int, t text) PARTITION BY LIST (g);
CREATE TABLE part_0 PARTITION OF part FOR VALUES IN (0, 1);
CREATE TABLE part_1 (t text, g int, id int);
ALTER TABLE part ATTACH PARTITION part_1 FOR VALUES IN (2, 3, 4, 5, 6);
INSERT INTO part SELECT id, g, t FROM item;
ANALYZE part;
CREATE FUNCTION oracle.plan_has(node text, statement text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || statement LOOP
		IF line LIKE '%' || node || '%' THEN
			RETURN true;
		END IF;
	END LOOP;
	RETURN false;
END
$$;
BEGIN;
SET LOCAL enable_partitionwise_aggregate = on;
SELECT oracle.same('SELECT g, @.json_agg(part ORDER BY id), @.json_agg(t ORDER BY id) FROM part GROUP BY g ORDER BY g');
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SET LOCAL max_parallel_workers_per_gather = 2;
SELECT oracle.plan_has('Gather', 'SELECT pg_catalog.row_to_json(part) FROM part') AS core_in_parallel,
	   oracle.plan_has('Gather', 'SELECT fastjson.row_to_json(part) FROM part') AS ours_in_parallel;
CREATE TEMP TABLE core AS SELECT id, pg_catalog.row_to_json(item)::text AS j FROM item;
CREATE TEMP TABLE ours AS SELECT id, fastjson.row_to_json(item)::text AS j FROM item;
SELECT count(*) AS compared, count(*) FILTER (WHERE core.j IS DISTINCT FROM ours.j) AS different
	FROM core FULL JOIN ours USING (id);
SELECT oracle.plan_has('Gather', 'SELECT g, pg_catalog.json_agg(t ORDER BY id) FROM part GROUP BY g') AS core_in_parallel,
	   oracle.plan_has('Gather', 'SELECT g, fastjson.json_agg(t ORDER BY id) FROM part GROUP BY g') AS ours_in_parallel;
CREATE TEMP TABLE core_part AS SELECT g, pg_catalog.json_agg(t ORDER BY id)::text AS j FROM part GROUP BY g;
CREATE TEMP TABLE our_part AS SELECT g, fastjson.json_agg(t ORDER BY id)::text AS j FROM part GROUP BY g;
SELECT count(*) AS compared, count(*) FILTER (WHERE c.j IS DISTINCT FROM o.j) AS different
	FROM core_part AS c FULL JOIN our_part AS o USING (g);
ROLLBACK;

-- Large groups, and many.
SELECT * FROM oracle.compare('@.json_agg(ROW(i, md5(i::text)))', 'FROM generate_series(1, 50000) AS i');
SELECT * FROM oracle.compare('@.json_agg(i)', 'FROM generate_series(1, 200000) AS i');
SELECT * FROM oracle.compare('@.json_agg(repeat(''long "text" '', i))', 'FROM generate_series(1, 1000) AS i');
SELECT * FROM oracle.compare('@.json_agg(i)', 'FROM generate_series(1, 30000) AS i GROUP BY i');
SELECT * FROM oracle.compare('@.json_agg(ROW(i, ''x''))', 'FROM generate_series(1, 30000) AS i GROUP BY i % 10000');

-- Called as what it is not.
SELECT oracle.same('SELECT @.json_agg_transfn(NULL, 1)');
SELECT oracle.same('SELECT @.json_agg_transfn(NULL, NULL::text)');
SELECT oracle.same('SELECT @.json_agg_finalfn(NULL)');
-- As parts of an aggregate of the user's own.
CREATE AGGREGATE own_core(anyelement) (SFUNC = pg_catalog.json_agg_transfn, STYPE = internal,
	FINALFUNC = pg_catalog.json_agg_finalfn);
CREATE AGGREGATE own_ours(anyelement) (SFUNC = fastjson.json_agg_transfn, STYPE = internal, FINALFUNC = fastjson.json_agg_finalfn);
SELECT count(*) AS compared, count(*) FILTER (WHERE core IS DISTINCT FROM ours) AS different
	FROM (SELECT own_core(item)::text AS core, own_ours(item)::text AS ours FROM item GROUP BY g) AS pair;
DROP AGGREGATE own_core(anyelement), own_ours(anyelement);

DROP FUNCTION oracle.compare_arguments(text), oracle.plan_has(text, text);
DROP TABLE item, part;
DROP TYPE pair;
DROP DOMAIN ints;
