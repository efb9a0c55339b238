--
-- Text as JSON strings
--
SET jit = off;
-- One of each class: two-character escapes, \u escapes, none though close to one.
CREATE TABLE class (c text);
INSERT INTO class VALUES
	('"'), ('\'), (E'\n'), (E'\x01'), (E'\x1f'), (E'\x7f'), (E'\u2028'), (E'\U0001f600');
CREATE TABLE special (c text);
INSERT INTO special SELECT * FROM class;
INSERT INTO special VALUES
	(E'\b'), (E'\t'), (E'\f'), (E'\r'), (E'\x0b'), (E'\x0e'),
	(' '), ('!'), ('#'), ('/'), ('['), (']'), ('<'), ('>'), ('&'), (''''),
	(E'\u0080'), (E'\u00a2'), (E'\u00dc'), (E'\u07ff'), (E'\u0800'), (E'\u2029'), (E'\ufeff'),
	(E'\uffff'), (E'\U0010ffff');

-- Every length up to 70 on either side of one, and between two.
SELECT * FROM oracle.compare('@.to_json(repeat(''a'', before) || c || repeat(''z'', after))',
	'FROM class, generate_series(0, 70) AS before, generate_series(0, 70) AS after');
SELECT * FROM oracle.compare('@.to_json(c || repeat(''m'', between) || d || repeat(''n'', 70 - between))',
	'FROM class AS s (c), class AS t (d), generate_series(0, 70) AS between');

-- Strings of nothing else, and of nothing special.
SELECT * FROM oracle.compare('@.to_json(repeat(c, length))',
	'FROM special, generate_series(0, 140) AS length');
SELECT * FROM oracle.compare('@.to_json(left(repeat(''The quick brown fox. '', 60), length))',
	'FROM generate_series(0, 1200) AS length');

-- All characters alone, in pairs, and all at once.
SELECT * FROM oracle.compare_values('SELECT chr(i) FROM generate_series(1, 127) AS i');
SELECT * FROM oracle.compare_values('SELECT chr(i) || chr(j)
	FROM generate_series(1, 127) AS i, generate_series(1, 127, 3) AS j');
SELECT * FROM oracle.compare_values('SELECT string_agg(chr(i), repeat(''-'', n) ORDER BY i)
	FROM generate_series(1, 1000) AS i, generate_series(0, 40) AS n GROUP BY n');
SELECT * FROM oracle.compare('@.to_json(chr(i))',
	'FROM generate_series(128, 1114111, 79) AS i WHERE i NOT BETWEEN 55296 AND 57343');
SELECT * FROM oracle.compare_values(
	'SELECT ''{"a": "\u0000\ud800\n", ''''/*'''': [null,]}''::text UNION ALL SELECT '''' UNION ALL SELECT NULL');

-- Mixtures, from one special character in 16 to nothing else.
CREATE TABLE alphabet (chars text);
INSERT INTO alphabet VALUES
	('abcdefghijklmno"'), (E'abcdefghijklmn\\\n'), (E'abcdefghijkl\t\r"\x02'), (E'abcdefgh""""\\\\\n\n'),
	(E'"\\\b\f\n\r\t\x01\x02\x03\x0e\x0f\x10\x11\x1e\x1f'), (E'"\\\b\f\n\r\t"\\\b\f\n\r\t"\\'),
	(E'\u00e4\u00f6\u00fc\u20ac\u4e2d\u6587\U0001f600xyz ,."\n\x7f'), (E'""""""""""""\\\\\\\\');
SELECT * FROM oracle.compare(
	$$@.to_json(left(translate(md5(i::text) || md5((-i)::text) || md5((i * 7)::text) || md5((i * 13)::text),
							   '0123456789abcdef', chars), i % 129))$$,
	'FROM generate_series(1, 1290) AS i, alphabet');

-- Lengths at which buffers end, and long texts.
SELECT * FROM oracle.compare('@.to_json(repeat(''x'', length - before) || c || repeat(''y'', before))',
	'FROM special, (VALUES (250), (4094), (8190), (65534)) AS edge (length),
		  generate_series(0, 3) AS before');
SELECT * FROM oracle.compare('@.to_json(repeat(c, edge + length))',
	'FROM class, (VALUES (4094), (8190), (65534)) AS edge (edge), generate_series(0, 3) AS length');
SELECT * FROM oracle.compare('@.to_json(repeat(c, 300000))',
	$$FROM (VALUES ('x'), ('"'), (E'\x01'), (E'\u20ac'), (E'a line of text\n')) AS long (c)$$);

-- As stored: with a short header, compressed, out of line, both.
CREATE TABLE stored (plain text, main text, extended text, external text);
ALTER TABLE stored ALTER plain SET STORAGE PLAIN, ALTER main SET STORAGE MAIN,
	ALTER extended SET STORAGE EXTENDED, ALTER external SET STORAGE EXTERNAL;
INSERT INTO stored
	SELECT left(c, length), c, c || c, c
	FROM (SELECT length, repeat(E'some "text"\\ \n', length) || length AS c
		  FROM (VALUES (0), (1), (8), (9), (100), (600), (6000)) AS l (length)) AS t;
SELECT count(*) FILTER (WHERE pg_column_size(extended) < octet_length(extended)) > 0 AS some_compressed,
	   count(*) FILTER (WHERE pg_column_size(external) > 8192) > 0 AS some_out_of_line
	FROM stored;
SELECT * FROM oracle.compare('@.to_json(plain)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(main)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(extended)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(external)', 'FROM stored');
SELECT * FROM oracle.compare('@.row_to_json(stored)', 'FROM stored');
SELECT * FROM oracle.compare('@.json_agg(stored)', 'FROM stored');
SELECT * FROM oracle.compare('@.json_agg(external)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(ARRAY[plain, main, extended, external])', 'FROM stored');

-- The other types that are text.
SELECT * FROM oracle.compare_values('SELECT (c || ''v'' || c)::varchar FROM special');
SELECT * FROM oracle.compare_values('SELECT (c || ''v'' || c)::varchar(2) FROM special');
SELECT * FROM oracle.compare_values('SELECT (c || ''b'' || c)::char(40) FROM special');
SELECT * FROM oracle.compare_values('SELECT c::bpchar FROM special');
SELECT * FROM oracle.compare_values('SELECT (repeat(''n'', length) || c)::name
	FROM class, generate_series(0, 62) AS length WHERE length + octet_length(c) < 64');
SELECT * FROM oracle.compare_values('SELECT chr(i)::"char" FROM generate_series(1, 127) AS i');
SELECT * FROM oracle.compare_values('SELECT (i - 128)::"char" FROM generate_series(128, 255) AS i');
CREATE DOMAIN label AS text CHECK (value <> '');
CREATE DOMAIN shortlabel AS label CHECK (length(value) < 3);
SELECT * FROM oracle.compare_values('SELECT c::label FROM special');
SELECT * FROM oracle.compare_values('SELECT c::shortlabel FROM special');
SELECT * FROM oracle.compare_values('SELECT (c || c)::information_schema.sql_identifier FROM special');
SELECT oracle.same($$SELECT @.to_json('a')$$);
SELECT oracle.same($$SELECT @.to_json(NULL)$$);
SELECT oracle.same($$SELECT @.to_json('a'::cstring)$$);
SELECT oracle.same($$SELECT @.to_json(NULL::text)$$);
SELECT oracle.same($$SELECT @.to_json('a'::text COLLATE "C")$$);

-- Member names: every character, and every length a name can have.
SELECT format('SELECT @.row_to_json(r) FROM (SELECT %s) AS r',
			  string_agg(format('%s AS %I', i, repeat('k', i % 7) || chr(i) || repeat('l', i % 5)), ', '))
	AS statement FROM generate_series(1, 127) AS i \gset
SELECT oracle.same(:'statement');
SELECT format('SELECT @.row_to_json(r) FROM (SELECT %s) AS r',
			  string_agg(format('%s AS %I', row_number, repeat('k', before) || c || repeat('l', after)), ', '))
	AS statement
	FROM (SELECT *, row_number() OVER ()
		  FROM special, (VALUES (0), (15), (29), (31), (32), (47)) AS b (before),
			   (VALUES (0), (1), (15)) AS a (after)
		  WHERE before + octet_length(c) + after < 64) AS name \gset
SELECT oracle.same(:'statement');
SELECT format('SELECT @.row_to_json(r) FROM (SELECT %s) AS r',
			  string_agg(format('%s AS %I', i, repeat('k', i)), ', '))
	AS statement FROM generate_series(1, 63) AS i \gset
SELECT oracle.same(:'statement');
SELECT format('SELECT @.json_agg(r) FROM (SELECT %s) AS r',
			  string_agg(format('%s AS %I', i, repeat('"', i)), ', '))
	AS statement FROM generate_series(1, 63) AS i \gset
SELECT oracle.same(:'statement');

-- escape_json: core has it for C only; it is to_json of text.
CREATE FUNCTION oracle.compare_escape(query text, OUT compared bigint, OUT different bigint)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format($sql$
		SELECT count(*), count(*) FILTER (
			WHERE pg_catalog.to_json(x)::text COLLATE "C" IS DISTINCT FROM fastjson.escape_json(x) COLLATE "C")
		FROM (%s) AS q (x)$sql$, query) INTO compared, different;
END
$$;
SELECT * FROM oracle.compare_escape('SELECT repeat(''a'', before) || c || repeat(''z'', after)
	FROM class, generate_series(0, 40) AS before, generate_series(0, 40) AS after');
SELECT * FROM oracle.compare_escape('SELECT repeat(c, length) FROM special, generate_series(0, 70) AS length');
SELECT * FROM oracle.compare_escape('SELECT repeat(c, 30000) FROM special');
SELECT * FROM oracle.compare_escape(
	'SELECT x FROM stored, LATERAL (VALUES (plain), (main), (extended), (external), (NULL)) AS v (x)');
SELECT * FROM oracle.compare_escape('SELECT external FROM stored');
SELECT pg_typeof(fastjson.escape_json('a'::varchar)), fastjson.escape_json('a') = '"a"' AS unknown_is_text,
	   fastjson.escape_json(NULL) IS NULL AS strict;
DROP FUNCTION oracle.compare_escape(text);

DROP TABLE stored, class, special, alphabet;
DROP DOMAIN shortlabel, label;
