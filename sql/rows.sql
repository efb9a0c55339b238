--
-- Rows
--
SET jit = off;
-- The forms in which a row is met; a source with one column x of a composite type.
CREATE FUNCTION oracle.compare_rows(query text, OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
BEGIN
	SELECT sum(c.compared), sum(c.different), min(c.example)
		INTO compared, different, example
		FROM (VALUES ('@.to_json(x)'), ('@.row_to_json(x)'), ('@.row_to_json(x, true)'), ('@.row_to_json(x, false)'),
			  ('@.row_to_json(q)'), ('@.to_json(ARRAY[x, NULL, x])'), ('@.json_agg(x)')) AS form (expression),
			 oracle.compare(form.expression, format('FROM (%s) AS q (x)', query)) AS c;
END
$$;

-- Columns dropped, added with a default that old rows do not hold, of every alignment.
CREATE TABLE history (a "char", b text, c int8, d int2);
INSERT INTO history VALUES ('a', 'b', 1, 2), (NULL, NULL, NULL, NULL), ('x', '', NULL, -3);
SELECT * FROM oracle.compare_rows('SELECT t FROM history AS t');
ALTER TABLE history ADD e text DEFAULT 'default "e"', ADD f numeric DEFAULT 1.50, ADD g int;
SELECT * FROM oracle.compare_rows('SELECT t FROM history AS t');
INSERT INTO history VALUES ('n', 'new', 5, 6, NULL, NULL, 7);
SELECT * FROM oracle.compare_rows('SELECT t FROM history AS t');
ALTER TABLE history DROP b, ADD h int[] DEFAULT '{1,NULL}', ADD i bool NOT NULL DEFAULT true;
SELECT * FROM oracle.compare_rows('SELECT t FROM history AS t');
ALTER TABLE history DROP a, DROP i, ADD b timestamptz DEFAULT 'epoch', ADD U&"\00e9""\\n" json DEFAULT '{ }';
INSERT INTO history DEFAULT VALUES;
SELECT * FROM oracle.compare_rows('SELECT t FROM history AS t');
ALTER TABLE history DROP c, DROP d, DROP e, DROP f;
SELECT * FROM oracle.compare_rows('SELECT t FROM history AS t');
SELECT * FROM oracle.compare('@.row_to_json(t)', 'FROM history AS t');
ALTER TABLE history DROP g, DROP h, DROP b, DROP U&"\00e9""\\n";
SELECT * FROM oracle.compare_rows('SELECT t FROM history AS t');
ALTER TABLE history ADD z int DEFAULT 26;
SELECT * FROM oracle.compare_rows('SELECT t FROM history AS t');
DROP TABLE history;

-- No columns at all.
CREATE TABLE nothing ();
INSERT INTO nothing DEFAULT VALUES;
SELECT * FROM oracle.compare_rows('SELECT t FROM nothing AS t');
SELECT * FROM oracle.compare('@.row_to_json(nothing)', 'FROM nothing');
SELECT * FROM oracle.compare('@.row_to_json(ROW())', '');
SELECT * FROM oracle.compare('@.to_json(q)', 'FROM (SELECT) AS q');
DROP TABLE nothing;

-- Values stored with and without padding: every alignment after a text of every length, with NULLs.
CREATE TABLE layout (x text, c "char", s int2, i int4, l int8, b bool, v varchar, n name, u uuid, p point, m macaddr,
	f float4, e text);
INSERT INTO layout
	SELECT nullif(repeat('x', i), ''), 'c', i, i, i, true, repeat('v', i % 5), 'n', md5(i::text)::uuid, point(i, -i),
		'08:00:2b:01:02:03', i, 'end'
	FROM generate_series(0, 140) AS i;
INSERT INTO layout
	SELECT CASE i & 1 WHEN 0 THEN 't' END, CASE i & 2 WHEN 0 THEN 'c' END, CASE i & 4 WHEN 0 THEN 1 END,
		   CASE i & 8 WHEN 0 THEN 2 END,
		   CASE i & 16 WHEN 0 THEN 3 END, CASE i & 32 WHEN 0 THEN false END, CASE i & 64 WHEN 0 THEN 'v' END,
		   CASE i & 128 WHEN 0 THEN 'n' END, CASE i & 256 WHEN 0 THEN md5('u')::uuid END,
		   CASE i & 512 WHEN 0 THEN '(1,2)'::point END
	FROM generate_series(0, 1023) AS i;
SELECT * FROM oracle.compare_rows('SELECT t FROM layout AS t');
SELECT * FROM oracle.compare('@.row_to_json(layout)', 'FROM layout');
SELECT * FROM oracle.compare('@.json_agg(layout)', 'FROM layout');
SELECT * FROM oracle.compare('@.row_to_json(ROW(x, c, s, i, l, b, v, n, u, p, m, f, e))', 'FROM layout');
DROP TABLE layout;

-- Anonymous records; the type of an inner one can be that of the outer one.
SELECT * FROM oracle.compare_rows('SELECT ROW(1, ''a'', NULL)');
SELECT * FROM oracle.compare_rows('SELECT ROW(1, ROW(2, ROW(3, NULL::record, ''c''), ''b''), ''a'')');
SELECT * FROM oracle.compare_rows('SELECT ROW(1, ROW(2, ROW(3, ROW(4, ROW(5, NULL::record, ''e''), ''d''), ''c''), ''b''), ''a'')');
SELECT * FROM oracle.compare_rows('SELECT ROW(ARRAY[ROW(1, ''a''), ROW(2, ''b'')], ROW(ARRAY[ROW(3, ''c'')], NULL::record))');
SELECT * FROM oracle.compare_rows('SELECT ROW(NULL)');
SELECT * FROM oracle.compare_rows('SELECT ROW()');
SELECT * FROM oracle.compare_rows('SELECT ROW(ROW(), ROW(ROW()))');
SELECT * FROM oracle.compare_rows('SELECT NULL::record');
SELECT * FROM oracle.compare_rows('SELECT ROW(''unknown'', NULL, 1.0)');
SELECT oracle.same('SELECT @.row_to_json(1)');
SELECT oracle.same('SELECT @.row_to_json(NULL)');
SELECT oracle.same('SELECT @.row_to_json(''(1,2)'')');
SELECT oracle.same('SELECT @.row_to_json(ROW(1), NULL)');
SELECT oracle.same('SELECT @.row_to_json(ARRAY[ROW(1)])');

-- NULL is null, a row of NULLs is an object.
CREATE TYPE two AS (a int, b text);
CREATE TYPE outer_two AS (x two, y two[], z int);
CREATE DOMAIN two_domain AS two CHECK ((value).a IS DISTINCT FROM 0);
SELECT * FROM oracle.compare_rows('SELECT x FROM (VALUES (NULL::two), (ROW(NULL, NULL)::two), (ROW(1, NULL)::two),
	(ROW(2, ''"'')::two), (''(,)'')) AS v (x)');
SELECT * FROM oracle.compare_rows('SELECT x FROM (VALUES (NULL::outer_two), (ROW(NULL, NULL, NULL)::outer_two),
	(ROW(ROW(NULL, NULL), ARRAY[NULL, ROW(1, ''a'')]::two[], 3)::outer_two)) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT x::two_domain FROM (VALUES (NULL::two),
	(ROW(NULL, NULL)::two), (ROW(2, ''"'')::two)) AS v (x)');
SELECT * FROM oracle.compare('@.row_to_json(x, true)', 'FROM (VALUES
	(ROW(ROW(1, ''a''), ARRAY[ROW(2, ''b'')]::two[], 3)::outer_two)) AS v (x)');

-- Names: of a base table its own, of anything else the alias's; doubled; of join and whole-row.
CREATE TABLE base (a int, b text);
INSERT INTO base VALUES (1, 'one'), (2, NULL);
CREATE VIEW base_view AS SELECT b AS bb, a AS aa, base AS whole FROM base;
CREATE FUNCTION base_rows() RETURNS SETOF base LANGUAGE sql STABLE AS 'SELECT * FROM base';
CREATE FUNCTION base_table() RETURNS TABLE (m int, n text) LANGUAGE sql STABLE AS 'SELECT * FROM base';
CREATE FUNCTION base_records() RETURNS SETOF record LANGUAGE plpgsql STABLE AS 'BEGIN RETURN QUERY SELECT * FROM base; END';
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base AS x (p, q)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT * FROM base) AS x (p, q)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT * FROM base OFFSET 0) AS x (p, q)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT b AS a, a AS b FROM base) AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (VALUES (1, ''a''), (2, ''b'')) AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (VALUES (1, ''a''), (2, ''b'')) AS x (p, q)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (WITH c AS MATERIALIZED (SELECT * FROM base) SELECT * FROM c) AS x (p)');
SELECT oracle.same('WITH c AS MATERIALIZED (SELECT * FROM base) SELECT @.row_to_json(c) FROM c');
SELECT oracle.same('WITH c AS MATERIALIZED (SELECT * FROM base) SELECT @.row_to_json(x) FROM c AS x (p, q)');
SELECT oracle.same('WITH c (r, s) AS (SELECT * FROM base) SELECT @.row_to_json(c), @.json_agg(c) OVER () FROM c');
SELECT oracle.same('WITH RECURSIVE c (r, s) AS (SELECT 1, ''a'' UNION ALL SELECT r + 1, s || ''b'' FROM c
	WHERE r < 5) SELECT @.row_to_json(c) FROM c');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base_view AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base_view AS x (p, q)');
SELECT * FROM oracle.compare('@.row_to_json(x.whole)', 'FROM base_view AS x (p, q)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base_rows() AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base_rows() AS x (p, q)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base_rows() WITH ORDINALITY AS x (p, q)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base_table() AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base_table() AS x (p, q)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base_records() AS x (p int, q text)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM ROWS FROM (generate_series(1, 3), base_rows()) AS x (p, q)');
SELECT * FROM oracle.compare('@.to_json(x)', 'FROM generate_series(1, 3) AS x');
SELECT * FROM oracle.compare('@.to_json(x)', 'FROM generate_series(1, 3) AS x (p)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM unnest(ARRAY[1, 2], ARRAY[''a'']) AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM unnest(ARRAY[ROW(1, ''a'')::two, NULL]) AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM jsonb_to_recordset(''[{"p": 1, "q": {"a": 2}}]'') AS x (p int, q two)');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (base AS l JOIN base AS r USING (a)) AS x');
SELECT * FROM oracle.compare('@.row_to_json(l)', 'FROM base AS l LEFT JOIN base AS r ON l.a = r.a + 1');
SELECT * FROM oracle.compare('@.row_to_json(r)', 'FROM base AS l LEFT JOIN base AS r ON l.a = r.a + 1');
SELECT * FROM oracle.compare('@.row_to_json(r)', 'FROM base AS l LEFT JOIN (SELECT 1 AS one, * FROM base) AS r ON l.a = r.a + 1');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT 1 AS a, 2 AS a, 3 AS a) AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT 1, ''a'', now() IS NULL) AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT * FROM base AS l, base AS r) AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT a FROM base UNION ALL SELECT 3 ORDER BY 1) AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT count(*), b FROM base GROUP BY b) AS x');
SELECT oracle.same('UPDATE base SET a = a RETURNING @.row_to_json(base)');
SELECT oracle.same('WITH i AS (INSERT INTO base VALUES (3, ''three'') RETURNING *) SELECT @.row_to_json(i) FROM i');
DELETE FROM base WHERE a = 3;

