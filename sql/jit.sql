--
-- Compiled code: with JIT forced on, our functions inlined where they can be
--
SET jit = on;
SET jit_above_cost = 0;
SET jit_inline_above_cost = 0;
SET jit_optimize_above_cost = 0;

CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TYPE pair AS (a int, b text);
-- not in LANGUAGE sql, which would be compiled again for each row
CREATE FUNCTION mood_json(mood) RETURNS json LANGUAGE plpgsql AS $$ BEGIN RETURN pg_catalog.json_build_array($1::text); END $$;
CREATE CAST (mood AS json) WITH FUNCTION mood_json(mood);
CREATE TABLE sample (b bool, i2 int2, i4 int4, i8 int8, f4 float4, f8 float8, n numeric, c "char", t text, v varchar, p char(10),
					 na name, u uuid, by bytea, d date, ts timestamp, tz timestamptz, ti time, iv interval, j json, jb jsonb,
					 ia int[], ta text[], m mood, co pair, ca pair[], r int4range, po point);
INSERT INTO sample
	SELECT i % 2 = 0, i, i * 1000, hashint8extended(i, 1), i / 7.0, hashint8extended(i, 2) / 1e10, i * 123456789012345.678, 'c',
		   repeat(chr(i % 127 + 1), i), 'v"' || i, 'p', 'n\', md5(i::text)::uuid, decode(md5(i::text), 'hex'),
		   date '2000-01-01' + i * 30, timestamp '2000-01-01' + i * interval '13 days 01:02:03.456',
		   timestamptz '2000-01-01 00:00+00' + i * interval '13 days 01:02:03.4',
		   time '00:00' + i * interval '7 min', i * interval '1 day 1 min', '[ 1 ]', '{"a": [1, null]}',
		   ARRAY[i, NULL, -i], ARRAY['a', NULL, repeat('"', i)], 'ok', ROW(i, 'b')::pair,
		   ARRAY[ROW(i, NULL), NULL]::pair[], int4range(i, NULL), point(i, -i)
	FROM generate_series(1, 200) AS i;
INSERT INTO sample DEFAULT VALUES;

-- JIT is in use where this server can.
CREATE FUNCTION oracle.is_compiled(statement text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) ' || statement LOOP
		IF line LIKE '%Options: Inlining true, Optimization true%' THEN
			RETURN true;
		END IF;
	END LOOP;
	RETURN false;
END
$$;
SELECT oracle.is_compiled('SELECT fastjson.row_to_json(s), fastjson.to_json(t) FROM sample AS s') = pg_jit_available() AS compiled,
	   oracle.is_compiled('SELECT fastjson.json_agg(s) FROM sample AS s') = pg_jit_available() AS aggregate_compiled;

SELECT * FROM oracle.compare('@.row_to_json(s)', 'FROM sample AS s');
SELECT * FROM oracle.compare('@.row_to_json(s, true)', 'FROM (SELECT * FROM sample OFFSET 0) AS s');
SELECT * FROM oracle.compare('@.json_agg(s)', 'FROM sample AS s');
SELECT * FROM oracle.compare('@.json_agg(s ORDER BY i4 DESC) FILTER (WHERE b)', 'FROM sample AS s GROUP BY i2 % 5');
SELECT * FROM oracle.compare('@.json_agg(t) OVER (ORDER BY i4 ROWS 3 PRECEDING)', 'FROM sample AS s');
SELECT * FROM oracle.compare('concat(@.to_json(b), @.to_json(i2), @.to_json(i4), @.to_json(i8), @.to_json(f4),
	@.to_json(f8), @.to_json(n), @.to_json(c), @.to_json(t), @.to_json(v), @.to_json(p), @.to_json(na), @.to_json(u), @.to_json(by), @.to_json(d), @.to_json(ts),
	@.to_json(tz), @.to_json(ti), @.to_json(iv), @.to_json(j), @.to_json(jb), @.to_json(ia), @.array_to_json(ta),
	@.array_to_json(ca, b), @.to_json(m), @.row_to_json(co), @.to_json(ca), @.to_json(r), @.to_json(po))', 'FROM sample AS s');
SELECT count(*) AS compared, count(*) FILTER
	(WHERE fastjson.escape_json(t) IS DISTINCT FROM pg_catalog.to_json(t)::text) AS different
	FROM sample;
SELECT * FROM oracle.compare('@.to_jsonb(s)::text', 'FROM sample AS s');
SELECT * FROM oracle.compare('@.jsonb_agg(s)::text', 'FROM sample AS s GROUP BY i2 % 5');
SELECT * FROM oracle.compare('@.jsonb_object_agg(i4, co)::text', 'FROM sample AS s WHERE i4 IS NOT NULL');
SELECT * FROM oracle.compare('concat(@.json_build_object(i4, ta, ''k'', j), @.jsonb_build_object(''k'', j, ''n'', n), @.jsonb_build_array(b, t, ca))', 'FROM sample AS s WHERE i4 IS NOT NULL');
SELECT count(*) AS compared, count(*) FILTER
	(WHERE fastjson.parse_jsonb(j) IS DISTINCT FROM j::jsonb OR fastjson.jsonb_to_text(jb) IS DISTINCT FROM jb::text OR
		   fastjson.container_size(j) IS DISTINCT FROM json_array_length(j)) AS different
	FROM sample;
SELECT oracle.same('SELECT @.to_json(1 / (i4 - 5000)) FROM sample');
SELECT oracle.same('SELECT @.row_to_json(ROW(t, 1 / (i4 - 5000))) FROM sample');

DROP FUNCTION oracle.is_compiled(text);
DROP TABLE sample;
DROP CAST (mood AS json);
DROP FUNCTION mood_json(mood);
DROP TYPE pair, mood;
