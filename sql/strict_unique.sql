--
-- The aggregates that leave NULLs out or refuse duplicate keys, which the server has from 16 on
--
SET jit = off;
-- What ours gives, and whether the server's give the same where there are any.
CREATE FUNCTION oracle.same_from_16(statement text, OUT same text, OUT content text) LANGUAGE plpgsql AS $$
DECLARE
	ours record := oracle.outcome(replace(statement, '@.', 'fastjson.'));
BEGIN
	same := CASE WHEN to_regproc('pg_catalog.json_agg_strict') IS NULL THEN format('same (%s)', ours.label) ELSE oracle.same(statement) END;
	content := CASE WHEN ours.label LIKE 'error%' THEN split_part(ours.content, E'\n', 1) ELSE ours.content END;
	IF length(content) > 200 THEN
		content := format('%s characters, md5 %s', length(content), md5(content));
	END IF;
END
$$;

-- Only NULLs, nothing, NULLs before, between and behind; a row of NULLs is no NULL.
CREATE TYPE pair AS (a int, b text);
SELECT source, l.*, o.content AS object, u.content AS unique
	FROM unnest(ARRAY['NULL::int', 'NULL::int), (NULL', '1), (NULL', 'NULL), (1), (NULL), (NULL), (2', '''a''::text), (NULL), (''"''',
	'NULL::int[]), (''{1}''), (NULL), (''{NULL}''), (''{}''', 'NULL::pair), (''(,)''), (''(1,x)''), (NULL',
					  '''(,)''::pair), (NULL), (''(,)''', 'ROW(1)), (NULL), (ROW(NULL)', 'json ''null''), (NULL), (''[ ]''',
					'''{}''::int[]), (NULL), (''{{1},{2}}''', 'float8 ''NaN''), (NULL', 'NULL']) AS source,
		 oracle.same_from_16(format('SELECT @.json_agg_strict(x) FROM (VALUES (%s)) AS v (x)', source)) AS l,
		 oracle.same_from_16(format('SELECT @.json_object_agg_strict(n, x) FROM (SELECT x, row_number() OVER ()
		FROM (VALUES (%s)) AS v (x)) AS v (x, n)', source)) AS o,
		 oracle.same_from_16(format('SELECT @.json_object_agg_unique_strict(n, x) FROM (SELECT x, row_number() OVER ()
		FROM (VALUES (%s)) AS v (x)) AS v (x, n)', source)) AS u;
SELECT o.* FROM unnest(ARRAY[
		'SELECT @.json_agg_strict(1), @.json_object_agg_strict(1, 1), @.json_object_agg_unique(1, 1), @.json_object_agg_unique_strict(1, 1)
		WHERE false',
		'SELECT @.json_agg_strict(x), @.json_object_agg_strict(x, x), @.json_object_agg_unique(x, x), @.json_object_agg_unique_strict(x, x)
		FROM generate_series(1, 0) AS x GROUP BY ()',
		'SELECT @.json_agg_strict(x ORDER BY x), @.json_agg_strict(DISTINCT x), @.json_agg_strict(x
		ORDER BY x DESC), @.json_agg_strict(x) FILTER (WHERE x > 1), @.json_agg_strict(x) FILTER (WHERE false),
			@.json_agg_strict(x) FILTER (WHERE x IS NULL) FROM (VALUES (1), (NULL), (2), (1), (NULL)) AS v (x)',
		'SELECT @.json_object_agg_strict(k, x ORDER BY k), @.json_object_agg_strict(DISTINCT k, x), @.json_object_agg_strict(k, x
		ORDER BY x DESC), @.json_object_agg_strict(k, x) FILTER (WHERE k > 9),
			@.json_object_agg_strict(k, x) FILTER (WHERE x IS NULL) FROM (VALUES (1, 1), (1, NULL), (3, 2), (1, 1), (5, NULL)) AS v (k, x)',
		'SELECT @.json_object_agg_strict(''a'', ''b''), @.json_object_agg_strict(''a'', NULL), @.json_object_agg_unique(''a'', NULL),
		@.json_object_agg_unique_strict(''a'', NULL)',
		'SELECT @.json_agg_strict(''a'')', 'SELECT @.json_agg_strict(NULL)']) AS statement, oracle.same_from_16(statement) AS o;