-- The whole row with system columns beside it, from an index, sorted, in a subplan.
CREATE INDEX base_a_b ON base (a, b);
INSERT INTO base SELECT i, 'text ' || i FROM generate_series(10, 2000) AS i;
VACUUM ANALYZE base;
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base AS x ORDER BY b DESC');
BEGIN;
SET LOCAL enable_seqscan = off;
SET LOCAL enable_bitmapscan = off;
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT b, a FROM base WHERE a BETWEEN 100 AND 200 ORDER BY a) AS x');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM base AS x WHERE a BETWEEN 100 AND 200 ORDER BY a');
ROLLBACK;
SELECT * FROM oracle.compare('(SELECT @.row_to_json(y) FROM base AS y WHERE y.a = x.a)', 'FROM base AS x WHERE a < 100');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT ctid, tableoid::regclass, xmin::text = ''0'', base FROM base) AS x');
SELECT oracle.same('SELECT @.row_to_json(x) FROM base AS x WHERE @.row_to_json(x)::text LIKE ''%7%''');

-- A record that changes its shape from row to row.
CREATE FUNCTION shape(i int) RETURNS record LANGUAGE plpgsql AS $$
BEGIN
	CASE i % 5
		WHEN 0 THEN RETURN ROW(i, 'a');
		WHEN 1 THEN RETURN ROW('text', i);
		WHEN 2 THEN RETURN ROW(1.5, ARRAY[i], ROW(i, 'nested'), NULL);
		WHEN 3 THEN RETURN ROW(i, 'named')::two;
		ELSE RETURN NULL;
	END CASE;
