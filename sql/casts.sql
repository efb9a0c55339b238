--
-- Casts to json, which core follows for types of the user's own
--
\set VERBOSITY terse
SET jit = off;
SET client_min_messages = warning;

CREATE TYPE mood AS ENUM ('sad', 'ok', 'very "happy"');
CREATE TYPE label;
CREATE FUNCTION label_in(cstring) RETURNS label LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION label_out(label) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE label (INPUT = label_in, OUTPUT = label_out, LIKE = text);
CREATE TYPE span AS RANGE (subtype = int4, multirange_type_name = spans);
CREATE DOMAIN mood_domain AS mood;
CREATE DOMAIN mood_domain_2 AS mood_domain CHECK (value::text <> 'sad');
CREATE TYPE pair AS (m mood, l label);
CREATE DOMAIN pair_domain AS pair;
CREATE TABLE subject (at timestamptz, m mood, l label, s span, ss spans, md mood_domain, md2 mood_domain_2,
					  ma mood[], mda mood_domain[], la label[], p pair, pa pair[], pd pair_domain, built_in point,
						at_end timestamptz);
INSERT INTO subject VALUES
	('2000-01-01 00:00+00', 'sad', 'a "label"', '[1,5)', '{[1,5),[7,8)}', 'ok', 'ok', '{sad,NULL,ok}', '{ok}', '{x,NULL,"y z"}',
	 '(ok,z)', '{"(sad,q)",NULL,"(,)"}', '(ok,d)', '(1,2)', '2020-06-01 00:00+00');
INSERT INTO subject DEFAULT VALUES;
INSERT INTO subject VALUES
	('infinity', 'very "happy"', '', 'empty', '{}', 'very "happy"', 'very "happy"', '{}', '{NULL}', '{}', '(,)', '{}', '(,)');

