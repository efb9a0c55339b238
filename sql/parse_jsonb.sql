--
-- JSON text to jsonb: the server's own bytes and errors
--
SET jit = off;
\set VERBOSITY terse
\set SHOW_CONTEXT never

-- A text in a row of other things, so that it is small, and large enough for an index, and cut by blocks.
CREATE FUNCTION pg_temp.placed(t text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
	SELECT t UNION ALL
	SELECT '[' || repeat(' ', n) || t || ', "' || repeat('-', 80) || '"]' FROM generate_series(0, 3) AS n UNION ALL
	SELECT '{"key":' || t || ',"a":[' || t || ',' || t || '],' || repeat(' ', n) || '"' || repeat('k', 60) || '":' || t || '}'
		FROM generate_series(0, 3) AS n UNION ALL
	SELECT t || repeat(E' \n', 40) UNION ALL
	SELECT repeat(E'\t\r', 40) || t
$$;

CREATE TEMP TABLE scalars (t text);
INSERT INTO scalars VALUES ('null'), ('true'), ('false'), ('""'), ('"a"'), ('[]'), ('{}'),
	('nul'), ('nulll'), ('truee'), ('True'), ('fals'), ('false1'), ('undefined'), ('NaN'), ('Infinity'), ('-Infinity'), ('x'), (''), ('''a'''),
	('"'), ('"a'), ('a"'), ('"a"b'), ('"a""b"'), ('1"a"'), ('"a"1'), ('true"a"'), ('[1'), ('1]'), ('{'), ('}'), (','), (':'), ('/'), ('//'), ('/* */ 1');
-- numbers
INSERT INTO scalars VALUES ('0'), ('-0'), ('0.0'), ('-0.0'), ('-0.00000'), ('0e5'), ('0e-5'), ('0.0e3'), ('1'), ('-1'), ('9'), ('10'), ('9999'), ('10000'),
	('10001'), ('99999999'), ('100000000'), ('123456789'), ('1234567890123456'), ('12345678901234567'), ('18446744073709551616'),
	('123456789012345678901234'), ('1234567890123456789012345'), ('-9223372036854775808'), ('12340000'), ('1200000000000000'), ('10000000000000000000000'),
	('1.5'), ('-1.5'), ('0.5'), ('0.05'), ('0.005'), ('0.0005'), ('0.00005'), ('0.000000001'), ('0.0000000000000001'), ('0.00000000000000001'),
	('1.10'), ('1.0'), ('1.00000000'), ('100.00000000000000000'), ('1.23456789'), ('1.2345678901234567'), ('1.234567890123456789012'),
	('12345.678'), ('1234.5678'), ('99999999.99999999'), ('-65.613616999999977'), ('43.420273000000009'), ('1e0'), ('1e1'), ('1E+1'), ('1e-1'),
	('1.5e3'), ('1.5E-3'), ('123e-2'), ('1e10'), ('1e100'), ('1e-100'), ('-1.23e-50'), ('12345e5'), ('1e63'), ('1e64'), ('1e255'), ('1e256'), ('1e-62'), ('1e-63'), ('1e-64'), ('1e-65'),
	('1e-256'), ('1e-260'), ('1e131071'), ('1e131072'), ('9.9e131071'), ('9.9e131072'), ('1e-16383'), ('1e-16384'), ('0e-16383'), ('0e-16384'), ('0e200000'), ('1e1073741822'), ('1e1073741823'),
	('1e-1073741822'), ('1e-1073741823'), ('1e99999999999999999999'), ('0e99999999999999999999'), ('1e-99999999999999999999'), ('1e00000000000000000000000000000001'),
	('01'), ('00'), ('-01'), ('-'), ('--1'), ('+1'), ('.5'), ('1.'), ('1.e5'), ('1e'), ('1e+'), ('1e-'), ('1e5.5'), ('1.5.5'), ('1x'), ('1-'), ('-a'), ('0x10'), ('1_000'),
	('1e5x'), ('1.5x'), ('12345678x'), ('123456789012345678x'), ('١');
INSERT INTO scalars SELECT repeat('9', n) FROM (VALUES (63), (255), (256), (257), (1000), (131072), (131073)) AS v (n);
INSERT INTO scalars SELECT '0.' || repeat('0', n) || '1' FROM (VALUES (15), (61), (62), (63), (255), (256), (16382), (16383)) AS v (n);
INSERT INTO scalars SELECT repeat('123456789', i) || '.' || repeat('987654321', j) FROM generate_series(1, 4) AS i, generate_series(1, 4) AS j;
INSERT INTO scalars SELECT left('9876543210987654321', i) || '.' || left('00120034005600780', j) || e
	FROM generate_series(1, 19, 3) AS i, generate_series(1, 17) AS j, unnest(ARRAY['', 'e3', 'E-7']) AS e;
-- strings
INSERT INTO scalars SELECT '"' || s || '"' FROM (VALUES ('\"'), ('\\'), ('\/'), ('\b\f\n\r\t'), ('\u0041'), ('\u00e9'), ('\u20AC'), ('\uFFFF'), ('\uffFE'), ('\u007f\u0080\u07ff\u0800'),
	('\ud83d\ude00'), ('x\uD83D\uDE00y'), ('\udbff\udfff'), ('\u0001\u001f'), ('\\u0000'), ('\\\\u0000'), ('\\ud800'), ('a\\'), ('\\\\\\\\'), ('\\\"'),
	('\u0000'), ('\\\u0000'), ('abc\u0000def'), ('\ud800'), ('\udc00'), ('\ud800x'), ('\ud800\ud800'), ('\ud800\n'), ('\ud800\u0041'), ('\ude00\ud83d'), ('\ud83d\ud83d\ude00'),
	('\ud83d\\ude00'), ('\ud83d\ude0'), ('\ud83d\ude0g'), ('\ud83d\'), ('\u'), ('\u1'), ('\u12'), ('\u123'), ('\u123g'), ('\uD83'), ('\u 123'), ('\U0041'), ('\x'), ('\ '), ('\'), ('a\'),
	('\a'), ('\0'), ('é'), ('日本語'), ('😀'), (E'\u007f'), (E'\t'), (E'a\nb'), (E'\x1f'), (E'\x01'), ('\' || E'\n')) AS v (s);
INSERT INTO scalars SELECT '"' || repeat('x', n) || e || repeat('y', m) || '"'
	FROM generate_series(0, 70, 7) AS n, generate_series(0, 70, 13) AS m, unnest(ARRAY['', '\n', '\\', '\"', '\u00e9', '\u0000', '\q', E'\x02', 'ß']) AS e;
SELECT * FROM oracle.compare_parsing('SELECT t FROM scalars UNION ALL SELECT p FROM scalars, pg_temp.placed(t) AS p WHERE length(t) < 100');

-- Containers: empty, nested, with anything that does not belong there.
CREATE TEMP TABLE texts (t text);
INSERT INTO texts VALUES ('[1]'), ('[1,2]'), ('[1 ,2]'), ('[ 1 , 2 ]'), ('[[]]'), ('[[],[]]'), ('[{}]'), ('{"a":{}}'), ('{"a":[]}'), ('{"a":[{}]}'),
	('{"a":1}'), ('{"a" : 1}'), ('{ "a": 1 , "b" :2 }'), ('{"":1}'), ('{"a":1,"a":2}'), ('{"b":1,"a":2,"b":3,"a":{"c":1,"c":[]}}'), ('{"a":[1,2],"a":3}'),
	('{"aa":1,"b":2}'), ('{"b":1,"aa":2}'), ('{"a\u0062":1,"ab":2}'), ('{"\u0061":1}'), ('{"\u0000":1}'), ('{"a":"\u0000","a":1}'), ('{"a":1e999999,"a":1}'), ('{"a":[1,],"a":1}'),
	('[1,]'), ('[,1]'), ('[,]'), ('[1,,2]'), ('[1 2]'), ('[1:2]'), ('["a":1]'), ('{1:2}'), ('{"a"}'), ('{"a":}'), ('{"a":1,}'), ('{,"a":1}'), ('{"a" 1}'), ('{"a"::1}'), ('{"a":1:2}'), ('{"a":1 2}'),
	('{"a":1 "b":2}'), ('{"a":1,,"b":2}'), ('{"a":"b":"c"}'), ('{"a","b"}'), ('{null:1}'), ('{[]:1}'), ('{{}:1}'), ('{"a":1]'), ('[1}'), ('[}'), ('{]'), ('[[1]'), ('[1]]'), ('{"a":1}}'),
	('[1] 2'), ('[1] [2]'), ('[1],'), ('{} {}'), ('[1]x'), ('x[1]'), ('1[1]'), ('"a"[1]'), ('[1"a"]'), ('["a"1]'), ('["a""b"]'), ('[1[2]]'), ('[[1]2]'), ('[true[2]]'), ('[{"a":1}{"b":2}]'),
	('[1]' || E'\f'), (E'\x0c[1]'), (E'[1\x0c]'), (E'[1\x0b,2]'), (E'[1\x1a2]'), (E'{"a"\x1a1}'), (E'[1\x0c2]'), (E'\ufeff[1]'), (E'[1\u00a0]'), ('["a\]'), ('["a\"]'), ('[\"a"]'), ('[\]'), ('\[1]');
SELECT * FROM oracle.compare_parsing('SELECT t FROM texts UNION ALL SELECT p FROM texts, pg_temp.placed(t) AS p');

-- Numbers of elements and members around the stride of offsets (32), and of members around the ways to sort.
SELECT * FROM oracle.compare_parsing($$
	SELECT f FROM generate_series(0, 330, 1) AS n, LATERAL (
		SELECT '[' || coalesce(string_agg(CASE i % 5 WHEN 0 THEN i::text WHEN 1 THEN '"' || repeat('x', i % 11) || '"' WHEN 2 THEN 'null'
										  WHEN 3 THEN '[' || i || ']' ELSE '{"a":' || i || '.5}' END, ','), '') || ']'
		FROM generate_series(1, n) AS i
		UNION ALL
		SELECT '{' || coalesce(string_agg(format('"%s":%s', left(md5(i::text), 1 + i % 12), CASE i % 3 WHEN 0 THEN i::text WHEN 1 THEN '"v"' ELSE '[true]' END), ','), '') || '}'
		FROM generate_series(1, n) AS i) AS forms (f)
	WHERE n < 70 OR n % 20 IN (0, 15, 16, 17)$$);

-- Keys: in the order of the text or not, long ones, with a common start, with escapes, equal ones.
SELECT * FROM oracle.compare_parsing($$
	SELECT '{' || string_agg(format('"%s":%s', key, i), ',' ORDER BY md5(i || seed::text)) || '}'
	FROM generate_series(1, 40) AS seed,
		 LATERAL (SELECT i, CASE seed % 8
			WHEN 0 THEN repeat('k', i)
			WHEN 1 THEN 'prefix_' || i % 13
			WHEN 2 THEN repeat('k', 250 + i % 8) || i % 3
			WHEN 3 THEN repeat(chr(97 + i % 3), 254 + i % 3)
			WHEN 4 THEN '\u00e' || i % 10 || repeat('é', i % 4)
			WHEN 5 THEN left('abcdefgh', 1 + i % 8)
			WHEN 6 THEN 'abcdefg' || chr(97 + i % 20)
			ELSE chr(32 + (i * 7) % 90 + CASE WHEN (i * 7) % 90 IN (2, 60) THEN 1 ELSE 0 END) END AS key
		 FROM generate_series(1, 2 + seed * 3) AS i) AS keys
	GROUP BY seed$$);

-- Values in an order other than that of the text, and alignment.
SELECT * FROM oracle.compare_parsing($$
	SELECT '{' || string_agg(format('"%s%s":%s', chr(122 - i), repeat('k', i % 3), (ARRAY['1', '"a"', '"ab"', '"abc"', '[1,2]', '{"z":1,"y":"abc","x":[]}', 'null', '1.25', '[]', '"\n"'])
		[1 + (i * seed) % 10]), ',') || '}'
	FROM generate_series(1, 60) AS seed, generate_series(0, seed % 22) AS i GROUP BY seed$$);

-- White space of every kind, in every place.
SELECT * FROM oracle.compare_parsing($$
	SELECT regexp_replace('{"a":[1,2.5,"x",null,true],"b":{"c":"d","e":[]},"f":-1e5,"g":{}}', '([][{}:,]|"[a-z]"|[0-9.e-]+)',
						  repeat(w, n) || '\1' || repeat(w, n), 'g')
	FROM unnest(ARRAY[' ', E'\n', E'\r', E'\t', E' \n\t']) AS w, unnest(ARRAY[0, 1, 2, 17, 70]) AS n$$);

-- Documents of the server's making, and arrays of objects of one shape.
SELECT * FROM oracle.compare_parsing($$
	SELECT json_agg(p)::text FROM (SELECT proname, proargtypes, proacl, prosrc, procost, proisstrict, oid FROM pg_proc ORDER BY oid LIMIT 200) AS p
	UNION ALL SELECT jsonb_pretty(jsonb_agg(c)) FROM (SELECT * FROM pg_class ORDER BY oid LIMIT 60) AS c
	UNION ALL SELECT jsonb_object_agg(relname, to_jsonb(c))::text FROM (SELECT * FROM pg_class ORDER BY oid LIMIT 300) AS c
	UNION ALL SELECT json_agg(json_build_object('id', i, 'name', 'n' || i, 'tags', array_fill(i % 7, ARRAY[i % 5]), 'at', json_build_object('x', i * 0.1, 'y', NULL, 'k' || i % 3, i)))::text
		FROM generate_series(1, 300) AS i$$);

-- Documents with a few bytes changed: the same verdict, and the same error.
CREATE TEMP TABLE documents (t text);
INSERT INTO documents VALUES
	('{"a":1,"bb":[1,2.5,-3e2,{"x":null,"y":true,"z":false}],"a":"dup","ccc":"\u00e9\n\\ \ud83d\ude00 text of more than thirty-two bytes"}'),
	('[[],{},[[]],{"k":{}} , "", 0, -0, 0.00, 12345678901234567890.123456789012345678901234567890, 1e-10, 0.00001234]'),
	('{"id":12345678901234567,"name":"some name","tags":["a","b"],"nested":{"id":1,"id":2,"name":{"id":3}},"y":[0.1,0.22,0.333]}'),
	('"a\tstring\u0041"'), ('-12.50e+2'), ('{"a":[1,2]}');
INSERT INTO documents SELECT '[' || string_agg(i::text, ',') || ']' FROM generate_series(1, 40) AS i;
INSERT INTO documents SELECT '{' || string_agg('"k' || i || '":' || i, ', ') || '}' FROM generate_series(1, 35) AS i;
SELECT setseed(0);
SELECT * FROM oracle.compare_parsing('SELECT oracle.damaged(t) FROM documents, generate_series(1, 150) AS n UNION ALL
	SELECT oracle.damaged(oracle.damaged(t)) FROM documents, generate_series(1, 150) AS n');
SELECT * FROM oracle.compare_parsing('SELECT left(t, n) FROM documents, generate_series(0, length(t)) AS n');

-- json, stored, toasted and short values.
SELECT fastjson.parse_jsonb('{"b": [1, "x"], "a": null}'::json), fastjson.parse_jsonb(NULL::text) IS NULL, fastjson.parse_jsonb(NULL::json) IS NULL;
CREATE TEMP TABLE stored (t text, j json);
INSERT INTO stored SELECT t, t::json FROM (SELECT '{"a":"' || repeat('x', n) || '","b":[' || n || ']}' FROM (VALUES (1), (100), (200), (5000), (100000)) AS v (n)) AS v (t);
ALTER TABLE stored ALTER t SET STORAGE EXTERNAL;
INSERT INTO stored SELECT * FROM stored;
SELECT count(*), bool_and(row(fastjson.parse_jsonb(t))::record *= row(t::jsonb)::record),
	bool_and(row(fastjson.parse_jsonb(j))::record *= row(j::jsonb)::record) FROM stored;
SELECT fastjson.parse_jsonb('{"a":"\u0000"}'::json);
SELECT fastjson.parse_jsonb('{"a":"\ud800"}'::json);

-- Depth: what the server accepts, and its own error beyond.
SELECT * FROM oracle.compare_parsing($$
	SELECT repeat('[', n) || repeat(']', n) FROM unnest(ARRAY[1, 2, 63, 64, 255, 256, 257, 499, 500, 501, 1000, 3000]) AS n UNION ALL
	SELECT repeat('{"a":', n) || '1' || repeat('}', n) FROM unnest(ARRAY[1, 2, 63, 64, 255, 256, 257, 499, 500, 501, 1000, 3000]) AS n UNION ALL
	SELECT repeat('[', n) FROM unnest(ARRAY[255, 256, 257, 1000]) AS n UNION ALL
	SELECT repeat('[', n) || '1' || repeat(']', n - 1) || '}' FROM unnest(ARRAY[255, 256, 257, 1000]) AS n$$);
SELECT fastjson.parse_jsonb(repeat('[', 1000000));
SELECT fastjson.parse_jsonb(repeat('{"a":', 1000000));
SELECT fastjson.parse_jsonb(repeat('[', 1000000), on_error => 'null');
SELECT fastjson.parse_jsonb(repeat('[', 3000), on_error => 'null') IS NULL AS unclosed;
SELECT fastjson.parse_jsonb(repeat('1,', 1000000));

-- Options.
SELECT t, fastjson.parse_jsonb(t, on_nul => 'strip', on_surrogate => 'strip') AS strip,
	   fastjson.parse_jsonb(t, on_nul => 'replace', on_surrogate => 'replace') AS replace
	FROM (VALUES ('"a\u0000b"'), ('"\\u0000"'), ('"\\\u0000"'), ('"\\\\u0000"'), ('"\u0000\u0000"'), ('"\ud800"'), ('"\ud800x\udc00"'),
		('"\ud83d\ude00"'), ('"\ud83d\ud83d\ude00"'), ('"\ude00\ud83d"'), ('"\ud83d\u0000\ude00"'), ('"\\ud83d\\ude00"'), ('{"a\u0000":1,"a":2}'), ('{"a":1,"\u0000a":2}'),
		('{"\ud800":1,"\udbff":2}'), ('["\uD800","\uDFFF",{"\u0000":"\u0000"}]'), ('[1,2,"no escapes"]')) AS v (t);
SELECT fastjson.parse_jsonb('"\u0000\ud800"', on_nul => 'strip');
SELECT fastjson.parse_jsonb('"\u0000\ud800"', on_surrogate => 'strip');
SELECT fastjson.parse_jsonb('"\ud83d\u0000\ude00"', on_nul => 'strip');
SELECT fastjson.parse_jsonb('"\ud83d\u0000\ude00"', on_nul => 'strip', on_error => 'null') IS NULL AS no_pair_by_stripping;
SELECT fastjson.parse_jsonb('["\u0000", 1e]', on_nul => 'replace');
SELECT fastjson.parse_jsonb('["\u0000", 1e]', on_nul => 'replace', on_error => 'null') IS NULL AS still_invalid;
SELECT fastjson.parse_jsonb('["\u0000"]', 'null', 'strip', 'error'), fastjson.parse_jsonb('[1]', 'error', 'error', 'error'), fastjson.parse_jsonb('[1]', on_error => NULL) IS NULL;
SELECT fastjson.parse_jsonb('"a\u0000"'::json, on_nul => 'replace'), fastjson.parse_jsonb('"a\u0000"'::json, on_error => 'null') IS NULL;
-- Outside of strings an escape is no JSON, and stays.
SELECT t, fastjson.parse_jsonb(t, 'null', 'strip', 'strip') AS strip, fastjson.parse_jsonb(t, 'null', 'replace', 'replace') AS replace
	FROM (VALUES ('[1\u0000]'), ('1\u00002'), ('tr\u0000ue'), ('\u0000"a"'), ('"a"\u0000'), ('["a" \ud800]'), ('{"a\"\u0000":"\\"\ud800}'), ('["\u0000",\u0000]'), ('\"\u0000"'),
		('["\"\u0000\\", "\ud800"]')) AS v (t);
SELECT fastjson.parse_jsonb('["\u0000", 1\u0000]', on_nul => 'strip');
\set VERBOSITY default
SELECT fastjson.parse_jsonb('1', on_error => 'ignore');
SELECT fastjson.parse_jsonb('1', on_nul => 'null');
SELECT fastjson.parse_jsonb('1', on_surrogate => 'Strip');
SELECT fastjson.parse_jsonb('1', on_surrogate => '');
\set VERBOSITY terse

-- No subtransaction is used up, and nothing is kept, however often a text is refused.
SELECT count(*), count(fastjson.parse_jsonb(t, on_error => 'null')) FROM (SELECT '{"a":' || i || CASE WHEN i % 2 = 0 THEN '}' END FROM generate_series(1, 100000) AS i) AS v (t);

SELECT proargtypes::regtype[], pg_get_function_arguments(oid) AS arguments, provolatile, proisstrict, proparallel, prorettype::regtype
	FROM pg_proc WHERE pronamespace = 'fastjson'::regnamespace AND proname = 'parse_jsonb' ORDER BY proargtypes;
SELECT name, vartype, context, boot_val FROM pg_settings WHERE name = 'fastjson.predict_container_size';
