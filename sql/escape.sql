--
-- Escaping: the modes of escape_json
--
SET client_encoding = UTF8;
SET jit = off;

SELECT mode, fastjson.escape_json(E'<a href="x">\\ & \t\n\x01\x7f/''</a>', mode)
	FROM (VALUES ('json'), ('html'), ('ascii')) AS m (mode);

-- Beyond ASCII; the line and paragraph separators and their neighbours
SELECT mode, fastjson.escape_json(U&'\00e9 \07ff\0800 \20ac \4e2d \ffff \+01f600 \+10ffff', mode)
	FROM (VALUES ('html'), ('ascii')) AS m (mode);
SELECT mode, fastjson.escape_json(U&'\2027\2028\2029\202a\2068\20a8', mode)
	FROM (VALUES ('json'), ('html'), ('ascii')) AS m (mode);
SELECT fastjson.escape_json('', mode) FROM (VALUES ('json'), ('html'), ('ascii')) AS m (mode);

-- NULL, and modes that do not exist
SELECT fastjson.escape_json(NULL, 'html'), fastjson.escape_json('a', NULL);
DO $$
DECLARE
	mode text;
	message text;
	hint text;
BEGIN
	FOREACH mode IN ARRAY ARRAY['xml', 'HTML', '', 'html '] LOOP
		BEGIN
			PERFORM fastjson.escape_json('a', mode);
			RAISE NOTICE '% accepted', mode;
		EXCEPTION WHEN invalid_parameter_value THEN
			GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, hint = PG_EXCEPTION_HINT;
			RAISE INFO '%; %', message, hint;
		END;
	END LOOP;
END
$$;

-- Every character, alone and behind prefixes of other lengths, comes back, and nothing is left that the mode forbids
CREATE TEMP TABLE texts AS
	SELECT repeat('x', i % 67) || string_agg(chr(c), CASE WHEN i % 3 = 0 THEN 'clean' ELSE '' END ORDER BY c) AS t
	FROM (SELECT c, c / 50 AS i FROM generate_series(1, 1114111) AS c
		  WHERE c NOT BETWEEN 55296 AND 57343 AND (c < 70000 OR c % 64 = 1)) AS characters
	GROUP BY i;
INSERT INTO texts SELECT string_agg(t, '') FROM texts;
INSERT INTO texts SELECT repeat('clean text ', n) || t FROM texts, (VALUES (7), (400)) AS v (n) WHERE length(t) < 200 AND ascii(right(t, 1)) % 4 = 0;
SELECT mode, count(*) > 2000 AS enough,
	   count(*) FILTER (WHERE (e::json #>> '{}') IS DISTINCT FROM t) AS not_back,
	   count(*) FILTER (WHERE e ~ forbidden) AS forbidden,
	   count(*) FILTER (WHERE mode = 'json' AND e IS DISTINCT FROM to_json(t)::text) AS not_core
	FROM (VALUES ('json', U&'[\0001-\001f]'), ('html', U&'[\0001-\001f<>&\2028\2029]'),
		  ('ascii', U&'[\0001-\001f\0080-\+10ffff]')) AS m (mode, forbidden),
		 LATERAL (SELECT t, fastjson.escape_json(t, mode) AS e FROM texts OFFSET 0) AS s
	GROUP BY mode ORDER BY mode;

-- Where html does not differ from json, and ascii does not from html: character by character
SELECT c FROM generate_series(1, 65535) AS c
	WHERE c NOT BETWEEN 55296 AND 57343 AND fastjson.escape_json(chr(c), 'html') <> fastjson.escape_json(chr(c));
SELECT min(c), max(c), count(*) FROM generate_series(1, 65535) AS c
	WHERE c NOT BETWEEN 55296 AND 57343 AND fastjson.escape_json(chr(c), 'ascii') <> fastjson.escape_json(chr(c));

-- Toasted, and longer than what the kernels get at once: pieces end between characters
CREATE TEMP TABLE stored (t text);
INSERT INTO stored SELECT repeat('x', n) || repeat(U&'\4e2d\2028\+01f600', 3000) FROM generate_series(0, 9) AS n;
SELECT mode, bool_and((fastjson.escape_json(t, mode)::json #>> '{}') = t) AS back,
	   sum(length(fastjson.escape_json(t, mode))) AS length
	FROM stored, (VALUES ('json'), ('html'), ('ascii')) AS m (mode) GROUP BY mode ORDER BY mode;

-- Labels
SELECT oid::regprocedure AS function, provolatile, proisstrict, proparallel FROM pg_proc
	WHERE pronamespace = 'fastjson'::regnamespace AND proname = 'escape_json' ORDER BY 1;
