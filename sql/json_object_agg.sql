--
-- The aggregate json_object_agg, and how long results of aggregates are good
--
SET jit = off;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'very "happy"');
CREATE TYPE pair AS (a int, b text);
CREATE TYPE box_id AS ENUM ('box');
CREATE FUNCTION box_id_json(box_id) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('oracle.raise', true) = 'yes' THEN
		RAISE EXCEPTION 'no json of %', $1;
	END IF;
	RETURN pg_catalog.json_build_object('id', $1::text);
END
$$;
CREATE CAST (box_id AS json) WITH FUNCTION box_id_json(box_id);
CREATE DOMAIN word AS text;
CREATE DOMAIN ints AS int[];
CREATE TABLE item (id int, g int, n numeric, f float8, t text, j json, l int[], d ints, p pair, m mood, ts timestamptz, b bool);
INSERT INTO item
	SELECT i, i % 7, nullif(i % 11, 0) / 4.0, i / 3.0, CASE WHEN i % 5 > 0 THEN 'text "' || i END,
		   CASE WHEN i % 3 > 0 THEN '{ "i" :' || i || '}' END::json,
		   CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '{}' ELSE ARRAY[i, NULL] END, CASE WHEN i % 6 > 0 THEN ARRAY[i] END,
		   CASE WHEN i % 9 > 0 THEN ROW(i, NULL)::pair END, (enum_range(NULL::mood))[i % 3 + 1],
		timestamptz '2000-01-01 00:00+00' + i * interval '1 hour', i % 2 = 0
	FROM generate_series(1, 500) AS i;