END
$$;
SELECT * FROM oracle.compare_rows('SELECT shape(i) FROM generate_series(1, 50) AS i');
SELECT * FROM oracle.compare('@.row_to_json(shape(i))', 'FROM generate_series(1, 50) AS i');
SELECT * FROM oracle.compare('@.to_json(ARRAY[shape(i), shape(i + 1), shape(i + 2)])', 'FROM generate_series(1, 50) AS i');
SELECT * FROM oracle.compare('@.json_agg(shape(i))', 'FROM generate_series(1, 50) AS i');
DROP FUNCTION shape(int);

-- Inheritance and partitions whose columns stand in another order.
CREATE TABLE parent (a int, b text, c date) PARTITION BY RANGE (a);
CREATE TABLE child_1 PARTITION OF parent FOR VALUES FROM (0) TO (10);
CREATE TABLE child_2 (gone int, c date, a int, also_gone text, b text);
ALTER TABLE child_2 DROP gone, DROP also_gone;
ALTER TABLE parent ATTACH PARTITION child_2 FOR VALUES FROM (10) TO (20);
INSERT INTO parent SELECT i, 'row ' || i, date '2001-01-01' + i FROM generate_series(0, 19) AS i;
CREATE TABLE heir (d int DEFAULT 4) INHERITS (base);
INSERT INTO heir VALUES (-1, 'heir', 5);
SELECT * FROM oracle.compare_rows('SELECT t FROM parent AS t');
SELECT * FROM oracle.compare_rows('SELECT t FROM child_2 AS t');
SELECT * FROM oracle.compare_rows('SELECT t::parent FROM child_2 AS t');
SELECT * FROM oracle.compare_rows('SELECT t FROM base AS t WHERE a < 10');
SELECT * FROM oracle.compare_rows('SELECT t::base FROM heir AS t');
SELECT * FROM oracle.compare('@.row_to_json(t)', 'FROM parent AS t');
SELECT * FROM oracle.compare('@.row_to_json(t)', 'FROM heir AS t (p, q, r)');
DROP TABLE parent, heir;