-- Keys that come again are refused as they are written: strings, escaped.
SELECT keys, o.*
	FROM unnest(ARRAY['1), (2), (1', '''a''::text), (''A''), (''a ''', '''a''::text), (''b''), (''c''), (''a''', '''''::text), (''''',
	'''"q"''::text), (E''\\''), (''"q"''', 'E''\n''::text), (''n''), (''\n''), (E''\n''',
					  '1.0), (1.00), (1', '1.0), (1.00), (1.0', 'float8 ''0''), (''-0''', 'float8 ''NaN''), (1), (''NaN''',
					'true), (false), (true', '''a''::char(3)), (''a''', '''a''::char(3)), (''b''', '''a''::name), (''a''',
					  'timestamptz ''2000-01-01 00:00+00''), (''2000-01-01 01:00+01''',
					'date ''infinity''), (''-infinity''), (''2000-01-01''', 'interval ''1 day''), (''24:00''', '''x''::"char"), (''x''',
					  '''\x00''::bytea), (''\x0000''), (''\x00''', 'E''\u20ac''::text), (E''e\u0301''), (E''\u00e9''',
					'inet ''10.0.0.1''), (''10.0.0.1/32''', '1::int8), (-1), (-9223372036854775808', 'numeric ''1e3''), (1000']) AS keys,
		 oracle.same_from_16(format('SELECT @.json_object_agg_unique(k, 1) FROM (VALUES (%s)) AS v (k)', keys)) AS o;
SELECT content = (oracle.same_from_16(format('SELECT @.json_object_agg_unique_strict(k, 1) FROM (VALUES (%s)) AS v (k)',
	keys))).content AS too, *
	FROM unnest(ARRAY['1), (2), (1', '1), (2', '''"''::text), (''""''), (''"''']) AS keys,
	oracle.same_from_16(format('SELECT @.json_object_agg_unique(k, 1) FROM (VALUES (%s)) AS v (k)', keys));
-- also those of members that are left out
SELECT members, u.*, s.*
	FROM unnest(ARRAY['1, 1), (1, NULL', '1, NULL::int), (1, 1', '1, NULL::int), (1, NULL', '1, NULL::int), (2, NULL), (3, 4',
	'1, 2), (2, NULL), (3, 4), (2, 5', '1, 2), (2, NULL), (3, NULL), (4, 5']) AS members,
		 oracle.same_from_16(format('SELECT @.json_object_agg_unique(k, v) FROM (VALUES (%s)) AS v (k, v)', members)) AS u,
		 oracle.same_from_16(format('SELECT @.json_object_agg_unique_strict(k, v) FROM (VALUES (%s)) AS v (k, v)', members)) AS s;
SELECT o.* FROM unnest(ARRAY[
		'SELECT @.json_object_agg_strict(k, v) FROM (VALUES (1, 1), (1, NULL), (1, 2)) AS v (k, v)',
		'SELECT @.json_object_agg_unique(DISTINCT k, v) FROM (VALUES (1, 1), (1, 1), (2, 2)) AS v (k, v)',
		'SELECT @.json_object_agg_unique(DISTINCT k, v) FROM (VALUES (1, 1), (1, 2)) AS v (k, v)',
		'SELECT @.json_object_agg_unique(k, v) FILTER (WHERE v < 2) FROM (VALUES (1, 1), (1, 2)) AS v (k, v)',
		'SELECT g, @.json_object_agg_unique(k, g) FROM (VALUES (1, 1), (2, 1), (1, 2)) AS v (k, g) GROUP BY g ORDER BY g',
		'SELECT g, @.json_object_agg_unique(k, g) FROM (VALUES (1, 1), (2, 1), (1, 2)) AS v (k, g) GROUP BY ROLLUP (g)']) AS statement,
	oracle.same_from_16(statement) AS o;
