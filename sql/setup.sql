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
SELECT * FROM oracle.compare_values('SELECT 1.5 UNION ALL SELECT NULL');
SELECT * FROM oracle.compare_under('extra_float_digits', '-15', 'SELECT float8 ''123.5''');
SHOW extra_float_digits;
PREPARE "pg_catalog.three" AS SELECT i, 'a' FROM generate_series(1, 3) AS i;
PREPARE "fastjson.three" AS SELECT i, 'b' FROM generate_series(1, 2) AS i;
SELECT * FROM oracle.compare_prepared('three');
DEALLOCATE ALL;
DROP FUNCTION oracle.fail(boolean);