-- As many columns as there can be.
DO $$
BEGIN
	EXECUTE format('CREATE TABLE wide (%s)', (SELECT string_agg(format('c%s int', i), ', ') FROM generate_series(1, 1600) AS i));
	EXECUTE format('INSERT INTO wide SELECT %s',
				   (SELECT string_agg(CASE WHEN i % 7 > 0 THEN i::text ELSE 'NULL' END, ', ') FROM generate_series(1, 1600) AS i));
END
$$;
INSERT INTO wide (c1, c1600) VALUES (1, NULL), (NULL, 1600);
SELECT * FROM oracle.compare_rows('SELECT t FROM wide AS t');
SELECT * FROM oracle.compare('@.row_to_json(x)', 'FROM (SELECT * FROM wide OFFSET 0) AS x');
DROP TABLE wide;

-- As stored inside a row: compressed and out of line; the row itself stored so, too.
CREATE TABLE stored (a text, b text, c two, d two[], e jsonb, f json, g numeric);
ALTER TABLE stored ALTER b SET STORAGE EXTERNAL;
INSERT INTO stored
	SELECT t, t, ROW(size, t)::two, ARRAY[ROW(size, t), ROW(NULL, 'x')]::two[], jsonb_build_object('k', t),
		to_json(t), 10::numeric ^ size
	FROM (SELECT size, repeat('some "text" ', size) AS t FROM (VALUES (0), (1), (9), (12), (200), (3000)) AS s (size)) AS s;
SELECT count(*) FILTER (WHERE pg_column_size(c) < length((c).b)) > 0 AS some_compressed,
	   count(*) FILTER (WHERE pg_column_size(b) > 8192) > 0 AS some_out_of_line
	FROM stored;
SELECT * FROM oracle.compare_rows('SELECT t FROM stored AS t');
SELECT * FROM oracle.compare_rows('SELECT c FROM stored');
SELECT * FROM oracle.compare('@.row_to_json(stored)', 'FROM stored');
SELECT * FROM oracle.compare('@.row_to_json(c)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(c)', 'FROM stored');
SELECT * FROM oracle.compare('@.json_agg(c)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(d)', 'FROM stored');
CREATE TABLE stored_rows (r stored);
ALTER TABLE stored_rows ALTER r SET STORAGE EXTERNAL;
INSERT INTO stored_rows SELECT t FROM stored AS t UNION ALL SELECT NULL;
SELECT * FROM oracle.compare('@.row_to_json(r)', 'FROM stored_rows');
SELECT * FROM oracle.compare_rows('SELECT r FROM stored_rows');
SELECT * FROM oracle.compare_rows('SELECT t FROM stored_rows AS t');
DROP TABLE stored_rows, stored;