SELECT length, o.* FROM unnest(ARRAY[1, 100, 10000]) AS length, unnest(ARRAY[1, 3]) AS last,
	oracle.same_from_16(format('SELECT @.json_object_agg_unique(k || %L, 1) FROM (VALUES (1), (2), (%s)) AS v (k)', repeat('long "key" ',
	length), last)) AS o
	ORDER BY length, last;

-- NULL as key, and what is no key.  Strict ones do not look at the key of a member that is left out, unless for a duplicate.
CREATE FUNCTION oracle.same_as_plain(arguments text, source text, OUT strict boolean, OUT "unique" boolean,
	OUT unique_strict boolean) LANGUAGE sql AS $$
	SELECT bool_or(s = p) FILTER (WHERE variant = '_strict'), bool_or(s = p) FILTER (WHERE variant = '_unique'),
	bool_or(s = p) FILTER (WHERE variant = '_unique_strict')
		FROM unnest('{_strict,_unique,_unique_strict}'::text[]) AS variant,
			 LATERAL (SELECT label, split_part(content, E'\n', 1) FROM oracle.outcome(format('SELECT pg_catalog.json_object_agg(%s) %s',
			arguments, source))) AS p,
			 LATERAL (SELECT label, split_part(content, E'\n', 1) FROM oracle.outcome(format('SELECT fastjson.json_object_agg%s(%s) %s',
			variant, arguments, source))) AS s
$$;
SELECT arguments, p.*, s.same AS strict_16, u.same AS unique_strict_16
	FROM unnest(ARRAY['NULL, 1', 'NULL, NULL', 'NULL::int[], NULL', 'nullif(i, 3), i', 'nullif(i, 3), nullif(i, 3)', 'ARRAY[i], i',
	'ARRAY[i], NULL', 'ROW(i), i', 'ROW(i), NULL', 'to_json(i), i', 'to_json(i), NULL', 'to_jsonb(i), nullif(i, 1)', 'i, i']) AS arguments,
		 oracle.same_as_plain(arguments, 'FROM generate_series(1, 3) AS i') AS p,
		 LATERAL (SELECT replace(same, '22023',
		'22004') AS same FROM oracle.same_from_16(format('SELECT @.json_object_agg_strict(%s) FROM generate_series(1, 3) AS i',
		arguments))) AS s,
		 LATERAL (SELECT replace(same, '22023',
		'22004') AS same FROM oracle.same_from_16(format('SELECT @.json_object_agg_unique_strict(%s) FROM generate_series(1, 3) AS i',
		arguments))) AS u;
-- which error is first: of the key, then that it comes again, then of the value
CREATE TYPE box_id AS ENUM ('box');
CREATE FUNCTION raise_json(box_id) RETURNS json LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no json of %', $1; END $$;
CREATE CAST (box_id AS json) WITH FUNCTION raise_json(box_id);
SELECT arguments, s.*, u.*
	FROM unnest(ARRAY['i, CASE WHEN i = 2 THEN ''box''::box_id END', 'i % 2, CASE WHEN i = 2 THEN ''box''::box_id END',
	'i % 2, CASE WHEN i = 3 THEN ''box''::box_id END', 'i % 2, CASE WHEN i = 4 THEN ''box''::box_id END']) AS arguments,
		 oracle.same_from_16(format('SELECT @.json_object_agg_strict(%s) FROM generate_series(1, 4) AS i', arguments)) AS s,
		 oracle.same_from_16(format('SELECT @.json_object_agg_unique(%s) FROM generate_series(1, 4) AS i', arguments)) AS u;
SELECT * FROM oracle.same_from_16('SELECT @.json_agg_strict(CASE WHEN i = 3 THEN ''box''::box_id END) FROM generate_series(1, 4) AS i');
SELECT statement, o.*
	FROM unnest(ARRAY['SELECT @.json_agg_strict()', 'SELECT @.json_agg_strict(1, 2)', 'SELECT @.json_object_agg_strict(1)',
	'SELECT @.json_object_agg_unique(1, 2, 3)', 'SELECT @.json_agg_strict(*)',
	'SELECT @.json_agg_strict(@.json_agg_strict(1))']) AS statement,
		 LATERAL (SELECT same FROM oracle.same_from_16(statement)) AS o;
