--
-- What the other files compare with: the server's own functions, in SQL.
--
-- A statement or expression has "@." where a schema's name stands; it is run
-- with the server's schema and with ours.  Values are compared byte by byte,
-- errors by SQLSTATE, message, detail, hint and context.
--
-- Files of hundreds of statements turn JIT off: to compile each of them for
-- three rows takes minutes.  The file "jit" is about compiled code.
--
CREATE SCHEMA oracle;

-- Where two texts part.
CREATE FUNCTION oracle.difference(core text, ours text) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	same int := 0;
	step int := 1 << 30;
BEGIN
	WHILE step > 0 LOOP
		IF same + step <= least(length(core), length(ours))
			AND left(core, same + step) = left(ours, same + step) THEN
			same := same + step;
		END IF;
		step := step / 2;
	END LOOP;
	RETURN format('at %s: core %s, ours %s', same,
				  coalesce(quote_literal(substr(core, greatest(same - 20, 1), 60)), 'NULL'),
				  coalesce(quote_literal(substr(ours, greatest(same - 20, 1), 60)), 'NULL'));
END
$$;

-- All rows of a statement, or its error, as text.
CREATE FUNCTION oracle.outcome(statement text, OUT label text, OUT content text)
LANGUAGE plpgsql AS $$
DECLARE
	one record;
	rows text[] := '{}';
	message text;
	detail text;
	hint text;
	context text;
BEGIN
	FOR one IN EXECUTE statement LOOP
		rows := rows || one::text;
	END LOOP;
	label := 'rows: ' || cardinality(rows);
	content := array_to_string(rows, E'\n', 'NULL');
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS label = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
		detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT, context = PG_EXCEPTION_CONTEXT;
	label := 'error ' || label;
	content := concat_ws(E'\n', message, nullif(detail, ''), nullif(hint, ''), context);
END
$$;

-- Does a statement do the same with the server's functions as with ours?
-- What is prepared for it, and what it does to the database, is undone if asked.
CREATE FUNCTION oracle.same(statement text, preparation text DEFAULT '', undo boolean DEFAULT false) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
	schema text;
	one record;
	label text;
	content text;
BEGIN
	FOREACH schema IN ARRAY ARRAY['pg_catalog.', 'fastjson.'] LOOP
		BEGIN
			IF preparation <> '' THEN
				EXECUTE replace(preparation, '@.', schema);
			END IF;
			one := oracle.outcome(replace(statement, '@.', schema));
			IF undo THEN
				RAISE EXCEPTION USING ERRCODE = 'UNDO0';
			END IF;
		EXCEPTION WHEN SQLSTATE 'UNDO0' THEN
		END;
		-- a context quotes the statement
		one.content := replace(replace(one.content, 'fastjson.', '@.'), 'pg_catalog.', '@.');
		IF schema = 'pg_catalog.' THEN
			label := one.label;
			content := one.content;
		ELSIF one.label <> label OR one.content <> content THEN
			RETURN format('DIFFERENT: core %s, ours %s, %s', label, one.label,
						  oracle.difference(content, one.content));
		END IF;
	END LOOP;
	RETURN format('same (%s)', label);
END
$$;

-- A NULL as key is 22023 before 16, and 22004 from then on.
CREATE FUNCTION oracle.same_key(statement text, undo boolean DEFAULT false) RETURNS text LANGUAGE sql AS
$$ SELECT replace(oracle.same(statement, undo => undo), '22023', '22004') $$;

