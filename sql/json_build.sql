--
-- json_build_object and json_build_array
--
SET jit = off;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'very "happy"');
CREATE TYPE pair AS (a int, b text);
CREATE TYPE box_id AS ENUM ('box');
CREATE FUNCTION box_id_json(box_id) RETURNS json LANGUAGE plpgsql AS $$ BEGIN RETURN pg_catalog.json_build_object('id', $1::text); END $$;
CREATE CAST (box_id AS json) WITH FUNCTION box_id_json(box_id);
CREATE DOMAIN digit AS int CHECK (value < 10);
CREATE DOMAIN word AS text;
CREATE DOMAIN word_2 AS word CHECK (value <> '');
CREATE DOMAIN mood_domain AS mood;
CREATE DOMAIN ints AS int[];
CREATE DOMAIN pair_domain AS pair;
CREATE DOMAIN json_domain AS json;

-- Every kind of argument, as literal, column and parameter.
CREATE TABLE argument (n int GENERATED ALWAYS AS IDENTITY, is_key boolean, expression text);
INSERT INTO argument (is_key, expression) VALUES
	(true, 'true'), (true, '7::int2'), (true, '42'), (true, '-2147483649'), (true, '1.5::float4'), (true, '-0.0::float8'), (true,
	'1e20::float8'),
	(true, '''NaN''::float8'), (true, '''-Infinity''::float4'), (true, '1.50'), (true, '''NaN''::numeric'), (true,
	'''-Infinity''::numeric'),
	(true, 'date ''2001-02-03'''), (true, 'date ''infinity'''), (true, 'timestamp ''2001-02-03 04:05:06.789'''),
	(true, 'timestamptz ''2001-02-03 04:05:06+00'''), (true, 'timestamptz ''-infinity'''), (true, 'time ''04:05'''), (true,
	'timetz ''04:05+03'''),
	(true, 'interval ''1 year -2 days 03:04:05.678'''), (true, '''text''::text'), (true, E'''"\\\\"\\n\\t\\x01 \u20ac''::text'), (true,
	'''''::text'),
	(true, 'varchar(5) ''vary"'''), (true, 'char(9) ''pad'''), (true, 'name ''na"me'''), (true, '''c''::"char"'), (true,
	'''literal "of no type"'''),
	(true, 'uuid ''a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'''), (true, '''\x00ff22''::bytea'), (true, 'inet ''192.168.0.1/24'''),
	(true, 'macaddr ''08:00:2b:01:02:03'''), (true, '12.34::money'), (true, '26::oid'), (true, '''pg_class''::regclass'), (true,
	'''int4''::regtype'),
	(true, '''very "happy"''::mood'), (true, '3::digit'), (true, '''wo"rd''::word'), (true, '''word''::word_2'), (true,
	'''ok''::mood_domain'),
	(true, 'int4range(1, 5)'), (true, 'int4multirange(int4range(1, 5), int4range(7, 8))'), (true, 'point ''(1,2)'''), (true, 'B''101'''),
	(true, 'tsvector ''fat:1A cat'''), (true, 'pg_lsn ''16/B374D848'''), (true, '''<a b="c"/>''::xml'),
	(false, 'json ''{ "a" :  [1] }'''), (false, 'jsonb ''{"a": [1, "x"]}'''), (false, 'json_domain ''[ 1 ]'''), (false, 'json ''3'''),
	(false, 'jsonb ''"s"'''),
	(false, '''{1,NULL,3}''::int[]'), (false, '''{{a,b},{"c\"d",NULL}}''::text[]'), (false, '''{}''::int[]'), (false, '''{4,5}''::ints'),
	(false, '''{ok,sad}''::mood[]'),
	(false, '''1 2 3''::int2vector'), (false, '''1 2 3''::oidvector'), (false, 'ROW(1, ''x"y'')::pair'), (false, '''(,)''::pair'), (false,
	'''(2,z)''::pair_domain'),
	(false, 'ARRAY[ROW(1, ''x'')::pair, NULL]'), (false, '''box''::box_id'), (false, '''{box,NULL}''::box_id[]');
INSERT INTO argument (is_key, expression) VALUES
	(false, 'ROW(1, ''x'')'), (false, 'ROW()'), (false, 'ROW(ROW(1, NULL), ARRAY[ROW(2)])');
-- Constants.
SELECT oracle.same('SELECT ' || string_agg(format('@.json_build_array(%1$s), @.json_build_object(''key'', %1$s)', expression),
	', ' ORDER BY n)) FROM argument;
SELECT oracle.same('SELECT ' || string_agg(format('@.json_build_object(%s, 1)', expression), ', ' ORDER BY n)) FROM argument WHERE is_key;
SELECT oracle.same(format('SELECT @.json_build_array(%s)', string_agg(expression, ', ' ORDER BY n))) FROM argument;
SELECT oracle.same(format('SELECT @.json_build_object(%s)', string_agg(format('%s, %s', expression, n),
	', ' ORDER BY n))) FROM argument WHERE is_key;
-- Arrays, composites, json and what has a cast to it are no keys, whatever stands before and behind.
SELECT expression, oracle.same(format('SELECT @.json_build_object(''a'', 1, %s, 2, ''b'', 3)', expression)) FROM argument WHERE NOT is_key;
SELECT count(*) FROM argument
	WHERE NOT is_key AND oracle.same(format('SELECT @.json_build_object(%s, repeat(''x'', n)) FROM generate_series(1, 3) AS n',
	expression)) = 'same (error 22023)';

-- Columns: all at once, one by one, more than once, with NULLs.
SELECT format('CREATE TABLE sample AS SELECT %s', string_agg(format('%s AS c%s', expression, n), ', ' ORDER BY n))
	FROM argument WHERE expression NOT LIKE 'ROW(%' OR expression LIKE '%::%' \gexec
INSERT INTO sample DEFAULT VALUES;
INSERT INTO sample TABLE sample;
SELECT oracle.same(format('SELECT @.json_build_array(%s) FROM sample', string_agg(format('c%s', n),
	', ' ORDER BY n))) FROM argument WHERE n <= 66;
SELECT n / 33 AS part, oracle.same(format('SELECT @.json_build_object(%s) FROM sample', string_agg(format('''key %s'', c%s', n, n),
	', ' ORDER BY n)))
	FROM argument WHERE n <= 66 GROUP BY 1 ORDER BY 1;
SELECT oracle.same(format('SELECT @.json_build_object(%s) FROM sample WHERE c1', string_agg(format('c%s, c%s', n, n),
	', ' ORDER BY n))) FROM argument WHERE is_key;
SELECT count(*) FROM argument WHERE is_key AND oracle.same_key(format('SELECT @.json_build_object(''a'', 1, c%s, c1) FROM sample',
	n)) = 'same (error 22004)';
SELECT oracle.same_key(format('SELECT @.json_build_object(c%s, 1) FROM sample',
	n)) FROM argument WHERE expression LIKE 'json %' OR expression LIKE 'ROW%pair' ORDER BY n;
SELECT * FROM oracle.compare('@.json_build_array(s, s.c1, ROW(s.*), (SELECT t FROM (SELECT c1, c62) AS t))', 'FROM sample AS s');
SELECT * FROM oracle.compare('@.json_build_object(i, -i, ''"'' || i, ARRAY[i, NULL], i / 7.0, nullif(i % 3, 0))',
	'FROM generate_series(-1000, 1000) AS i');

-- Parameters, in plans for their values and for any, under changing settings.
CREATE FUNCTION oracle.same_prepared(name text, settings text, arguments text) RETURNS text LANGUAGE sql AS $$
	SELECT oracle.same('TABLE made', format('%s; CREATE TEMP TABLE made AS EXECUTE "@.%s"(%s)', settings, name, arguments), undo => true)
$$;
SELECT format('PREPARE "%1$s.build" AS
	SELECT %1$s.json_build_object($1::text, $2::int, $3::int, $4::timestamptz, ''constant'', $5::text, $6::mood, $1, $4, $7::float8),
		   %1$s.json_build_array($1, $5, $4, NULL, $6, $7) FROM generate_series(1, 3)', schema)
	FROM unnest('{pg_catalog,fastjson}'::text[]) AS schema \gexec
SELECT mode, count(*), min(same), max(same)
	FROM unnest('{force_generic_plan,force_custom_plan}'::text[]) AS mode,
		 unnest('{UTC,Asia/Kolkata,America/New_York}'::text[]) AS zone,
		 unnest(ARRAY[$$'a', 1, 2, '2000-01-01 00:00+00', 'x', 'ok', 1.0 / 3$$, $$'b"', NULL, 3, '1999-07-01 00:00+00', NULL, 'sad', NULL$$,
					  $$'', -1, 4, 'infinity', '"', 'ok', 'NaN'$$]) AS arguments,
		 oracle.same_prepared('build', format('SET LOCAL plan_cache_mode = %s; SET LOCAL TimeZone = %L; SET LOCAL extra_float_digits = %s',
											  mode, zone, length(zone) % 4 - 2), arguments) AS same
	GROUP BY mode ORDER BY mode;
DEALLOCATE ALL;
SELECT oracle.same('SELECT * FROM built()', $def$
	CREATE FUNCTION built() RETURNS SETOF json LANGUAGE plpgsql AS $$
	DECLARE
		k text;
		r record;
		j json;
	BEGIN
		FOR i IN 1 .. 30 LOOP
			k := repeat('key "', i % 7) || i;
			RETURN NEXT @.json_build_object(k, i, 'constant', i * 2, i, k, '"', NULL, k || k, j);
			RETURN NEXT @.json_build_array(k, i, 'constant', NULL, j);
			r := CASE WHEN i % 2 = 0 THEN ROW(i) ELSE ROW(k, i) END;
			j := @.json_build_object('r', r, 'j', @.json_build_array(r, r, i));
			RETURN NEXT j;
			IF i % 10 = 0 THEN
				BEGIN
					j := @.json_build_object(k, i, nullif(k, k), 1);
				EXCEPTION WHEN invalid_parameter_value OR null_value_not_allowed THEN
					RETURN NEXT @.json_build_object('caught', SQLSTATE, i, k);
				END;
			END IF;
		END LOOP;
	END
	$$$def$, undo => true);
SELECT oracle.same('SELECT built(i, ''k'' || i, i % 2 = 0) FROM generate_series(1, 20) AS i', $def$
	CREATE FUNCTION built(int, text, boolean) RETURNS json LANGUAGE sql AS $$ SELECT @.json_build_object($2, $1, 'c', $3, $1,
	@.json_build_array($3, $2)) $$$def$, undo => true);

-- A key's text can change while the statement runs: it is a constant, its text is not.
SELECT oracle.same($$SELECT set_config('TimeZone', zone, false), @.json_build_object(timestamptz '2000-01-01 00:00+00', 1, 'k',
	timestamptz '2000-01-01 00:00+00')
	FROM unnest('{UTC,Asia/Kolkata,America/New_York}'::text[]) AS zone$$, undo => true);
SELECT oracle.same($$SELECT set_config('extra_float_digits', digits::text, false), @.json_build_object(float8 '0.3333333333333333', 1,
	float4 '0.33333334', float8 '0.3333333333333333') FROM generate_series(-3, 3) AS digits$$, undo => true);
SELECT oracle.same($$SELECT set_config('bytea_output', f, false), @.json_build_object('\x00ff'::bytea,
	'\x00ff'::bytea) FROM unnest('{hex,escape,hex}'::text[]) AS f$$, undo => true);
SELECT oracle.same($$SELECT set_config('IntervalStyle', f, false), @.json_build_object(interval '1 day 02:03', interval '1 day 02:03')
	FROM unnest('{postgres,iso_8601,sql_standard}'::text[]) AS f$$, undo => true);
SELECT oracle.same($$SELECT set_config('DateStyle', f, false), @.json_build_object(date '2001-02-03', 1, daterange('2001-02-03',
	'2001-02-04'), 2)
	FROM unnest('{ISO,German,"SQL, DMY"}'::text[]) AS f$$, undo => true);
SELECT oracle.same($$SELECT set_config('search_path', f, false), @.json_build_object('argument'::regclass,
	'argument'::regclass) FROM unnest('{public,pg_catalog,public}'::text[]) AS f$$, undo => true);
RESET TimeZone;
RESET extra_float_digits;
RESET bytea_output;
RESET IntervalStyle;
RESET DateStyle;
RESET search_path;
SELECT rows, oracle.same(format('SELECT rename_it(i), @.json_build_object(''thing''::regclass, i, ''apple''::fruit, ''apple''::fruit)
	FROM generate_series(1, %s) AS i', rows), $def$
	CREATE TABLE thing ();
	CREATE TYPE fruit AS ENUM ('apple');
	CREATE FUNCTION fruit_json(fruit) RETURNS json LANGUAGE sql AS 'SELECT ''"fruit"''::json';
	CREATE FUNCTION rename_it(i int) RETURNS void LANGUAGE plpgsql AS $$
	BEGIN
		IF i = 2 THEN
			ALTER TABLE thing RENAME TO other;
		ELSIF i = 3 THEN
			ALTER TYPE fruit RENAME VALUE 'apple' TO 'pear';
		ELSIF i = 5 THEN
			CREATE CAST (fruit AS json) WITH FUNCTION fruit_json(fruit);
		END IF;
	END
	$$$def$, undo => true)
	FROM generate_series(4, 5) AS rows;

-- Keys that are escaped, of every length, long, empty, again and again.
SELECT * FROM oracle.compare('@.json_build_object(repeat(''x'', n % 70) || c || repeat(''y'', n / 70), n)',
	$$FROM generate_series(0, 700, 7) AS n, (VALUES (''), ('"'), (E'\n'), (E'\\'), (E'\x01'), (E'\u20ac'), ('/'), (E'\x7f')) AS v (c)$$);
SELECT * FROM oracle.compare($$@.json_build_object(E'"\\"\n\t\x01\u20ac', i, E'\x7f''/<&>', i, '', i, 'a', i, 'a', i, ' : ', ', ')$$,
	'FROM generate_series(1, 5) AS i');
SELECT oracle.same(format('SELECT @.json_build_object(%L, i, %L::text, i, %L::varchar, i) FROM generate_series(1, 3) AS i', key, key,
	key)) FROM repeat('long "key" ', 2000) AS key;
SELECT * FROM oracle.compare('@.json_build_object(repeat(''k'', n), repeat(''"'', n), ''key'', repeat(''v'', n))',
	'FROM generate_series(0, 70000, 1009) AS n');

-- Numbers of arguments.
SELECT oracle.same('SELECT @.json_build_object(), @.json_build_array() FROM generate_series(1, 3)');
SELECT oracle.same('SELECT @.json_build_object(1)');
SELECT oracle.same('SELECT @.json_build_object(NULL)');
SELECT oracle.same('SELECT @.json_build_object(''a'', 1, ''b'') FROM generate_series(1, 3)');
SELECT oracle.same('SELECT @.json_build_array(NULL), @.json_build_array(1), @.json_build_array(''a'', NULL::text)');
SELECT oracle.same(format('SELECT @.json_build_object(%s) FROM generate_series(1, 3) AS i', string_agg(format('''key %s'', i', n),
	', '))) FROM generate_series(1, 50) AS n;
SELECT oracle.same(format('SELECT @.json_build_array(%s) FROM generate_series(1, 3) AS i', string_agg('i', ', '))) FROM generate_series(1,
	100) AS n;
SELECT oracle.same(format('SELECT @.json_build_array(%s)', string_agg(n::text, ', '))) FROM generate_series(1, 101) AS n;
SELECT oracle.same(format('SELECT @.json_build_object(%s)', string_agg(n::text, ', '))) FROM generate_series(1, 102) AS n;

-- NULL as key: which error is first.
CREATE FUNCTION raise_json(box_id) RETURNS json LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no json of %',
	$1 USING HINT = 'None.'; END $$;
DROP CAST (box_id AS json);
CREATE CAST (box_id AS json) WITH FUNCTION raise_json(box_id);
SELECT arguments, oracle.same_key(format('SELECT @.json_build_object(%s) FROM generate_series(1, 2) AS i', arguments))
	FROM unnest(ARRAY['NULL, 1', 'NULL::int, NULL', '''a'', 1, NULL, 2', '''a'', 1, NULL::text, 2, ''c'', 3', 'nullif(i, 2), i',
	'''a'', 1, NULL::pair, 1', 'NULL::json, 1', 'NULL::int[], 1',
					  '''a'', ''box''::box_id, NULL, 1', 'NULL, ''box''::box_id', '''a'', 1, ARRAY[1], ''box''::box_id',
					'''a'', ''box''::box_id, ARRAY[1], 1', 'ARRAY[1], 1, NULL, 1',
					  'NULL, 1, ARRAY[1], 1', '''a'', ''box''::box_id, 1', '''a'', NULL, NULL', '''box''::box_id, 1',
					'''a'', ARRAY[''box'']::box_id[], NULL, 2', '''a'', nullif(''box'', i::text)::box_id']) AS arguments;
SELECT oracle.same('SELECT @.json_build_array(i, CASE WHEN i = 3 THEN ''box''::box_id END, i) FROM generate_series(1, 5) AS i');
SELECT oracle.same('SELECT @.json_build_object(''a'', i, ''b'', 1 / (i - 3)) FROM generate_series(1, 5) AS i');
DO $$
BEGIN
	FOR i IN 1 .. 100 LOOP
		BEGIN
			PERFORM fastjson.json_build_object('a', repeat('x', 1000), 'b', j, CASE WHEN j = 3 THEN NULL ELSE 'c' END,
			j) FROM generate_series(1, 5) AS j;
			RAISE 'no error';
		EXCEPTION WHEN invalid_parameter_value OR null_value_not_allowed THEN
			NULL;
		END;
		BEGIN
			PERFORM fastjson.json_build_array(repeat('x', 1000), CASE WHEN j = 3 THEN 'box'::box_id END, j) FROM generate_series(1, 5) AS j;
			RAISE 'no error';
		EXCEPTION WHEN raise_exception THEN
			IF SQLERRM <> 'no json of box' THEN
				RAISE;
			END IF;
		END;
	END LOOP;
END
$$;
SELECT * FROM oracle.compare('@.json_build_object(''a'', repeat(''x'', 1000), ''b'', j)', 'FROM generate_series(1, 5) AS j');

-- A cast to json that changes things and calls us, in the middle of an object.
CREATE TABLE changing (a int, b text);
INSERT INTO changing VALUES (1, 'one');
CREATE FUNCTION change_json(box_id) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('ALTER TABLE changing ADD c%s int DEFAULT 7',
	(SELECT count(*) FROM pg_attribute WHERE attrelid = 'changing'::regclass AND attnum > 0));
	ALTER TYPE mood RENAME VALUE 'ok' TO 'okay';
	ALTER TYPE mood RENAME VALUE 'okay' TO 'ok';
	RETURN CASE current_setting('oracle.schema')
		WHEN 'fastjson.' THEN fastjson.json_build_object('changed', (SELECT c FROM changing AS c), 'mood', 'ok'::mood, repeat('long', 5000),
		NULL)
		ELSE pg_catalog.json_build_object('changed', (SELECT c FROM changing AS c), 'mood', 'ok'::mood, repeat('long', 5000), NULL) END;
END
$$;
DROP CAST (box_id AS json);
CREATE CAST (box_id AS json) WITH FUNCTION change_json(box_id);
SELECT oracle.same($$SELECT set_config('oracle.schema', '@.', false), @.json_build_object('a', i, 'box', 'box'::box_id, 'mood', 'ok'::mood,
	'boxes', ARRAY['box', 'box']::box_id[],
	'ok'::mood, (SELECT c FROM (SELECT i) AS c)), @.json_build_array('box'::box_id, 'sad'::mood, 'box'::box_id, 'ok'::mood,
	i) FROM generate_series(1, 3) AS i$$, undo => true);
SELECT oracle.same_key($$SELECT set_config('oracle.schema', '@.', false), @.json_build_object('a', 'box'::box_id, NULL, 1)$$, undo => true);
DROP TABLE changing;
DROP CAST (box_id AS json);
CREATE CAST (box_id AS json) WITH FUNCTION box_id_json(box_id);

-- VARIADIC.
SELECT array_text, oracle.same_key(format('SELECT @.json_build_object(VARIADIC %1$s)', array_text)) AS object,
	oracle.same(format('SELECT @.json_build_array(VARIADIC %1$s)', array_text)) AS array
	FROM unnest(ARRAY['ARRAY[''a'', ''1'', ''"b"'', NULL]', 'NULL::text[]', '''{}''::text[]', 'ARRAY[]::int[]', '''{{a,b},{c,d}}''::text[]',
	'''[0:1]={a,b}''::text[]', '''[-1:0][2:3]={{1,2},{3,4}}''::int[]',
					  'ARRAY[1, 2, 3]', 'ARRAY[1, 2, NULL, 4]', 'ARRAY[NULL]::text[]', 'ARRAY[NULL, NULL, NULL]::text[]',
					'ARRAY[true, false]', 'ARRAY[1.5, 2.50, ''NaN'', 0]', 'ARRAY[1.5, ''NaN'']::float8[]',
					  'ARRAY[timestamptz ''2000-01-01 00:00+00'', NULL]', '''{ok,"very \"happy\"",sad,ok}''::mood[]', 'ARRAY[1, 2]::digit[]',
					'''{a,b}''::word[]', '''{1,2}''::ints', 'ARRAY[ROW(1, ''a''), ROW(2, ''b'')]::pair[]',
					  'ARRAY[ROW(1, 2), ROW(3, 4)]', 'ARRAY[json ''1'', ''2'']', 'ARRAY[jsonb ''"a"'', NULL]', '''{box,box}''::box_id[]',
					'''1 2''::int2vector', '''1 2 3 4''::oidvector', '''a''', '1', 'json ''[1]''', 'NULL',
					  'ROW(1, 2)', '''{a,b}''', 'string_to_array(''a,b,c,d'', '','')', 'ARRAY[ARRAY[''a'', NULL], ARRAY[''b'', ''x'']]',
					'(SELECT array_agg(c21 || n) FROM sample, generate_series(1, 4) AS n)',
					  '(SELECT array_agg(i::text) FROM generate_series(1, 5000) AS i)',
					'(SELECT array_agg(i) FROM generate_series(1, 101) AS i)',
					'array_fill(repeat(''"x'', 100), ARRAY[200])']) AS array_text;
SELECT oracle.same('SELECT @.json_build_object(''a'', VARIADIC ARRAY[1])');
SELECT oracle.same('SELECT @.json_build_object(VARIADIC ARRAY[1], 2)');
CREATE TABLE lists (n int, t text[], i int[], m mood[], a timestamptz[]);
INSERT INTO lists
	SELECT n, (SELECT array_agg(CASE WHEN k % 2 = 0 OR k % 3 > 0 THEN repeat('text "', n) || k END ORDER BY k) FROM generate_series(1,
	n * 2) AS k WHERE k <> 3 OR n < 3),
		   (SELECT array_agg(k * n) FROM generate_series(1, n * 2) AS k), array_fill('sad'::mood, ARRAY[n % 5]),
		CASE WHEN n % 3 > 0 THEN '{}'::timestamptz[] || now() || NULL END
	FROM generate_series(1, 40) AS n;
ALTER TABLE lists ALTER t SET STORAGE EXTERNAL;
INSERT INTO lists SELECT n, array_fill(repeat('out of line', 500), ARRAY[4]), array_fill(7, ARRAY[3000]) FROM generate_series(41, 43) AS n;
SELECT * FROM oracle.compare('@.json_build_array(VARIADIC t)', 'FROM lists');
SELECT * FROM oracle.compare('@.json_build_array(VARIADIC i)', 'FROM lists');
SELECT * FROM oracle.compare('@.json_build_array(VARIADIC m)', 'FROM lists');
SELECT * FROM oracle.compare('@.json_build_array(VARIADIC a)', 'FROM lists');
SELECT * FROM oracle.compare('@.json_build_object(VARIADIC i)', 'FROM lists');
SELECT * FROM oracle.compare('@.json_build_object(VARIADIC a)', 'FROM lists WHERE a IS NULL OR a = ''{}''');
SELECT oracle.same_key('SELECT @.json_build_object(VARIADIC t) FROM lists'),
	oracle.same('SELECT @.json_build_object(VARIADIC m) FROM lists');
SELECT oracle.same('SELECT * FROM listed()', $def$
	CREATE FUNCTION listed() RETURNS SETOF json LANGUAGE plpgsql AS $$
	DECLARE
		texts text[] := '{}';
		any_json json;
		list text;
	BEGIN
		FOR i IN 1 .. 10 LOOP
			texts := texts || ('k' || i) || NULL::text;
			RETURN NEXT @.json_build_object(VARIADIC texts);
			RETURN NEXT @.json_build_array(VARIADIC texts);
			texts[i] := texts[1];
			FOREACH list IN ARRAY ARRAY['ARRAY[1, 2]', 'ARRAY[''a'', ''b'']', 'ARRAY[now(), now()]', 'ARRAY[1.0, 2]', '''{}''::int[]'] LOOP
				EXECUTE format('SELECT @.json_build_object(VARIADIC %s)', list) INTO any_json;
				RETURN NEXT any_json;
			END LOOP;
		END LOOP;
	END
	$$$def$, undo => true);

-- Through functions that take any type.
SELECT kind, oracle.same($$SELECT wrap(1), wrap('a'::text), wrap(NULL::int), wrap(ROW(1, 'a')::pair), wrap(ARRAY[1, 2]), wrap(1.5),
	wrap(json '[ 1]'), wrap('ok'::mood), wrap(i), wrap(-i), wrap(i::text),
		wrap('box'::box_id), wrap(ROW(i)), wrap_all(1, 2, i), wrap_all('a', 'b', i::text),
		wrap_all(VARIADIC '{}'::text[]) FROM generate_series(1, 3) AS i$$,
	format('CREATE FUNCTION wrap(anyelement) RETURNS json %1$s AS %2$L;
			CREATE FUNCTION wrap_all(VARIADIC anyarray) RETURNS json %1$s AS %3$L', kind,
		   CASE WHEN kind LIKE '%plpgsql%'
		THEN 'BEGIN RETURN @.json_build_object(''key'', $1, ''list'', @.json_build_array($1, NULL, $1)); END'
		   ELSE 'SELECT @.json_build_object(''key'', $1, ''list'', @.json_build_array($1, NULL, $1))' END,
		   CASE WHEN kind LIKE '%plpgsql%'
		THEN 'BEGIN RETURN @.json_build_array(VARIADIC $1); END' ELSE 'SELECT @.json_build_array(VARIADIC $1)' END), undo => true)
	FROM unnest('{LANGUAGE sql,LANGUAGE sql STRICT,LANGUAGE sql SECURITY DEFINER,LANGUAGE plpgsql,LANGUAGE plpgsql STABLE}'::text[]) AS kind;

-- Where an expression can stand.
SELECT oracle.same($$SELECT @.json_build_object('n', n, 'part', (SELECT @.json_build_array(VARIADIC array_agg(k)) FROM generate_series(1,
	n % 4) AS k)) FROM lists$$);
SELECT oracle.same($$SELECT @.json_build_object(n % 3, @.json_build_array(count(*), min(n),
	@.json_agg(n ORDER BY n))) FROM lists GROUP BY n % 3 ORDER BY n % 3$$);
SELECT oracle.same($$SELECT n FROM lists WHERE @.json_build_object('n', n % 4)::text = @.json_build_object('n', 3)::text$$);
SELECT oracle.same($$SELECT @.json_build_object('g', generate_series(1, 3), 'n', n) FROM lists ORDER BY n, 1::text LIMIT 10 OFFSET 3$$);
SELECT oracle.same($$SELECT @.json_build_object('n', n) FROM lists UNION ALL SELECT @.json_build_array(n) FROM lists$$);
SELECT oracle.same($$SELECT CASE WHEN n % 2 = 0 THEN @.json_build_object('n', n) ELSE @.json_build_array(n, 'odd') END FROM lists$$);
SELECT oracle.same($$SELECT x.* FROM lists, LATERAL (SELECT @.json_build_object('n', n, 'm', m) AS j, @.json_build_array() AS k) AS x$$);
SELECT oracle.same($$INSERT INTO kept SELECT @.json_build_object('n', n), lag(@.json_build_array(n,
	t)) OVER (ORDER BY n) FROM lists RETURNING *$$, 'CREATE TABLE kept (a json, b json)', undo => true);
SELECT oracle.same($$SELECT @.json_build_object('a', 1) = @.json_build_object('a', 1)$$);
SELECT oracle.same($$CREATE INDEX ON lists ((@.json_build_array(n)::text))$$);
SELECT oracle.same($$SELECT @.json_build_object(x => 1)$$);
SELECT oracle.same($$SELECT @.json_build_object(DISTINCT 'a', 1)$$);
SELECT oracle.same($$SELECT @.json_build_array(lists, lists.*::text, lists.n) FROM lists WHERE n < 3$$);
SELECT * FROM oracle.compare($$@.json_build_object('id', i, 'name', md5(i::text), 'list', @.json_build_array(i % 10, i / 3.0, i % 2 = 0),
	'null', NULL)$$, 'FROM generate_series(1, 30000) AS i');

-- Compiled.
SET jit = on;
SET jit_above_cost = 0;
SET jit_inline_above_cost = 0;
SET jit_optimize_above_cost = 0;
SELECT * FROM oracle.compare($$@.json_build_object('n', n, 'list', @.json_build_array(n % 10, t, NULL, m), n, i, 'nothing',
	@.json_build_object(), t[1], @.json_build_array(VARIADIC i))$$, 'FROM lists WHERE t[1] IS NOT NULL');
SELECT oracle.same_key('SELECT @.json_build_object(''a'', n, nullif(n, 9), 1) FROM lists'),
	oracle.same('SELECT @.json_build_object(n, i, i, n) FROM lists'), oracle.same('SELECT @.json_build_array(1 / (n - 9)) FROM lists');
SET jit = off;

DROP TABLE argument, sample, lists;
SET client_min_messages = warning;
DROP TYPE box_id, mood, pair CASCADE;
DROP DOMAIN digit, word, word_2, ints, json_domain CASCADE;
DROP FUNCTION oracle.same_prepared(text, text, text);