DO $$
DECLARE
	variant text;
BEGIN
	FOR i IN 1 .. 60 LOOP
		FOREACH variant IN ARRAY '{unique,unique_strict}'::text[] LOOP
			BEGIN
				EXECUTE format('SELECT fastjson.json_object_agg_%s(repeat(''key'', 1000) || least(j, 30), nullif(j, 7)),
					fastjson.json_agg_strict(repeat(''x'', 10000)) FROM generate_series(1, 31) AS j', variant);
				RAISE 'no error';
			EXCEPTION WHEN duplicate_json_object_key_value THEN
				NULL;
			END;
		END LOOP;
	END LOOP;
END
$$;

-- The same as the plain ones over what is left, on every major.
CREATE TABLE item (id int, g int, n numeric, t text, j json, l int[], p pair, ts timestamptz, b bool);
INSERT INTO item
	SELECT i, i % 7, nullif(i % 11, 0) / 4.0, CASE WHEN i % 5 > 0 THEN 'text "' || i END,
	CASE WHEN i % 3 > 0 THEN '{ "i" :' || i || '}' END::json,
		   CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '{}' ELSE ARRAY[i, NULL] END, CASE WHEN i % 9 > 0 THEN ROW(nullif(i % 2, 0),
		NULL)::pair END, timestamptz '2000-01-01 00:00+00' + i * interval '1 hour', i % 2 = 0
	FROM generate_series(1, 500) AS i;
CREATE TABLE form (name text, arguments text, model text);
INSERT INTO form
	SELECT 'json_agg_strict', v, format('CASE WHEN count(*) @@ > 0 THEN coalesce(pg_catalog.json_agg(%1$s) FILTER (WHERE num_nulls(%1$s) = 0) @@,
	''[]'') END', v) FROM unnest('{id,n,t,j,l,p,item,b,NULL::int,"nullif(t, t)","nullif(g, 3)"}'::text[]) AS v
	UNION ALL
	SELECT 'json_object_agg' || variant, format('%s, %s', k, v),
	format('CASE WHEN count(*) @@ > 0 THEN coalesce(pg_catalog.json_object_agg(%1$s, %2$s) FILTER (WHERE num_nulls(%2$s) = 0) @@,
	''{  }'') END', k, v)
		FROM unnest('{_strict,_unique_strict}'::text[]) AS variant, unnest('{id,"''\"'' || id",ts}'::text[]) AS k,
		unnest('{id,t,j,l,item,"nullif(g, 3)"}'::text[]) AS v
	UNION ALL
	SELECT 'json_object_agg_unique', format('%s, %s', k, v), format('pg_catalog.json_object_agg(%s, %s) @@', k, v)
		FROM unnest('{id,"md5(id::text)",ts}'::text[]) AS k, unnest('{id,t,p,item,NULL::int}'::text[]) AS v
	UNION ALL
	VALUES ('json_object_agg_strict', 'b, t',
	'CASE WHEN count(*) @@ > 0 THEN coalesce(pg_catalog.json_object_agg(b, t) FILTER (WHERE num_nulls(t) = 0) @@, ''{  }'') END');
CREATE FUNCTION oracle.compare_forms(source text, OUT compared bigint, OUT not_as_plain bigint, OUT not_as_core bigint, OUT example text,
	over_clause text DEFAULT '')
LANGUAGE plpgsql AS $$
DECLARE
	core text := CASE WHEN to_regproc('pg_catalog.json_agg_strict') IS NULL THEN 'fastjson' ELSE 'pg_catalog' END;
	model text;
	forms text;
BEGIN
	SELECT string_agg(format('(%s)::text', replace(f.model, '@@', over_clause)), ', '), string_agg(format('@.%s(%s)%s::text', name,
	arguments, over_clause), ', ') INTO model, forms FROM form AS f;
	EXECUTE format($sql$
		SELECT count(*), count(*) FILTER (WHERE ours IS DISTINCT FROM model), count(*) FILTER (WHERE ours IS DISTINCT FROM core),
			   min(oracle.difference(core, ours)) FILTER (WHERE core IS DISTINCT FROM ours)
		FROM (SELECT ARRAY[%s]::text COLLATE "C", ARRAY[%s]::text COLLATE "C", ARRAY[%s]::text COLLATE "C" %s) AS s (ours, core, model)
		$sql$, replace(forms, '@', 'fastjson'), replace(forms, '@', core), model, source) INTO compared, not_as_plain, not_as_core, example;
END
$$;
SELECT count(*) FROM form;
SELECT source, c.* FROM unnest(ARRAY['FROM item', 'FROM item GROUP BY g', 'FROM item WHERE id < 50 GROUP BY id', 'FROM item WHERE false',
	'FROM item GROUP BY CUBE (g, b)']) AS source, oracle.compare_forms(source) AS c;
BEGIN;
SET LOCAL enable_hashagg = off;
SELECT * FROM oracle.compare_forms('FROM item GROUP BY g');
SET LOCAL enable_hashagg = on;
SET LOCAL enable_sort = off;
SELECT * FROM oracle.compare_forms('FROM item GROUP BY g');
SET LOCAL work_mem = '64kB';
SELECT * FROM oracle.compare_forms('FROM item GROUP BY id');
ROLLBACK;
-- as window functions, growing and sliding
SELECT over_clause, c.* FROM unnest(ARRAY['OVER (PARTITION BY g ORDER BY id)',
		'OVER (ORDER BY id ROWS 2 PRECEDING)', 'OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING)',
		'OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING)',
		'OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW)']) AS over_clause,
	oracle.compare_forms('FROM item WHERE id <= 60', over_clause => over_clause) AS c;
SELECT o.* FROM unnest(ARRAY[
		'SELECT @.json_object_agg_unique(i % 4, i) OVER (ORDER BY i ROWS 2 PRECEDING) FROM generate_series(2, 6) AS i',
		'SELECT @.json_object_agg_unique(i % 4, i) OVER (ORDER BY i ROWS 4 PRECEDING) FROM generate_series(1, 6) AS i',
		'SELECT @.json_object_agg_unique_strict(i % 4, nullif(i, 1)) OVER (ORDER BY i) FROM generate_series(1, 6) AS i',
		'SELECT @.json_agg_strict(nullif(i % 3, 1)) OVER (ORDER BY i ROWS 2 PRECEDING),
		@.json_object_agg_strict(i, nullif(i % 3, 1)) OVER (ORDER BY i ROWS 1 PRECEDING) FROM generate_series(1, 5) AS i']) AS statement,
	oracle.same_from_16(statement) AS o;
-- kept, while further groups are made
SELECT o.* FROM unnest('{a,u,s,o}'::text[]) AS kept,
	oracle.same_from_16(format('SELECT s.*, lag(%1$s) OVER (ORDER BY g), array_agg(%1$s) OVER (ORDER BY g) FROM (SELECT g, @.json_agg_strict(n
	ORDER BY id) AS a, @.json_object_agg_unique(id, t ORDER BY id) AS u,
	@.json_object_agg_unique_strict(id, t ORDER BY id) AS s, @.json_object_agg_strict(g, l ORDER BY id) AS o FROM item GROUP BY g) AS s',
	kept)) AS o;

-- Large groups, and many: every key is new, but for the last.
SELECT o.* FROM unnest(ARRAY[
		'SELECT @.json_object_agg_unique(i, i) FROM generate_series(1, 100000) AS i',
		'SELECT @.json_object_agg_unique(least(i, 29999), i) FROM generate_series(1, 30000) AS i',
		'SELECT @.json_object_agg_unique_strict(i % 29999, nullif(i, i)) FROM generate_series(1, 29999) AS i',
		'SELECT @.json_object_agg_unique_strict(i % 29999, nullif(i, i)) FROM generate_series(1, 30000) AS i',
		'SELECT @.json_agg_strict(nullif(i % 3, 0)) FROM generate_series(1, 50000) AS i',
		'SELECT @.json_object_agg_strict(md5(i::text), nullif(i % 3, 0)) FROM generate_series(1, 30000) AS i',
		'SELECT count(*), sum(length(u::text)) FROM (SELECT @.json_object_agg_unique(i, repeat(''x'', i % 100)) AS u
		FROM generate_series(1, 20000) AS i GROUP BY i % 5000) AS s',
		'SELECT count(*), sum(length(u::text)) FROM (SELECT @.json_object_agg_unique_strict(i, nullif(i % 4, 1)) AS u
		FROM generate_series(1, 10000) AS i GROUP BY i) AS s']) AS statement,
	oracle.same_from_16(statement) AS o;
SELECT count(*) AS compared, count(*) FILTER (WHERE o IS DISTINCT FROM p) AS different
	FROM (SELECT fastjson.json_object_agg_unique(i, md5(i::text))::text, pg_catalog.json_object_agg(i,
	md5(i::text))::text FROM generate_series(1, 50000) AS i GROUP BY i % 1000) AS s (o, p);
SELECT count(*) AS compared, count(*) FILTER (WHERE o IS DISTINCT FROM p) AS different
	FROM (SELECT fastjson.json_agg_strict(nullif(i % 5, 0))::text, pg_catalog.json_agg(nullif(i % 5,
	0)) FILTER (WHERE i % 5 > 0)::text FROM generate_series(1, 100000) AS i GROUP BY i % 24999) AS s (o, p);

-- As parts of aggregates of the user's own.
CREATE AGGREGATE own_list(anyelement) (SFUNC = fastjson.json_agg_strict_transfn, STYPE = internal, FINALFUNC = fastjson.json_agg_finalfn);
CREATE AGGREGATE own_brace(anyelement) (SFUNC = fastjson.json_agg_strict_transfn, STYPE = internal,
	FINALFUNC = fastjson.json_object_agg_finalfn);
CREATE AGGREGATE own_object("any", "any") (SFUNC = fastjson.json_object_agg_unique_strict_transfn, STYPE = internal,
	FINALFUNC = fastjson.json_object_agg_finalfn);
CREATE AGGREGATE own_set(ORDER BY "any", "any") (SFUNC = fastjson.json_object_agg_unique_transfn, STYPE = internal,
	FINALFUNC = fastjson.json_object_agg_finalfn);
SELECT own_list(x), fastjson.json_agg_strict(x), own_brace(x), fastjson.json_agg_strict(x), own_object(x, x) FILTER (WHERE x > 0),
	fastjson.json_object_agg_unique_strict(coalesce(x, 0), x), own_set() WITHIN GROUP (ORDER BY coalesce(x, 0) DESC, x)
	FROM (VALUES (1), (NULL), (2)) AS v (x);
DROP AGGREGATE own_list(anyelement), own_brace(anyelement), own_object("any", "any"), own_set(ORDER BY "any", "any");

-- Compiled.
SET jit = on;
SET jit_above_cost = 0;
SET jit_inline_above_cost = 0;
SET jit_optimize_above_cost = 0;
DELETE FROM form WHERE arguments NOT IN ('item', 'id, t');
SELECT count(*) FROM form;
SELECT * FROM oracle.compare_forms('FROM item GROUP BY g');
SELECT * FROM oracle.same_from_16('SELECT @.json_object_agg_unique_strict(id, t) OVER (ORDER BY id ROWS 2 PRECEDING) FROM item');
SELECT * FROM oracle.same_from_16('SELECT @.json_object_agg_unique(least(id, 300), t) FROM item');
SET jit = off;

DROP TABLE item, form;
DROP FUNCTION oracle.same_from_16(text), oracle.same_as_plain(text, text), oracle.compare_forms(text, text);
DROP TYPE pair;
SET client_min_messages = warning;
DROP TYPE box_id CASCADE;