-- Is an expression the same in every row of a source ("FROM ...")?
CREATE FUNCTION oracle.compare(expression text, source text,
							   OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format($sql$
		SELECT count(*),
			   count(*) FILTER (WHERE core IS DISTINCT FROM ours),
			   (array_agg(oracle.difference(core, ours))
				FILTER (WHERE core IS DISTINCT FROM ours))[1]
		FROM (SELECT (%s)::text COLLATE "C", (%s)::text COLLATE "C" %s) AS pair (core, ours)
		$sql$,
		replace(expression, '@.', 'pg_catalog.'), replace(expression, '@.', 'fastjson.'), source)
		INTO compared, different, example;
END
$$;

-- The same for jsonb, of which text does not show all.
CREATE FUNCTION oracle.compare_bytes(expression text, source text,
									 OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format($sql$
		SELECT count(*), count(*) FILTER (WHERE NOT same),
			   (array_agg(oracle.difference(core::text, ours::text) || ', ' || ours::text) FILTER (WHERE NOT same))[1]
		FROM (SELECT core, ours, ROW(core)::record *= ROW(ours)::record
			  FROM (SELECT %s, %s %s) AS pair (core, ours)) AS s (core, ours, same)
		$sql$,
		replace(expression, '@.', 'pg_catalog.'), replace(expression, '@.', 'fastjson.'), source)
		INTO compared, different, example;
END
$$;

-- A query of one column: its values alone, in rows, in arrays, aggregated.
CREATE FUNCTION oracle.compare_values(query text,
									  OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
DECLARE
	source text := format('FROM (%s) AS q (x)', query);
BEGIN
	SELECT sum(c.compared), sum(c.different), min(c.example)
		INTO compared, different, example
		FROM (VALUES ('@.to_json(x)'), ('@.row_to_json(q)'), ('@.to_json(ARRAY[x, NULL, x])'),
			  ('@.json_agg(x)'), ('@.json_agg(q)')) AS form (expression),
			 oracle.compare(form.expression, source) AS c;
END
$$;

-- That, or another comparison by a function of one argument, under a setting.
CREATE FUNCTION oracle.compare_under(setting text, value text, argument text,
									 OUT compared bigint, OUT different bigint, OUT example text,
									 comparison text DEFAULT 'oracle.compare_values')
LANGUAGE plpgsql AS $$
DECLARE
	before text := current_setting(setting);
BEGIN
	PERFORM set_config(setting, value, false);
	EXECUTE format('SELECT * FROM %s(%L)', comparison, argument) INTO compared, different, example;
	PERFORM set_config(setting, before, false);
END
$$;

-- The rows of two prepared statements, one for each schema: "pg_catalog.name" and "fastjson.name".
CREATE FUNCTION oracle.compare_prepared(name text, OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TEMP TABLE core_rows AS EXECUTE %I', 'pg_catalog.' || name);
	EXECUTE format('CREATE TEMP TABLE our_rows AS EXECUTE %I', 'fastjson.' || name);
	SELECT count(*), count(*) FILTER (WHERE core IS DISTINCT FROM ours),
		   min(oracle.difference(core, ours)) FILTER (WHERE core IS DISTINCT FROM ours)
		INTO compared, different, example
		FROM (SELECT row_number() OVER () AS n, core_rows::text COLLATE "C" AS core FROM core_rows) AS c
			 FULL JOIN (SELECT row_number() OVER () AS n, our_rows::text COLLATE "C" AS ours FROM our_rows) AS o USING (n);
	DROP TABLE core_rows, our_rows;
END
$$;

-- What parsing makes of a text: its jsonb, or the error.
CREATE FUNCTION oracle.parse(t text, ours boolean, OUT parsed jsonb, OUT error text)
LANGUAGE plpgsql AS $$
DECLARE
	state text;
	message text;
	detail text;
	context text;
BEGIN
	IF ours THEN
		parsed := fastjson.parse_jsonb(t);
	ELSE
		parsed := t::jsonb;
	END IF;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
		detail = PG_EXCEPTION_DETAIL, context = PG_EXCEPTION_CONTEXT;
	error := concat_ws('|', state, message, detail, split_part(context, 'PL/pgSQL', 1));
END
$$;

-- How many elements or members a text has by the server's count, duplicates included.
CREATE FUNCTION oracle.container_size(t text, parsed jsonb) RETURNS int LANGUAGE sql AS $$
	SELECT CASE jsonb_typeof(parsed)
		   WHEN 'array' THEN json_array_length(t::json)
		   WHEN 'object' THEN (SELECT count(*)::int FROM json_object_keys(t::json)) END
$$;

-- What differs from the server's outcome under the settings of the session, NULL if nothing does.
CREATE FUNCTION oracle.parse_difference(t text, core jsonb, core_error text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
	ours jsonb;
	ours_error text;
BEGIN
	SELECT * INTO ours, ours_error FROM oracle.parse(t, true);
	IF core_error IS DISTINCT FROM ours_error THEN
		RETURN format('core: %s, ours: %s', coalesce(core_error, 'accepted'), coalesce(ours_error, 'accepted'));
	ELSIF NOT row(core)::record *= row(ours)::record THEN
		RETURN 'other bytes';
	ELSIF (fastjson.parse_jsonb(t, on_error => 'null') IS NULL) <> (core_error IS NOT NULL) THEN
		RETURN 'on_error => null';
	ELSIF core_error IS NULL AND fastjson.jsonb_to_text(core) <> core::text COLLATE "C" THEN
		RETURN 'jsonb_to_text';
	ELSIF core_error IS NULL AND
		NOT row(core)::record *= row(fastjson.parse_jsonb(fastjson.jsonb_to_text(core, compact => true)))::record THEN
		RETURN 'compact';
	ELSIF core_error IS NULL AND fastjson.container_size(t) IS DISTINCT FROM oracle.container_size(t, core) THEN
		RETURN 'container_size';
	END IF;
	RETURN NULL;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLERRM;
END
$$;

-- All texts of a query, with every tier, with and without prediction.
CREATE FUNCTION oracle.compare_parsing(query text, OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
DECLARE
	setting record;
	d bigint;
	e text;
BEGIN
	EXECUTE format('CREATE TEMP TABLE parsed AS SELECT t, p.* FROM (%s) AS q (t), oracle.parse(t, false) AS p (core, error)', query);
	GET DIAGNOSTICS compared = ROW_COUNT;
	different := 0;
	FOR setting IN SELECT name AS tier, predict FROM fastjson.kernels(), unnest(ARRAY['on', 'off']) AS predict
		WHERE built AND supported LOOP
		PERFORM set_config('fastjson.kernel', setting.tier, true),
			set_config('fastjson.predict_container_size', setting.predict, true);
		SELECT count(d.d), min(d.d || ': ' || left(t, 2000)) INTO d, e
			FROM parsed, oracle.parse_difference(t, core, error) AS d;
		different := different + d;
		example := coalesce(example, format('%s, %s: ', setting.tier, setting.predict) || e);
	END LOOP;
	DROP TABLE parsed;
END
$$;

-- At random: a number from 0 to size - 1, and one of an array's elements.
CREATE FUNCTION oracle.pick(size int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT floor(random() * size)::int';
CREATE FUNCTION oracle.one_of(choices text[]) RETURNS text LANGUAGE sql VOLATILE AS
	'SELECT choices[1 + floor(random() * cardinality(choices))::int]';

-- A text with a few bytes changed.
CREATE FUNCTION oracle.damaged(t text) RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT overlay(t PLACING oracle.one_of(ARRAY['', '', '"', '\', '{', '}', '[', ']', ',', ':', ' ', E'\n', '1', '-', 'e', '.', '0', 'null', '\u0000', '\ud800',
												 '\n', '\u00e9', '"a":', 'é', E'\x01', '""', '[]', '{}', 't', 'e131072', 'e-16384', '0e99999999999', '\udc00', '\q', '\u12g4', E'\t'])
				   FROM 1 + oracle.pick(length(t)) FOR oracle.pick(4))
$$;

-- The helpers notice what they are there to notice.
CREATE FUNCTION oracle.fail(ours boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'failed' USING HINT = CASE WHEN ours THEN 'Ours.' ELSE 'Core''s.' END;
END
$$;
SELECT oracle.difference('abcdef', 'abcxef');
SELECT oracle.difference('abc', 'abcd'), oracle.difference('', 'a'), oracle.difference(NULL, 'a');
SELECT oracle.same($$SELECT @.to_json(i) FROM generate_series(1, 3) AS i$$);
SELECT oracle.same($$SELECT 1 / (i - 2), '@.' FROM generate_series(1, 3) AS i$$);
SELECT oracle.same($$SELECT 1 WHERE '@.' = 'fastjson.'$$);
SELECT oracle.same($$SELECT 1 / CASE '@.' WHEN 'fastjson.' THEN 0 ELSE 1 END$$);
SELECT oracle.same($$SELECT oracle.fail('@.' = 'fastjson.')$$);
SELECT oracle.same('INSERT INTO oracle.made VALUES (''@.'') RETURNING *', 'CREATE TABLE oracle.made (a text)', undo => true);
SELECT to_regclass('oracle.made') IS NULL AS undone;
SELECT * FROM oracle.compare($$CASE '@.' WHEN 'fastjson.' THEN nullif(i, 2) ELSE i END$$,
							 'FROM generate_series(1, 3) AS i');
SELECT * FROM oracle.compare('@.to_json(i)', 'FROM generate_series(1, 3) AS i');
SELECT * FROM oracle.compare_bytes($$CASE '@.' WHEN 'fastjson.' THEN jsonb '1' ELSE '1.0' END$$, '');
SELECT * FROM oracle.compare_bytes($$CASE '@.' WHEN 'fastjson.' THEN NULL ELSE jsonb '1' END$$, '');
SELECT * FROM oracle.compare_values('SELECT 1.5 UNION ALL SELECT NULL');
SELECT * FROM oracle.compare_under('extra_float_digits', '-15', 'SELECT float8 ''123.5''');
SHOW extra_float_digits;
PREPARE "pg_catalog.three" AS SELECT i, 'a' FROM generate_series(1, 3) AS i;
PREPARE "fastjson.three" AS SELECT i, 'b' FROM generate_series(1, 2) AS i;
SELECT * FROM oracle.compare_prepared('three');
DEALLOCATE ALL;
SELECT oracle.parse_difference('{"a":1}', '{"a":1}', NULL), oracle.parse_difference('{"a":1}', '{"a":1.0}', NULL) AS bytes,
	oracle.parse_difference('[1]', NULL, 'refused') AS accepted, split_part(oracle.parse_difference('[1', '[1]', NULL), '|', 1) AS refused;
SELECT * FROM oracle.compare_parsing('SELECT t FROM (VALUES (''[]''), (''[1,]''), (''{"a":1,"a":2}''), ('''')) AS v (t)');
SELECT setseed(0);
SELECT count(DISTINCT oracle.damaged('[1, "abc"]')) > 50 AS damaged FROM generate_series(1, 200);
DROP FUNCTION oracle.fail(boolean);
