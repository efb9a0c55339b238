--
-- The aggregates jsonb_agg and jsonb_object_agg, and their variants
--
SET jit = off;
CREATE TYPE pair AS (a int, b text);
CREATE TABLE item (id int, g int, n numeric, t text, j json, l int[], p pair, ts timestamptz, b bool);
INSERT INTO item
	SELECT i, i % 7, nullif(i % 11, 0) / 4.0, CASE WHEN i % 5 > 0 THEN 'text "' || i END,
		   CASE WHEN i % 3 > 0 THEN '{ "i" :' || i || '}' END::json,
		   CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '{}' ELSE ARRAY[i, NULL] END,
		   CASE WHEN i % 9 > 0 THEN ROW(i, NULL)::pair END, timestamptz '2000-01-01 00:00+00' + i * interval '1 hour', i % 2 = 0
	FROM generate_series(1, 500) AS i;
CREATE FUNCTION oracle.compare_jsonb_aggregates(source text, over_clause text DEFAULT '', OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE sql AS $$
	SELECT sum(c.compared), sum(c.different), min(c.example)
		FROM unnest('{@.jsonb_agg(id),@.jsonb_agg(n),@.jsonb_agg(t),@.jsonb_agg(j),@.jsonb_agg(l),@.jsonb_agg(p),@.jsonb_agg(ts),@.jsonb_agg(b),@.jsonb_agg(item),@.jsonb_agg(NULL::int),
					  "@.jsonb_agg(ROW(id, t))","@.jsonb_agg(ARRAY[p, NULL])","@.jsonb_agg(jsonb_build_object(id, t))","@.jsonb_agg(to_jsonb(n))",
					  "@.jsonb_object_agg(id, t)","@.jsonb_object_agg(b, t)","@.jsonb_object_agg(id % 50, n)","@.jsonb_object_agg(ts, item)","@.jsonb_object_agg(md5(id::text), l)",
					  "@.jsonb_object_agg(repeat(''k'', id), j)","@.jsonb_object_agg(g, p)","@.jsonb_object_agg(id / 3.0, to_jsonb(n))"}'::text[]) AS form,
			 oracle.compare_bytes(form || over_clause, source) AS c
$$;
SELECT source, c.* FROM unnest(ARRAY['FROM item', 'FROM item GROUP BY g', 'FROM item WHERE id < 100 GROUP BY id', 'FROM item WHERE false', 'FROM item GROUP BY CUBE (g, b)']) AS source,
	oracle.compare_jsonb_aggregates(source) AS c;
BEGIN;
SET LOCAL enable_hashagg = off;
SELECT * FROM oracle.compare_jsonb_aggregates('FROM item GROUP BY g');
SET LOCAL enable_hashagg = on;
SET LOCAL enable_sort = off;
SELECT * FROM oracle.compare_jsonb_aggregates('FROM item GROUP BY g');
SET LOCAL work_mem = '64kB';
SELECT * FROM oracle.compare_jsonb_aggregates('FROM item GROUP BY id');
ROLLBACK;
-- as window functions, growing and sliding (not growing with keys that come again: the final function
-- of 19's release candidate changes the pairs that it goes on with, and older values come back)
SELECT over_clause, c.* FROM unnest(ARRAY['OVER (PARTITION BY g ORDER BY id)',
		'OVER (ORDER BY id ROWS 2 PRECEDING)', 'OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING)',
		'OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING)',
		'OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW)']) AS over_clause,
	oracle.compare_jsonb_aggregates('FROM item WHERE id <= 60', over_clause) AS c;
-- FILTER, DISTINCT, ORDER BY, large groups.
SELECT e, c.* FROM unnest(ARRAY['@.jsonb_agg(t) FILTER (WHERE b)', '@.jsonb_agg(t) FILTER (WHERE false)', '@.jsonb_agg(DISTINCT n)', '@.jsonb_agg(item ORDER BY t COLLATE "C", id)', '@.jsonb_agg(DISTINCT p)',
	'@.jsonb_object_agg(id, t ORDER BY id DESC)', '@.jsonb_object_agg(DISTINCT g, n) FILTER (WHERE b)']) AS e, oracle.compare_bytes(e, 'FROM item GROUP BY b') AS c;
SELECT e, c.* FROM unnest(ARRAY['@.jsonb_agg(i)', '@.jsonb_agg(nullif(i % 2, 0))', '@.jsonb_agg(md5(i::text))', '@.jsonb_object_agg(i, i)', '@.jsonb_object_agg(i % 1000, repeat(''v'', i % 10))']) AS e,
	oracle.compare_bytes(e, 'FROM generate_series(1, 20000) AS i') AS c;
SELECT c.* FROM oracle.compare_bytes('@.jsonb_agg(i)', 'FROM generate_series(1, 20000) AS i GROUP BY i % 10000') AS c;
SELECT statement, oracle.same(statement) FROM unnest(ARRAY['SELECT @.jsonb_agg(1)', 'SELECT @.jsonb_agg(''a'')', 'SELECT @.jsonb_agg(NULL)', 'SELECT @.jsonb_agg()', 'SELECT @.jsonb_agg(1) IS NULL WHERE false', 'SELECT @.jsonb_agg(*) FROM item',
	'SELECT @.jsonb_object_agg(1, 2)', 'SELECT @.jsonb_object_agg(1, 2) IS NULL WHERE false', 'SELECT @.jsonb_object_agg(NULL, 1)', 'SELECT @.jsonb_object_agg(t, 1) FROM item', 'SELECT @.jsonb_object_agg(ARRAY[1], 1)', 'SELECT @.jsonb_object_agg(''{}''::json, 1)',
	'SELECT @.jsonb_object_agg(ROW(1), 1)', 'SELECT @.jsonb_object_agg(''1''::jsonb, 1)', 'SELECT @.jsonb_object_agg(''a'', ''b'')', 'SELECT @.jsonb_object_agg(1)', 'SELECT @.jsonb_agg(json ''"\u0000"'')', 'SELECT @.jsonb_object_agg(1, json ''"\u0000"'')',
	'SELECT @.jsonb_agg(x) FROM repeat(''x'', 90000000) AS x, generate_series(1, 3)']) AS statement;

-- Variants: against the server's own, where it has them, and against the plain ones.
CREATE FUNCTION oracle.jsonb_variant(statement text, OUT same text, OUT content text) LANGUAGE plpgsql AS $$
DECLARE
	ours record := oracle.outcome(replace(statement, '@.', 'fastjson.'));
BEGIN
	same := CASE WHEN to_regproc('pg_catalog.jsonb_agg_strict') IS NULL THEN format('same (%s)', ours.label) ELSE oracle.same(statement) END;
	content := CASE WHEN ours.label LIKE 'error%' THEN split_part(ours.content, E'\n', 1) WHEN length(ours.content) > 300 THEN md5(ours.content) ELSE ours.content END;
END
$$;
SELECT v.* FROM unnest(ARRAY['SELECT @.jsonb_agg_strict(x) FROM (VALUES (1), (NULL), (2)) AS v (x)', 'SELECT @.jsonb_agg_strict(x) FROM (VALUES (NULL::int), (NULL)) AS v (x)', 'SELECT @.jsonb_agg_strict(x) FROM (VALUES (''null''::jsonb), (NULL)) AS v (x)',
	'SELECT @.jsonb_agg_strict(x) IS NULL FROM (VALUES (1)) AS v (x) WHERE false', 'SELECT @.jsonb_agg_strict(item) FROM item', 'SELECT @.jsonb_agg_strict(p) FROM item GROUP BY g ORDER BY g',
	'SELECT @.jsonb_object_agg_strict(k, x) FROM (VALUES (1, 1), (1, NULL), (2, NULL), (3, 2)) AS v (k, x)', 'SELECT @.jsonb_object_agg_strict(k, x) FROM (VALUES (1, NULL::int)) AS v (k, x)',
	'SELECT @.jsonb_object_agg_strict(k, x) FROM (VALUES (1, ''1''::jsonb), (1, ''null''), (2, ''null''), (3, ''3''), (3, ''null''), (4, NULL)) AS v (k, x)',
	'SELECT @.jsonb_object_agg_strict(id % 20, nullif(g, 3)) FROM item', 'SELECT @.jsonb_object_agg_unique(k, x) FROM (VALUES (1, 1), (2, NULL)) AS v (k, x)', 'SELECT @.jsonb_object_agg_unique(k, x) FROM (VALUES (1, 1), (1, NULL)) AS v (k, x)',
	'SELECT @.jsonb_object_agg_unique_strict(k, x) FROM (VALUES (1, 1), (2, NULL), (3, 3)) AS v (k, x)', 'SELECT @.jsonb_object_agg_unique_strict(k, x) FROM (VALUES (1, NULL), (1, 1)) AS v (k, x)',
	'SELECT @.jsonb_object_agg_unique_strict(k, x) FROM (VALUES (1, NULL::int)) AS v (k, x)', 'SELECT @.jsonb_object_agg_unique(id, t) FROM item', 'SELECT @.jsonb_object_agg_unique(id % 499, t) FROM item',
	'SELECT @.jsonb_object_agg_unique_strict(id, nullif(g, 3)) FROM item', 'SELECT @.jsonb_object_agg_unique(NULL, 1)', 'SELECT @.jsonb_object_agg_strict(NULL, NULL::int)', 'SELECT @.jsonb_object_agg_unique_strict(ARRAY[1], 1)',
	'SELECT @.jsonb_agg_strict(nullif(g, 3)) OVER (ORDER BY id) FROM item WHERE id < 20', 'SELECT @.jsonb_object_agg_unique(id, g) OVER (ORDER BY id) FROM item WHERE id < 20',
	'SELECT @.jsonb_object_agg_strict(g, t) OVER (ORDER BY id ROWS 3 PRECEDING) FROM item WHERE id < 20', 'SELECT @.jsonb_object_agg_unique(g, t) OVER (ORDER BY id ROWS 7 PRECEDING) FROM item']) AS statement, oracle.jsonb_variant(statement) AS v;
SELECT count(*) AS compared, count(*) FILTER (WHERE NOT (ROW(a)::record *= ROW(b)::record)) AS different FROM (SELECT fastjson.jsonb_agg_strict(t), pg_catalog.jsonb_agg(t) FILTER (WHERE t IS NOT NULL) FROM item GROUP BY g) AS s (a, b);
SELECT count(*) AS compared, count(*) FILTER (WHERE NOT (ROW(a)::record *= ROW(b)::record)) AS different FROM (SELECT fastjson.jsonb_object_agg_unique_strict(id, t), pg_catalog.jsonb_object_agg(id, t) FILTER (WHERE t IS NOT NULL) FROM item GROUP BY g) AS s (a, b);
SELECT count(*) AS compared, count(*) FILTER (WHERE NOT (ROW(a)::record *= ROW(b)::record)) AS different FROM (SELECT fastjson.jsonb_object_agg_strict(id % 9, t), pg_catalog.jsonb_object_agg(id % 9, t) FILTER (WHERE t IS NOT NULL) FROM item GROUP BY g) AS s (a, b);

DROP TABLE item;
DROP FUNCTION oracle.compare_jsonb_aggregates(text, text), oracle.jsonb_variant(text);
DROP TYPE pair;