-- Every place where such a value can stand.
CREATE FUNCTION oracle.compare_subject(OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE sql AS $$
	SELECT sum(c.compared), sum(c.different), min(c.example)
		FROM unnest('{@.row_to_json(t),@.json_agg(t),"@.row_to_json(t, true)",@.to_json(m),@.to_json(l),@.to_json(s),@.to_json(ss),
					  @.to_json(md),@.to_json(md2),@.to_json(ma),@.to_json(mda),@.to_json(la),@.to_json(p),@.to_json(pa),@.to_json(pd),
					  @.to_json(built_in),@.json_agg(m),@.json_agg(l),@.json_agg(la),@.json_agg(pd),
					  "@.to_json(ROW(m, ROW(l, ROW(ma))))"}'::text[]) AS form,
			 oracle.compare(form, 'FROM subject AS t') AS c
$$;
SELECT * FROM oracle.compare_subject();

-- In LANGUAGE sql.
CREATE FUNCTION mood_json(mood) RETURNS json LANGUAGE sql STABLE
	AS $$ SELECT pg_catalog.json_build_object('mood', $1::text, 'length', length($1::text)) $$;
CREATE CAST (mood AS json) WITH FUNCTION mood_json(mood);
SELECT fastjson.to_json(m), fastjson.to_json(md), fastjson.to_json(ma) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
PREPARE "pg_catalog.rows" AS SELECT pg_catalog.row_to_json(t) FROM subject AS t;
PREPARE "fastjson.rows" AS SELECT fastjson.row_to_json(t) FROM subject AS t;
PREPARE "pg_catalog.moods" AS SELECT pg_catalog.to_json(m), pg_catalog.json_agg(m) OVER () FROM subject AS t;
PREPARE "fastjson.moods" AS SELECT fastjson.to_json(m), fastjson.json_agg(m) OVER () FROM subject AS t;
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');

-- The function replaced: other answer, other language, back.
CREATE OR REPLACE FUNCTION mood_json(mood) RETURNS json LANGUAGE sql STABLE AS $$ SELECT '  [ 1 ] '::json $$;
SELECT fastjson.to_json(m) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');
CREATE OR REPLACE FUNCTION mood_json(mood) RETURNS json LANGUAGE plpgsql STABLE
	AS $$ BEGIN RETURN pg_catalog.json_build_array($1::text, current_setting('TimeZone')); END $$;
SELECT fastjson.to_json(m) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');

-- With settings of its own, and with the rights of its owner.
CREATE OR REPLACE FUNCTION mood_json(mood) RETURNS json LANGUAGE sql STABLE
	SET TimeZone = 'Asia/Kolkata' SET bytea_output = 'escape'
	AS $$ SELECT pg_catalog.json_build_array(t, '\x00ff'::bytea, fastjson.to_json(t))
		FROM (VALUES (timestamptz '2000-01-01 00:00+00')) AS v (t) $$;
SELECT fastjson.to_json(m) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');
CREATE OR REPLACE FUNCTION mood_json(mood) RETURNS json LANGUAGE plpgsql STABLE SECURITY DEFINER
	AS $$ BEGIN RETURN pg_catalog.json_build_array(current_user = session_user); END $$;
CREATE ROLE regress_fastjson_caller;
GRANT SELECT ON subject TO regress_fastjson_caller;
GRANT USAGE ON SCHEMA oracle TO regress_fastjson_caller;
SET ROLE regress_fastjson_caller;
SELECT fastjson.to_json(m) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
RESET ROLE;
-- Whether the caller may execute the function counts where it does in this minor release of the server, also
-- after somebody else's call.
CREATE OR REPLACE FUNCTION mood_json(mood) RETURNS json LANGUAGE plpgsql STABLE
	AS $$ BEGIN RETURN pg_catalog.json_build_array(current_user); END $$;
SELECT * FROM oracle.compare_subject();
REVOKE EXECUTE ON FUNCTION mood_json(mood) FROM PUBLIC;
SELECT * FROM oracle.compare_subject();
SET ROLE regress_fastjson_caller;
SELECT form, regexp_replace(oracle.same(format('SELECT @.%s FROM subject AS t', form)), '^same .*', 'same') AS same
	FROM unnest('{row_to_json(t),json_agg(t),to_json(m),to_json(md),to_json(ma),to_json(mda),to_json(pa),json_agg(m),json_agg(ma),
				  to_json(NULL::mood),json_agg(NULL::mood),to_json(array[NULL::mood]),to_json(array[]::mood[]),row_to_json(row(NULL::mood)),
				  json_agg(array[NULL::mood]),json_agg(row(NULL::mood)),json_agg(m) FILTER (WHERE false),to_json(l)}'::text[]) AS form;
RESET ROLE;
GRANT EXECUTE ON FUNCTION mood_json(mood) TO regress_fastjson_caller;
SET ROLE regress_fastjson_caller;
SELECT * FROM oracle.compare_subject();
RESET ROLE;
SELECT * FROM oracle.compare_subject();

-- The cast dropped, made again, in each sort of context, as input and output, without a function.
DROP CAST (mood AS json);
SELECT fastjson.to_json(m) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');
CREATE CAST (mood AS json) WITH FUNCTION mood_json(mood) AS ASSIGNMENT;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');
DROP CAST (mood AS json);
CREATE CAST (mood AS json) WITH FUNCTION mood_json(mood) AS IMPLICIT;
SELECT * FROM oracle.compare_subject();
DROP CAST (mood AS json);
CREATE CAST (mood AS json) WITH INOUT;
SELECT fastjson.to_json(m) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
DROP CAST (mood AS json);
CREATE CAST (label AS json) WITHOUT FUNCTION;
SELECT fastjson.to_json(l) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
DROP CAST (label AS json);
BEGIN;
CREATE CAST (mood AS json) WITH FUNCTION mood_json(mood);
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');
SAVEPOINT s;
DROP CAST (mood AS json);
SELECT * FROM oracle.compare_subject();
ROLLBACK TO s;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');
ROLLBACK;
SELECT fastjson.to_json(m) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');

-- Of a base type, in LANGUAGE internal, and by way of another type.
CREATE FUNCTION label_json(label) RETURNS json LANGUAGE internal IMMUTABLE STRICT AS 'quote_ident';
CREATE CAST (label AS json) WITH FUNCTION label_json(label);
SELECT fastjson.to_json(l), fastjson.to_json(la) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare('@.to_json(x::label)', 'FROM (SELECT repeat(''long "label" '', i)
	FROM generate_series(0, 500, 50) AS i) AS v (x)');
-- the same function with another body, another language, back, a setting of its own
CREATE OR REPLACE FUNCTION label_json(label) RETURNS json LANGUAGE internal IMMUTABLE STRICT AS 'quote_literal';
SELECT fastjson.to_json(l) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
CREATE OR REPLACE FUNCTION label_json(label) RETURNS json LANGUAGE sql IMMUTABLE STRICT
	AS $$ SELECT pg_catalog.json_build_array($1::text) $$;
SELECT fastjson.to_json(l) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
CREATE OR REPLACE FUNCTION label_json(label) RETURNS json LANGUAGE internal IMMUTABLE STRICT AS 'quote_ident';
SELECT fastjson.to_json(l) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
ALTER FUNCTION label_json(label) SET quote_all_identifiers = on;
SELECT fastjson.to_json(la) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
ALTER FUNCTION label_json(label) RESET ALL;
SELECT * FROM oracle.compare_subject();
DROP CAST (label AS json);
CREATE CAST (label AS text) WITHOUT FUNCTION AS IMPLICIT;
CREATE FUNCTION text_json(text) RETURNS json LANGUAGE sql IMMUTABLE AS $$ SELECT pg_catalog.json_build_object('text', $1) $$;
CREATE CAST (label AS json) WITH FUNCTION text_json(text);
SELECT fastjson.to_json(l), fastjson.to_json(la) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
DROP CAST (label AS json);
DROP CAST (label AS text);

-- Of a range type and its multirange.
CREATE FUNCTION span_json(span) RETURNS json LANGUAGE sql AS $$ SELECT pg_catalog.json_build_array(lower($1), upper($1)) $$;
CREATE FUNCTION spans_json(spans) RETURNS json LANGUAGE sql AS $$
	SELECT coalesce(pg_catalog.json_agg(s), '[]') FROM (SELECT unnest($1)) AS u (s) $$;
CREATE CAST (span AS json) WITH FUNCTION span_json(span);
CREATE CAST (spans AS json) WITH FUNCTION spans_json(spans);
SELECT fastjson.to_json(s), fastjson.to_json(ss) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();

-- Not followed: of built-in types, arrays, composites; domains cannot have any.
CREATE FUNCTION never_json(point) RETURNS json LANGUAGE sql AS $$ SELECT '"cast of point"'::json $$;
CREATE FUNCTION never_json(pair) RETURNS json LANGUAGE sql AS $$ SELECT '"cast of pair"'::json $$;
CREATE FUNCTION never_json(mood[]) RETURNS json LANGUAGE sql AS $$ SELECT '"cast of mood[]"'::json $$;
CREATE FUNCTION never_json(mood_domain) RETURNS json LANGUAGE sql AS $$ SELECT '"cast of mood_domain"'::json $$;
CREATE CAST (point AS json) WITH FUNCTION never_json(point);
CREATE CAST (pair AS json) WITH FUNCTION never_json(pair);
CREATE CAST (mood[] AS json) WITH FUNCTION never_json(mood[]);
CREATE CAST (mood_domain AS json) WITH FUNCTION never_json(mood_domain);
SELECT point '(1,2)'::json, '(ok,z)'::pair::json;
SELECT fastjson.to_json(built_in), fastjson.to_json(p), fastjson.to_json(ma) FROM subject LIMIT 1;
SELECT * FROM oracle.compare_subject();
DROP FUNCTION never_json(point), never_json(pair), never_json(mood[]), never_json(mood_domain) CASCADE;

-- Functions that call us again, on the same type and the same row type, in each language.
CREATE OR REPLACE FUNCTION mood_json(mood) RETURNS json LANGUAGE sql STABLE
	AS $$ SELECT CASE $1 WHEN 'sad' THEN '"sad"'::json
		  ELSE pg_catalog.json_build_array(fastjson.to_json('sad'::mood), pg_catalog.to_json(ARRAY['sad']::mood[]),
			fastjson.row_to_json(ROW('sad'::mood, 'l'::label)::pair)) END $$;
CREATE CAST (mood AS json) WITH FUNCTION mood_json(mood);
SELECT fastjson.to_json('ok'::mood);
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');
CREATE OR REPLACE FUNCTION mood_json(mood) RETURNS json LANGUAGE plpgsql STABLE
	AS $$ BEGIN RETURN CASE $1 WHEN 'sad' THEN '"sad"'::json
		  ELSE pg_catalog.json_build_array(fastjson.to_json('sad'::mood), fastjson.row_to_json(ROW('sad'::mood, 'l'::label)::pair),
			   (SELECT fastjson.json_agg(m) FROM unnest('{sad,NULL}'::mood[]) AS m)) END; END $$;
SELECT fastjson.to_json('ok'::mood);
SELECT * FROM oracle.compare_subject();
CREATE FUNCTION label_json_deep(label) RETURNS json LANGUAGE sql STABLE
	AS $$ SELECT CASE $1::text WHEN '' THEN '[]'::json
		  ELSE pg_catalog.json_build_array(fastjson.to_json(substr($1::text, 2)::label),
			pg_catalog.to_json(substr($1::text, 2)::label)) END $$;
CREATE CAST (label AS json) WITH FUNCTION label_json_deep(label);
SELECT fastjson.to_json('abc'::label);
SELECT * FROM oracle.compare('@.to_json(repeat(''x'', i)::label)', 'FROM generate_series(0, 8) AS i');
SELECT * FROM oracle.compare('@.to_json(ROW(repeat(''x'', i)::label, repeat(''y'', i)::label))', 'FROM generate_series(0, 6) AS i');
CREATE OR REPLACE FUNCTION label_json_deep(label) RETURNS json LANGUAGE plpgsql STABLE
	AS $$ BEGIN RETURN (SELECT fastjson.json_agg(p) FROM (SELECT ('sad', nullif(substr($1::text, 2), '')::label)::pair
		WHERE $1::text <> '') AS s (p)); END $$;
SELECT fastjson.to_json('abc'::label);
SELECT oracle.same($$SELECT @.to_json(''::label)$$);
SELECT oracle.same($$SELECT @.to_json('abc'::label)$$);

-- A function that returns NULL, or fails: core's error, and the next call is well.
CREATE OR REPLACE FUNCTION label_json_deep(label) RETURNS json LANGUAGE sql STABLE AS $$ SELECT NULL::json $$;
SELECT oracle.same('SELECT @.to_json(l) FROM subject');
SELECT oracle.same('SELECT @.row_to_json(t) FROM subject AS t');
SELECT oracle.same('SELECT @.json_agg(la) FROM subject AS t');
CREATE OR REPLACE FUNCTION label_json_deep(label) RETURNS json LANGUAGE plpgsql STABLE
	AS $$ BEGIN RAISE EXCEPTION 'no json for %', $1 USING ERRCODE = 'P1234', DETAIL = 'Some detail.', HINT = 'Some hint.'; END $$;
SELECT oracle.same('SELECT @.to_json(l) FROM subject');
SELECT oracle.same('SELECT @.row_to_json(t) FROM subject AS t');
SELECT oracle.same('SELECT @.json_agg(t) FROM subject AS t');
SELECT oracle.same('SELECT @.to_json(la) FROM subject AS t');
SELECT fastjson.to_json(l) FROM subject;
CREATE FUNCTION label_json_sql(label) RETURNS json LANGUAGE sql STABLE AS
	$$ SELECT (1 / length(nullif($1::text, '')) - 1)::text::json $$;
DROP CAST (label AS json);
CREATE CAST (label AS json) WITH FUNCTION label_json_sql(label);
SELECT oracle.same('SELECT @.to_json(x) FROM (VALUES (''a''::label), (''''), (''b'')) AS v (x)');
SELECT oracle.same('SELECT @.to_json(x) FROM (VALUES (''a''::label), (''bb''), (NULL)) AS v (x)');
CREATE OR REPLACE FUNCTION label_json_sql(label) RETURNS json LANGUAGE sql STABLE
	AS $$ SELECT CASE WHEN $1::text = 'bad' THEN (1 / length(substr($1::text, 4)))::text::json ELSE '"good"' END $$;

-- Thousands of errors in the middle of a row, caught: no memory is kept.
CREATE FUNCTION oracle.catch(times int, OUT caught int) LANGUAGE plpgsql AS $$
DECLARE
	result json;
	aggregated json;
BEGIN
	caught := 0;
	FOR i IN 1 .. times LOOP
		BEGIN
			result := fastjson.row_to_json(ROW(i, repeat('x', 100), ROW('good'::label, ARRAY[ROW('bad'::label, i)])));
		EXCEPTION WHEN division_by_zero THEN
			caught := caught + 1;
		END;
		BEGIN
			SELECT fastjson.json_agg(x) INTO aggregated FROM (VALUES ('good'::label), ('bad'), ('good')) AS v (x);
		EXCEPTION WHEN division_by_zero THEN
			caught := caught + 1;
		END;
	END LOOP;
END
$$;
CREATE FUNCTION oracle.cached() RETURNS bigint LANGUAGE sql
	AS $$ SELECT sum(total_bytes)::bigint FROM pg_backend_memory_contexts WHERE name LIKE 'fastjson%' $$;
SELECT caught FROM oracle.catch(100);
SELECT oracle.cached() AS cached \gset
SELECT caught FROM oracle.catch(5000);
SELECT :cached > 0 AS some, oracle.cached() <= :cached AS constant;
SELECT oracle.same('SELECT @.to_json(x) FROM (VALUES (''a''::label), (''bb''), (NULL)) AS v (x)');

-- A type changes its function by way of DROP CASCADE.
DROP FUNCTION label_json_sql(label) CASCADE;
SELECT * FROM oracle.compare_subject();
DROP FUNCTION mood_json(mood) CASCADE;
SELECT * FROM oracle.compare_subject();
SELECT * FROM oracle.compare_prepared('rows');
SELECT * FROM oracle.compare_prepared('moods');

-- Functions that learn the type of their argument from an expression, which a cast does not give them.
SELECT f, oracle.same(format('SELECT @.%s(''a''::label)', g), format('CREATE CAST (label AS json) WITH FUNCTION @.%s', f), true)
	FROM unnest(ARRAY['to_json(anyelement)', 'json_build_array("any")', 'json_build_object("any")']) AS f, unnest('{to_json,to_jsonb}'::text[]) AS g;

DEALLOCATE ALL;
DROP FUNCTION oracle.compare_subject(), oracle.catch(int), oracle.cached();
DROP TABLE subject;
DROP TYPE pair, mood, label, span CASCADE;
DROP FUNCTION text_json(text);
REVOKE ALL ON SCHEMA oracle FROM regress_fastjson_caller;
DROP ROLE regress_fastjson_caller;