-- Every kind of key, with every kind of value, in groups, of nothing.
CREATE TABLE key (key text);
INSERT INTO key VALUES ('id'), ('coalesce(n, 0)'), ('f'), ('coalesce(t, '''')'), ('m'), ('ts'), ('b'), ('md5(id::text)::uuid'),
	('id::text::word'), ('ts::date'), ('ts::timestamp'), ('id::int8'), ('id::int2'),
	('g::float4 / 0.3::float4'), ('nullif(f, f)::text IS NULL'), ('''literal''::text'), ('''of no type "'' '), ('1'), ('id::varchar(2)'),
	('id::char(5)'), ('t::name IS NULL'), ('id::text::name'), ('id::oid'),
	('''\x00ff''::bytea'), ('ts - timestamptz ''1999-01-01 00:00+00'''), ('int4range(id, id + 2)'), ('id::money'),
	('CASE WHEN id % 2 = 0 THEN ''NaN''::float8 ELSE ''infinity'' END');
CREATE TABLE value (value text);
INSERT INTO value VALUES ('id'), ('n'), ('f'), ('t'), ('j'), ('l'), ('d'), ('p'), ('m'), ('ts'), ('b'), ('item'), ('ROW(id, t)'),
	('(SELECT s FROM (SELECT id, t) AS s)'), ('NULL::int'), ('NULL'), ('''literal''::text'),
	('''of no type "'''), ('ARRAY[p, NULL]'), ('jsonb_build_object(id, t)'), ('t::varchar'), ('md5(id::text)::uuid'), ('nullif(id % 2, 0)'),
	('''box''::box_id'), ('int4range(id, id + 2)');
CREATE FUNCTION oracle.compare_objects(source text, OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE sql AS $$
	SELECT c.*
		FROM (SELECT string_agg(format('@.json_object_agg(%s, %s)::text', key, value), ', ' ORDER BY key, value) AS list
			  FROM (SELECT key, 't' FROM key UNION ALL SELECT 'id', value FROM value) AS form (key, value)) AS forms,
			 oracle.compare(format('ARRAY[%s]', list), source) AS c
$$;
SELECT * FROM oracle.compare_objects('FROM item');
SELECT * FROM oracle.compare_objects('FROM item GROUP BY g');
SELECT * FROM oracle.compare_objects('FROM item WHERE id < 50 GROUP BY id');
SELECT * FROM oracle.compare_objects('FROM item WHERE false');
SELECT * FROM oracle.compare_objects('FROM item GROUP BY g HAVING count(*) > 71');
SELECT oracle.same('SELECT @.json_object_agg(id, t) IS NULL FROM item WHERE false'),
	oracle.same('SELECT @.json_object_agg(id, t) FROM item WHERE false GROUP BY g');
SELECT oracle.same('SELECT ' || string_agg(format('@.json_object_agg(%s, %s ORDER BY id)', key, value),
	', ') || ' FROM item WHERE id < 9') FROM key, value WHERE length(key) < 6;

-- What is no key, and which error is first.
SELECT arguments, oracle.same_key(format('SELECT g, @.json_object_agg(%s) FROM item GROUP BY g ORDER BY g', arguments))
	FROM unnest(ARRAY['j, 1', 'l, 1', 'd, 1', 'p, 1', 'item, 1', 'ROW(1), 1', 'j::jsonb, 1', '''box''::box_id, 1', 'NULL, 1', 't, 1',
	'NULL::json, 1', 'NULL::int[], 1', 'NULL, NULL', 'nullif(id, 300), id', 'nullif(id, 300), l',
					  'CASE WHEN id < 200 THEN j END, 1', 'id', 'id, t, t', '*', '']) AS arguments;
SET oracle.raise = yes;
SELECT arguments, oracle.same_key(format('SELECT @.json_object_agg(%s) FROM item', arguments))
	FROM unnest(ARRAY['id, ''box''::box_id', 'NULL, ''box''::box_id', 'nullif(id, 300), CASE WHEN id = 299 THEN ''box''::box_id END',
	'nullif(id, 300), CASE WHEN id = 300 THEN ''box''::box_id END',
					  'nullif(id, 300), CASE WHEN id = 301 THEN ''box''::box_id END', 'l, ''box''::box_id',
					'id, ARRAY[CASE WHEN id = 250 THEN ''box''::box_id END]', 'id, 1 / (id - 400)',
					  'id, CASE WHEN id = 250 THEN ''box''::box_id END) FILTER (WHERE id <> 250',
					'nullif(id, 300), 1) FILTER (WHERE id <> 300']) AS arguments;
DO $$
BEGIN
	FOR i IN 1 .. 100 LOOP
		BEGIN
			PERFORM fastjson.json_object_agg(j, CASE WHEN j = 5 THEN 'box'::box_id END), fastjson.json_agg(repeat('x',
			10000)) FROM generate_series(1, 5) AS j;
			RAISE 'no error';
		EXCEPTION WHEN raise_exception THEN
			IF SQLERRM <> 'no json of box' THEN
				RAISE;
			END IF;
		END;
		BEGIN
			PERFORM fastjson.json_object_agg(nullif(j, 5), repeat('x', 10000)) FROM generate_series(1, 5) AS j GROUP BY j / 3;
			RAISE 'no error';
		EXCEPTION WHEN invalid_parameter_value OR null_value_not_allowed THEN
			NULL;
		END;
	END LOOP;
END
$$;
RESET oracle.raise;
SELECT * FROM oracle.compare('@.json_object_agg(i, repeat(''x'', i))', 'FROM generate_series(1, 500) AS i GROUP BY i % 3');
SELECT oracle.same('SELECT id FROM item WHERE @.json_object_agg(id, t) IS NULL'),
	oracle.same('SELECT @.json_object_agg(id, @.json_object_agg(id, t)) FROM item'),
	   oracle.same('SELECT @.json_object_agg(VARIADIC ARRAY[1, 2]) FROM item');

-- Keys that are escaped, of every length, and more than once.
SELECT * FROM oracle.compare('@.json_object_agg(repeat(''x'', n % 70) || c || repeat(''y'', n / 70), n ORDER BY c COLLATE "C")',
	$$FROM generate_series(0, 700, 7) AS n, (VALUES (''), ('"'), (E'\n'), (E'\\'), (E'\x01'), (E'\u20ac'), ('/')) AS v (c) GROUP BY n$$);
SELECT * FROM oracle.compare('@.json_object_agg(g, t ORDER BY id)', 'FROM item');

-- FILTER, DISTINCT, ORDER BY.
SELECT * FROM oracle.compare('@.json_object_agg(id, t) FILTER (WHERE b)', 'FROM item GROUP BY g');
SELECT * FROM oracle.compare('@.json_object_agg(t, id) FILTER (WHERE t IS NOT NULL)', 'FROM item GROUP BY g');
SELECT * FROM oracle.compare('@.json_object_agg(id, t) FILTER (WHERE false)', 'FROM item GROUP BY g');
SELECT * FROM oracle.compare('@.json_object_agg(DISTINCT g, b)', 'FROM item');
SELECT * FROM oracle.compare('@.json_object_agg(DISTINCT g, n ORDER BY g DESC, n NULLS FIRST)', 'FROM item');
SELECT * FROM oracle.compare('@.json_object_agg(id, item ORDER BY t COLLATE "C" DESC, id)', 'FROM item GROUP BY g');
SELECT oracle.same('SELECT @.json_object_agg(DISTINCT g, j) FROM item'),
	oracle.same('SELECT @.json_object_agg(DISTINCT g, b ORDER BY id) FROM item');
SELECT oracle.same('SELECT @.json_object_agg(ALL id, t), @.json_object_agg(id, t), @.json_object_agg(id, t
	ORDER BY id DESC), count(*), @.json_agg(id), @.json_object_agg(id, id) FROM item GROUP BY g ORDER BY g');

-- As a window function: growing, sliding and empty frames.
SELECT frame, c.* FROM unnest(ARRAY[
		'()', '(ORDER BY id)', '(PARTITION BY g)', '(PARTITION BY g ORDER BY id)', '(ORDER BY g)',
		'(ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)', '(ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING)',
		'(ORDER BY id ROWS BETWEEN CURRENT ROW AND 4 FOLLOWING)', '(ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING)',
		'(ORDER BY id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)', '(ORDER BY id GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING)',
		'(ORDER BY id RANGE BETWEEN 10 PRECEDING AND CURRENT ROW)',
		'(ORDER BY id ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING EXCLUDE CURRENT ROW)',
		'(PARTITION BY b ORDER BY g RANGE UNBOUNDED PRECEDING EXCLUDE TIES)']) AS frame,
	oracle.compare(format('ARRAY[@.json_object_agg(id, t) OVER %1$s, @.json_object_agg(id, item) OVER %1$s]::text', frame),
	'FROM item WHERE id <= 120') AS c;
SELECT oracle.same('SELECT @.json_object_agg(id, t) OVER w, @.json_object_agg(id, t) OVER w, @.json_agg(id) OVER w,
	@.json_object_agg(id, g) FILTER (WHERE b) OVER w FROM item WHERE id < 99 WINDOW w AS (ORDER BY id)');
SELECT oracle.same('SELECT @.json_object_agg(g, @.json_object_agg(id, t ORDER BY id)) OVER (ORDER BY g) FROM item GROUP BY g');
SELECT oracle.same_key('SELECT @.json_object_agg(nullif(id, 30), t) OVER (ORDER BY id) FROM item');

-- Grouping sets, hashed and sorted, mixed with other aggregates.
CREATE FUNCTION oracle.same_plans(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	outcomes text[] := ARRAY[oracle.same(statement)];
BEGIN
	SET LOCAL enable_hashagg = off;
	outcomes := outcomes || oracle.same(statement);
	SET LOCAL enable_hashagg = on;
	SET LOCAL enable_sort = off;
	outcomes := outcomes || oracle.same(statement);
	SET LOCAL enable_sort = on;
	RETURN (SELECT string_agg(DISTINCT outcome, '; ') FROM unnest(outcomes) AS outcome);
END
$$;
SELECT oracle.same_plans('SELECT g, b, @.json_object_agg(id, t ORDER BY id), @.json_agg(t ORDER BY id), count(*) FROM item
	GROUP BY GROUPING SETS ((g), (b), (g, b), ()) ORDER BY 1, 2');
SELECT oracle.same_plans('SELECT g, b, @.json_object_agg(id, item ORDER BY id) FROM item GROUP BY ROLLUP (g, b) ORDER BY 1, 2');
SELECT oracle.same_plans('SELECT g, b, m, @.json_object_agg(id, id ORDER BY id), @.json_agg(item ORDER BY id) FROM item GROUP BY CUBE (g, b, m)
	ORDER BY 1, 2, 3');
SELECT oracle.same_plans('SELECT g, b, @.json_agg(id ORDER BY id) FROM item GROUP BY GROUPING SETS ((g), (b)) ORDER BY 1, 2');
SELECT oracle.same_plans('SELECT g, @.json_object_agg(id, t ORDER BY id) FROM item GROUP BY g HAVING @.json_object_agg(id, t
	ORDER BY id)::text LIKE ''%77%'' ORDER BY 1');
SELECT oracle.same_plans('SELECT g, @.json_object_agg(id, t ORDER BY id) FROM item GROUP BY g ORDER BY 1 LIMIT 2 OFFSET 3');
SELECT oracle.same_plans('SELECT DISTINCT ON (b) b, g, @.json_object_agg(id, t ORDER BY id) FROM item GROUP BY b, g ORDER BY b, g');
BEGIN;
SET LOCAL enable_sort = off;
SET LOCAL work_mem = '64kB';
SELECT * FROM oracle.compare('@.json_object_agg(i, item)', 'FROM item, generate_series(1, 20) AS i GROUP BY id, i');
ROLLBACK;

-- In a subquery that runs again for each outer row, in a CTE, in an expression.
SELECT * FROM oracle.compare('(SELECT @.json_object_agg(i.id, i.t ORDER BY i.id) FROM item AS i WHERE i.g = o.id % 9)',
	'FROM item AS o WHERE o.id < 99');
SELECT * FROM oracle.compare('(SELECT @.json_object_agg(i.id, i) FROM item AS i WHERE i.id BETWEEN o.id AND o.id + o.g)',
	'FROM item AS o WHERE o.id < 99');
SELECT * FROM oracle.compare('(SELECT @.json_object_agg(o.id, i) FROM generate_series(1, 3) AS i)', 'FROM item AS o WHERE o.id < 99');
SELECT oracle.same('SELECT (SELECT @.json_object_agg(o.id, o.t) FROM (VALUES (1)) AS v) FROM item AS o');
SELECT oracle.same_plans('SELECT o.id, s.* FROM item AS o, LATERAL (SELECT @.json_object_agg(i.id, i.l) AS j, @.json_agg(i.t) FROM item AS i
	WHERE i.id < o.g) AS s WHERE o.id < 30 ORDER BY o.id');
SELECT oracle.same_plans('SELECT o.id, s.* FROM generate_series(1, 9) AS o (id), LATERAL (SELECT i.g, @.json_object_agg(i.id, i.l ORDER BY i.id)
	FROM item AS i WHERE i.id < o.id * 10 GROUP BY i.g) AS s ORDER BY o.id, s.g');
SELECT oracle.same('SELECT json_typeof(@.json_object_agg(id, t)), @.json_object_agg(id, t) -> ''3'', @.json_object_agg(id, t)::jsonb,
	@.json_object_agg(id, t)::text || @.json_object_agg(id, t) FROM item');

-- A result is good until the plan above is done with it: kept rows, other groups' rows behind it, the plan run again.
SELECT statement, oracle.same_plans(replace(statement, '@.grouped',
	'(SELECT g, m, b, @.json_agg(item ORDER BY id) AS a, @.json_object_agg(id, repeat(t, g) ORDER BY id) AS o FROM item
	GROUP BY g, m, b) AS s')) AS sorting,
	   oracle.same_plans(replace(statement, '@.grouped',
	'(SELECT g, m, b, @.json_agg(i) AS a, @.json_object_agg(id, repeat(t, g)) AS o FROM (SELECT * FROM item ORDER BY g, m, b, id) AS i
	GROUP BY g, m, b) AS s')) AS sorted
	FROM unnest(ARRAY[
		'SELECT array_agg(a::text ORDER BY g, m, b), array_agg(o ORDER BY g, m, b) FROM @.grouped',
		'SELECT g, string_agg(o::text, ''|'' ORDER BY m, b), @.json_agg(a ORDER BY m, b), @.json_object_agg(m, o ORDER BY b, m) FROM @.grouped GROUP BY g ORDER BY g',
		'SELECT min(a::text COLLATE "C"), max(o::text COLLATE "C"), (array_agg(o ORDER BY g, m, b))[3] FROM @.grouped',
		'SELECT a, lag(a) OVER w, lead(o, 2) OVER w, first_value(o) OVER w, last_value(a) OVER w FROM @.grouped WINDOW w AS (ORDER BY g, m, b)',
		'WITH c AS MATERIALIZED (SELECT * FROM @.grouped) SELECT x.*, y.o FROM c AS x, c AS y WHERE x.g = y.g + 1 AND x.b AND y.b ORDER BY x.g, x.m, y.g, y.m',
		'SELECT x.a, y.o FROM @.grouped, LATERAL (SELECT a) AS x, LATERAL (SELECT o FROM generate_series(1, 2)) AS y ORDER BY g, m, b',
		'SELECT i.id, s.a, s.o FROM item AS i JOIN @.grouped USING (g, m, b) WHERE i.id % 9 = 0 ORDER BY i.id',
		'SELECT a, o FROM @.grouped ORDER BY o::text COLLATE "C", a::text COLLATE "C" LIMIT 7 OFFSET 2',
		'SELECT * FROM (SELECT a, o FROM @.grouped WHERE g < 3 UNION ALL SELECT o, a FROM @.grouped WHERE g > 3) AS u ORDER BY a::text COLLATE "C"',
		'SELECT a::text FROM @.grouped UNION SELECT o::text FROM @.grouped ORDER BY 1',
		'SELECT a::text FROM @.grouped EXCEPT SELECT a::text FROM @.grouped WHERE g = 2 ORDER BY 1',
		'SELECT unnest(ARRAY[a, o]), generate_series(1, 3), a FROM @.grouped ORDER BY g, m, b, 2',
		'SELECT ARRAY(SELECT o FROM @.grouped ORDER BY g, m, b), (SELECT a FROM @.grouped ORDER BY g DESC, m, b LIMIT 1), (SELECT o FROM @.grouped ORDER BY g, m DESC, b LIMIT 1)',
		'SELECT g, a, o FROM @.grouped WHERE EXISTS (SELECT FROM item WHERE item.g = s.g AND length(s.a::text) > length(s.o::text) - 9000) ORDER BY g, m, b FETCH FIRST 5 ROWS WITH TIES']) AS statement;
-- merged from the partitions' sorted groups, one of each open at a time
CREATE TABLE part (id int, g int, t text) PARTITION BY LIST (g);
CREATE TABLE part_0 PARTITION OF part FOR VALUES IN (0, 1);
CREATE TABLE part_1 (t text, g int, id int);
ALTER TABLE part ATTACH PARTITION part_1 FOR VALUES IN (2, 3, 4, 5, 6);
INSERT INTO part SELECT id, g, t FROM item;
CREATE INDEX ON part (id);
ANALYZE part;
BEGIN;
SET LOCAL enable_partitionwise_aggregate = on;
SELECT oracle.same_plans('SELECT g, @.json_object_agg(id, part ORDER BY id), @.json_object_agg(id, t ORDER BY id) FROM part GROUP BY g ORDER BY g');
SELECT oracle.same_plans('SELECT id, g, @.json_object_agg(id, t), @.json_agg(part) FROM part GROUP BY id, g ORDER BY id, g');
SELECT oracle.same_plans('SELECT o.id, lag(j) OVER (ORDER BY o.id), array_agg(j) OVER (ORDER BY o.id ROWS 3 PRECEDING)
	FROM (SELECT id, g, @.json_object_agg(id, t) AS j FROM part GROUP BY id, g ORDER BY id) AS o ORDER BY id');
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SET LOCAL max_parallel_workers_per_gather = 2;
SELECT oracle.same_plans('SELECT g, @.json_object_agg(id, t ORDER BY id), @.json_agg(t ORDER BY id) FROM part GROUP BY g ORDER BY g');
SELECT oracle.same_plans('SELECT o.id, (SELECT @.json_object_agg(i.id, i.t ORDER BY i.id) FROM part AS i WHERE i.id < o.id % 20) FROM part AS o
	ORDER BY o.id');
ROLLBACK;
-- kept by a statement, a function, a cursor
SELECT oracle.same('INSERT INTO kept SELECT g, @.json_agg(item ORDER BY id), @.json_object_agg(id, t ORDER BY id) FROM item GROUP BY g
	ORDER BY g RETURNING *', 'CREATE TABLE kept (g int, a json, o json)', undo => true);
SELECT oracle.same('SELECT * FROM kept ORDER BY g', 'CREATE TABLE kept AS SELECT g, json ''1'' AS o FROM generate_series(0, 6) AS g;
	UPDATE kept SET o = s.o FROM (SELECT g, @.json_object_agg(id, t ORDER BY id) AS o FROM item GROUP BY g) AS s WHERE kept.g = s.g', undo => true);
SELECT oracle.same('TABLE kept',
	'CREATE TABLE kept AS SELECT g, @.json_agg(item ORDER BY id), @.json_object_agg(id, t ORDER BY id) FROM item GROUP BY g ORDER BY g',
	undo => true);
SELECT oracle.same('SELECT * FROM kept()', $def$
	CREATE FUNCTION scalar_object(int) RETURNS json LANGUAGE sql AS 'SELECT @.json_object_agg(id, t ORDER BY id) FROM item WHERE g = $1 OFFSET 0';
	CREATE FUNCTION set_of_objects() RETURNS SETOF json LANGUAGE sql VOLATILE AS 'SELECT @.json_object_agg(id, t ORDER BY id) FROM item GROUP BY g
	ORDER BY g';
	CREATE FUNCTION kept() RETURNS SETOF json LANGUAGE plpgsql AS $$
	DECLARE
		r record;
		before json;
		objects json[];
		c CURSOR FOR SELECT g, @.json_object_agg(id, t ORDER BY id) AS o FROM item GROUP BY g ORDER BY g;
	BEGIN
		FOR r IN SELECT g, @.json_agg(item ORDER BY id) AS a, @.json_object_agg(id, t ORDER BY id) AS o FROM item GROUP BY g ORDER BY g LOOP
			RETURN NEXT before;
			RETURN NEXT r.o;
			before := r.a;
			objects := objects || r.o || scalar_object(r.g);
		END LOOP;
		RETURN QUERY SELECT unnest(objects);
		FOR r IN c LOOP
			RETURN NEXT before;
			before := r.o;
			SELECT @.json_object_agg(r.g, i) INTO r.o FROM generate_series(1, r.g) AS i;
			RETURN NEXT r.o;
		END LOOP;
		RETURN QUERY SELECT * FROM set_of_objects();
		RETURN QUERY SELECT set_of_objects();
	END
	$$$def$, undo => true);
BEGIN;
SELECT format('DECLARE "%1$s" SCROLL CURSOR WITH HOLD FOR SELECT g, %1$s.json_agg(t ORDER BY id), %1$s.json_object_agg(id, t ORDER BY id)
	FROM item WHERE id < 9 GROUP BY g ORDER BY g', schema) FROM unnest('{pg_catalog,fastjson}'::text[]) AS schema \gexec
FETCH 2 FROM pg_catalog;
FETCH 2 FROM fastjson;
COMMIT;
FETCH 2 FROM pg_catalog;
FETCH 2 FROM fastjson;
FETCH BACKWARD 3 FROM pg_catalog;
FETCH BACKWARD 3 FROM fastjson;
CLOSE ALL;
-- and over the end of a transaction, with states still open
CREATE TABLE kept (id int, same boolean);
DO $$
DECLARE
	r record;
BEGIN
	FOR r IN SELECT id, pg_catalog.json_object_agg(id, item) OVER w AS core, fastjson.json_object_agg(id, item) OVER w AS ours,
					pg_catalog.json_agg(l) OVER w AS core_list, fastjson.json_agg(l) OVER w AS our_list
			 FROM item WHERE id <= 100 WINDOW w AS (PARTITION BY g ORDER BY id) LOOP
		COMMIT;
		INSERT INTO kept VALUES (r.id, r.core::text = r.ours::text AND r.core_list::text = r.our_list::text);
	END LOOP;
END
$$;
SELECT count(*), bool_and(same) FROM kept;
DROP TABLE kept;

-- A cast that comes or goes in the middle of a group counts from the next group on, a new name at once.
SELECT setting, statement, oracle.same(statement, $def$
	CREATE TYPE fruit AS ENUM ('apple');
	CREATE FUNCTION fruit_json(fruit) RETURNS json LANGUAGE sql AS 'SELECT ''"fruit"''::json';
	CREATE FUNCTION change(i int) RETURNS int LANGUAGE plpgsql AS $$
	BEGIN
		CASE i
			WHEN 2 THEN ALTER TYPE fruit RENAME VALUE 'apple' TO 'pear';
			WHEN 6 THEN CREATE CAST (fruit AS json) WITH FUNCTION fruit_json(fruit);
			WHEN 14 THEN DROP CAST (fruit AS json);
			ELSE NULL;
		END CASE;
		RETURN i;
	END
	$$; $def$ || setting, undo => true)
	FROM unnest(ARRAY['', 'SET LOCAL enable_hashagg = off', 'SET LOCAL enable_sort = off']) AS setting,
		 unnest(ARRAY[
			'SELECT i / 4, @.json_object_agg(change(i), ''apple''::fruit), @.json_agg(''apple''::fruit) FROM generate_series(0, 19) AS i GROUP BY i / 4 ORDER BY 1',
			'SELECT @.json_object_agg(change(i), ''apple''::fruit) OVER (PARTITION BY i / 4), @.json_agg(''apple''::fruit) OVER (ORDER BY i) FROM generate_series(0, 19) AS i',
			'SELECT i / 4, @.json_object_agg(''apple''::fruit, change(i)) FROM generate_series(0, 9) AS i GROUP BY i / 4 ORDER BY 1']) AS statement;

-- Large groups, and many.
SELECT * FROM oracle.compare('@.json_object_agg(i, ROW(i, md5(i::text)))', 'FROM generate_series(1, 20000) AS i');
SELECT * FROM oracle.compare('@.json_object_agg(i, i)', 'FROM generate_series(1, 100000) AS i');
SELECT * FROM oracle.compare('@.json_object_agg(repeat(''key "'', i), repeat(''long "text" '', i))', 'FROM generate_series(1, 700) AS i');
SELECT * FROM oracle.compare('@.json_object_agg(i, i)', 'FROM generate_series(1, 100000) AS i GROUP BY i');
SELECT * FROM oracle.compare('@.json_object_agg(i, repeat(''x'', i % 400))', 'FROM generate_series(1, 20000) AS i GROUP BY i % 5000');
BEGIN;
SET LOCAL enable_hashagg = off;
SELECT * FROM oracle.compare('@.json_object_agg(i, i)', 'FROM generate_series(1, 50000) AS i GROUP BY i');
SELECT * FROM oracle.compare('@.json_object_agg(i, repeat(''x'', i % 400))', 'FROM generate_series(1, 20000) AS i GROUP BY i % 5000');
ROLLBACK;

-- Called as what it is not.
SELECT statement, oracle.same(statement)
	FROM unnest(ARRAY['SELECT @.json_object_agg_transfn(NULL, 1, 2)', 'SELECT @.json_object_agg_transfn(NULL, NULL::text, NULL)',
	'SELECT @.json_object_agg_finalfn(NULL)', 'SELECT @.json_agg_finalfn(1)']) AS statement;

-- As parts of aggregates of the user's own: states that are shared by several, ordered sets.
SELECT statement, oracle.same(statement, $def$
	CREATE VIEW i AS SELECT * FROM item ORDER BY g, id;
	CREATE AGGREGATE own(anyelement) (SFUNC = @.json_agg_transfn, STYPE = internal, FINALFUNC = @.json_agg_finalfn);
	CREATE AGGREGATE own_too(anyelement) (SFUNC = @.json_agg_transfn, STYPE = internal, FINALFUNC = @.json_agg_finalfn,
	FINALFUNC_MODIFY = SHAREABLE);
	CREATE AGGREGATE own_alone(anyelement) (SFUNC = @.json_agg_transfn, STYPE = internal, FINALFUNC = @.json_agg_finalfn,
	FINALFUNC_MODIFY = READ_WRITE);
	CREATE AGGREGATE own_brace(anyelement) (SFUNC = @.json_agg_transfn, STYPE = internal, FINALFUNC = @.json_object_agg_finalfn);
	CREATE AGGREGATE own_set(ORDER BY anyelement) (SFUNC = @.json_agg_transfn, STYPE = internal, FINALFUNC = @.json_agg_finalfn);
	CREATE AGGREGATE own_object("any", "any") (SFUNC = @.json_object_agg_transfn, STYPE = internal, FINALFUNC = @.json_object_agg_finalfn);
	CREATE AGGREGATE own_object_set(ORDER BY "any", "any") (SFUNC = @.json_object_agg_transfn, STYPE = internal,
	FINALFUNC = @.json_object_agg_finalfn);
	$def$, undo => true)
	FROM unnest(ARRAY[
		'SELECT own(t) FROM item', 'SELECT own(i) FROM i GROUP BY g ORDER BY g',
		'SELECT own(t), @.json_agg(t), own(t), own_too(t), own_alone(t) FROM i GROUP BY g ORDER BY g',
		'SELECT own(t), own(t)::text || own_too(t), @.json_agg(t) FROM item', 'SELECT @.json_agg(t), own_brace(t), own(t) FROM item',
		'SELECT own_brace(t), own(t) FROM i GROUP BY g ORDER BY g', 'SELECT own(t)::text, own_brace(t)::text FROM i GROUP BY g ORDER BY g',
		'SELECT own(id) OVER (ORDER BY id), own_too(id) OVER (ORDER BY id) FROM item',
		'SELECT own(id) OVER (ORDER BY id), own_brace(id) OVER (ORDER BY id) FROM item', 'SELECT own_alone(id) OVER () FROM item',
		'SELECT own(id) OVER (ORDER BY id ROWS 3 PRECEDING) FROM item',
		'SELECT own_set() WITHIN GROUP (ORDER BY t), own_set() WITHIN GROUP (ORDER BY t DESC), own_set() WITHIN GROUP (ORDER BY id) FROM item GROUP BY g ORDER BY g',
		'SELECT own_object_set() WITHIN GROUP (ORDER BY id, t) FROM item',
		'SELECT own_object(id, t ORDER BY id), @.json_object_agg(id, t ORDER BY id), own_object(id, g ORDER BY id) FROM item GROUP BY g ORDER BY g',
		'SELECT g, own_object(id, t ORDER BY id), @.json_object_agg(id, t ORDER BY id) FROM item GROUP BY ROLLUP (g) ORDER BY g']) AS statement;

-- Compiled.
SET jit = on;
SET jit_above_cost = 0;
SET jit_inline_above_cost = 0;
SET jit_optimize_above_cost = 0;
SELECT * FROM oracle.compare('concat(@.json_object_agg(id, item), @.json_object_agg(m, t ORDER BY id DESC) FILTER (WHERE b), @.json_agg(l))',
	'FROM item GROUP BY g');
SELECT * FROM oracle.compare('@.json_object_agg(id, t) OVER (ORDER BY id ROWS 3 PRECEDING)', 'FROM item');
SELECT oracle.same_key('SELECT @.json_object_agg(nullif(id, 300), t) FROM item'),
	oracle.same('SELECT @.json_object_agg(id, 1 / (id - 300)) FROM item');
SET jit = off;

DROP TABLE item, key, value, part;
DROP FUNCTION oracle.compare_objects(text), oracle.same_plans(text);
SET client_min_messages = warning;
DROP TYPE box_id, mood, pair CASCADE;
DROP DOMAIN word, ints;