-- Generated columns and identity.
CREATE TABLE generated (a int GENERATED ALWAYS AS IDENTITY, b text, c text GENERATED ALWAYS AS (b || '!') STORED,
	d int GENERATED ALWAYS AS (length(b)) STORED);
INSERT INTO generated (b) VALUES ('x'), (NULL), ('yy');
SELECT * FROM oracle.compare_rows('SELECT t FROM generated AS t');
DROP TABLE generated;

-- Expanded records: variables of a function.
CREATE FUNCTION oracle.while_expanded(OUT same int, OUT different int) LANGUAGE plpgsql AS $$
DECLARE
	named base;
	r record;
	o outer_two;
	d two_domain;
	core text;
	ours text;
BEGIN
	same := 0;
	different := 0;
	FOR r IN SELECT a, b AS t, base AS whole, NULL::int AS n FROM base ORDER BY a LIMIT 50 LOOP
		named := r.whole;
		named.b := 'set ' || r.a;
		o.x := ROW(r.a, r.t);
		o.y := o.y || o.x;
		o.z := NULL;
		d := o.x;
		r.n := r.a + 1;
		core := concat(pg_catalog.to_json(named), pg_catalog.row_to_json(r, true), pg_catalog.row_to_json(o),
					   pg_catalog.to_json(d), named, r, o, d);
		ours := concat(fastjson.to_json(named), fastjson.row_to_json(r, true), fastjson.row_to_json(o),
					   fastjson.to_json(d), named, r, o, d);
		IF core = ours THEN
			same := same + 1;
		ELSE
			different := different + 1;
		END IF;
	END LOOP;
END
$$;
SELECT * FROM oracle.while_expanded();
CREATE FUNCTION expanded(i int) RETURNS two LANGUAGE plpgsql AS $$
DECLARE
	t two;
BEGIN
	t.a := i;
	t.b := repeat('b', i);
	RETURN t;
END
$$;
SELECT * FROM oracle.compare_rows('SELECT expanded(i) FROM generate_series(1, 20) AS i');
SELECT * FROM oracle.compare('@.row_to_json(expanded(i))', 'FROM generate_series(1, 20) AS i');
CREATE FUNCTION oracle.in_trigger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.b := CASE WHEN pg_catalog.row_to_json(NEW)::text = fastjson.row_to_json(NEW)::text
					AND pg_catalog.to_json(OLD)::text = fastjson.to_json(OLD)::text THEN 'same' ELSE 'different' END;
	RETURN NEW;
END
$$;
CREATE TRIGGER base_update BEFORE UPDATE ON base FOR EACH ROW EXECUTE FUNCTION oracle.in_trigger();
UPDATE base SET a = -a WHERE a < 100;
SELECT b, count(*) FROM base WHERE a <= 0 GROUP BY b;

-- Every row of every catalog; views of the kinds that have rows.
SELECT count(*) > 50 AS catalogs, sum(compared) > 10000 AS rows, sum(different) AS different, min(example) AS example
	FROM pg_class AS catalog,
		 LATERAL oracle.compare('@.row_to_json(t)', format('FROM %s AS t', catalog.oid::regclass)) AS c
	WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r';
SELECT count(*) > 5 AS views, bool_and(compared > 0) AS rows, sum(different) AS different, min(example) AS example
	FROM unnest('{pg_settings,pg_roles,pg_tables,pg_indexes,pg_views,pg_stats,pg_rules,pg_stat_all_tables,
				  information_schema.columns}'::regclass[]) AS view,
		 LATERAL oracle.compare('@.row_to_json(t)', format('FROM (SELECT * FROM %s OFFSET 0) AS t', view)) AS c;

DROP FUNCTION expanded(int), oracle.while_expanded(), oracle.compare_rows(text), base_rows(), base_table(), base_records();
DROP VIEW base_view;
DROP TABLE base;
DROP FUNCTION oracle.in_trigger();
DROP DOMAIN two_domain;
DROP TYPE outer_two, two;
