--
-- Every type that this server has
--
SET jit = off;
-- What some type or other reads.  Types whose input refuses all of it show below.
CREATE TABLE sample (input text);
INSERT INTO sample VALUES
	('1'), ('-2.50'), ('t'), ('a "quoted" \ one'), (''), ('{}'), ('()'), ('NaN'), ('infinity'), ('2001-02-03 04:05:06.5'),
	('1 year -2 days 03:04:05.678'), ('04:05:06.789+01:30'), ('(1,2)'), ('[(1,2),(3,4)]'), ('(1,2),(3,4)'), ('YES'),
	('((1,2),(3,4),(5,6))'), ('<(1,2),3>'), ('{1,2,3}'),
	('$12,345.67'), ('192.168.0.1/24'), ('2001:db8::1'), ('192.168.0.0/16'), ('08:00:2b:01:02:03'), ('08:00:2b:01:02:03:04:05'),
	('101'), ('\x00ff22'), ('"json \"string\""'), ('{"b" : [1,  2.0, null],' || E'\n\t' || '"a": {"\u00e9": 1e2, "a": -0}}'),
	('$.a[*] ? (@ > "x")'), ('<a b="c">d &amp; e</a>'), ('fat:1A "cat":2,3B'), ('fat & (rat | !''dog'':*A)'),
	('16/B374D848'), ('10:20:10,14'), ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'), ('pg_catalog'), ('pg_class'), ('now'),
	('now()'), ('||/'), ('+(int4,int4)'), ('simple'), ('"C"'), ('[1,5)'), ('(,)'), ('empty'), ('[2001-01-01,2001-02-03)'), ('{[1,5),[7,8)}'),
	('{[2001-01-01,2001-02-03),["2002-02-03",)}'), ('[{"attributes": [2, 3], "ndistinct": 4}]'),
	('[{"attributes": [2], "dependency": 3, "degree": 0.5}]');
INSERT INTO sample
	SELECT quote_ident(current_user) UNION ALL SELECT format('%1$I=r*/%1$I', current_user);

CREATE FUNCTION oracle.readable(type regtype, input text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	one record;
BEGIN
	-- by a cursor, which is never run by a parallel worker
	FOR one IN EXECUTE format('SELECT i::%s FROM (VALUES (%L::text)) AS v (i)', type, input) LOOP
		RETURN 'yes';
	END LOOP;
	RETURN 'no';
EXCEPTION WHEN feature_not_supported THEN
	RETURN 'never';
WHEN OTHERS THEN
	RETURN 'no';
END
$$;

-- Alone, in rows, in arrays, aggregated: one statement for all samples of a type.
CREATE FUNCTION oracle.compare_type(type regtype, inputs text[], OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format($sql$
		WITH q AS (SELECT i::%1$s AS x FROM unnest($1) AS i),
		pair (core, ours) AS (
			SELECT pg_catalog.to_json(x), fastjson.to_json(x) FROM q
			UNION ALL SELECT pg_catalog.row_to_json(q), fastjson.row_to_json(q) FROM q
			%2$s
			UNION ALL SELECT pg_catalog.json_agg(x), fastjson.json_agg(x) FROM q
			UNION ALL SELECT pg_catalog.json_agg(q), fastjson.json_agg(q) FROM q)
		SELECT count(*), count(*) FILTER (WHERE core::text COLLATE "C" IS DISTINCT FROM ours::text COLLATE "C"),
			   min(%1$L || ': ' || oracle.difference(core::text, ours::text))
			   FILTER (WHERE core::text COLLATE "C" IS DISTINCT FROM ours::text COLLATE "C")
		FROM pair$sql$, type,
		(SELECT format('UNION ALL SELECT pg_catalog.to_json(a), fastjson.to_json(a)
						FROM (SELECT array_agg(x) || NULL::%s FROM q) AS s (a)', type)
		 FROM pg_type WHERE oid = type AND typarray <> 0 AND typcategory <> 'A'))
		INTO compared, different, example USING inputs || NULL::text;
END
$$;

-- Built-in types with an input of their own: base types, ranges, multiranges, domains.
SET client_min_messages = warning;
CREATE TABLE readable AS
	SELECT t.oid::regtype AS type, s.input, oracle.readable(t.oid, s.input) AS readable
	FROM pg_type AS t, sample AS s
	WHERE typnamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
		AND typtype IN ('b', 'r', 'm', 'd') AND typcategory <> 'A' OR t.oid IN ('int2vector'::regtype, 'oidvector'::regtype);
SELECT type AS no_sample_for FROM readable GROUP BY type
	HAVING bool_and(readable <> 'yes') AND NOT bool_or(readable = 'never') ORDER BY type::text COLLATE "C";
SELECT count(DISTINCT type) >= 70 AS types, sum(compared) > 1500 AS enough, sum(different) AS different, min(example) AS example
	FROM (SELECT type, array_agg(input) AS inputs FROM readable WHERE readable = 'yes' GROUP BY type) AS t,
		 LATERAL oracle.compare_type(type, inputs) AS c;

-- Domains over each, domains over those, and composites of all of these.
CREATE SCHEMA made;
CREATE FUNCTION oracle.compare_made(type regtype, name text, inputs text[],
									OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE DOMAIN made.domain_%s AS %s', name, type);
	EXECUTE format('CREATE DOMAIN made.second_%1$s AS made.domain_%1$s NOT NULL', name);
	EXECUTE format('CREATE TYPE made.composite_%1$s AS (a bool, x %2$s, d made.domain_%1$s, s made.second_%1$s,
		l made.domain_%1$s[])',
				   name, type);
	SELECT * INTO compared, different, example FROM oracle.compare(
		format('@.to_json(ROW(x, ROW(true, x, x, x, ARRAY[x::made.domain_%1$s, NULL])::made.composite_%1$s))', name),
		format('FROM (SELECT i::%s AS x FROM unnest(%L::text[]) AS i OFFSET 0) AS q', type, inputs));
END
$$;
SELECT count(*) >= 70 AS types, sum(compared) > 500 AS enough, sum(different) AS different, min(example) AS example
	FROM (SELECT type, translate(type::text, '". ', '___') AS name, array_agg(input) AS inputs
		  FROM readable JOIN pg_type ON oid = type WHERE readable = 'yes' AND typarray <> 0 GROUP BY type) AS t,
		 LATERAL oracle.compare_made(type, name, inputs) AS c;
DROP SCHEMA made CASCADE;

-- Array types, empty and with a NULL; row types, NULL and of NULLs.
SELECT count(*) >= 200 AS types, sum(compared) > 1500 AS enough, sum(different) AS different, min(example) AS example
	FROM pg_type AS t, oracle.compare_type(t.oid, ARRAY['{}', '{NULL}']) AS c
	WHERE typcategory = 'A' AND typsubscript = 'array_subscript_handler'::regproc AND typtype = 'b'
		AND t.oid NOT IN ('int2vector'::regtype, 'oidvector'::regtype)
		AND typnamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace);
SELECT count(*) >= 100 AS types, sum(compared) > 1000 AS enough, sum(different) AS different, min(example) AS example
	FROM pg_type AS t, oracle.compare_type(t.oid,
			ARRAY['(' || repeat(',', (SELECT relnatts - 1 FROM pg_class WHERE oid = typrelid)) || ')']) AS c
	WHERE typtype = 'c' AND typnamespace IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace);

-- Under the settings that output functions follow.
CREATE FUNCTION oracle.compare_types_under(setting text, value text, OUT types boolean, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
DECLARE
	before text := current_setting(setting);
BEGIN
	PERFORM set_config(setting, value, false);
	SELECT count(*) >= 70, sum(c.different), min(c.example) INTO types, different, example
		FROM (SELECT type, array_agg(input) AS inputs FROM public.readable WHERE readable = 'yes' GROUP BY type) AS t,
			 oracle.compare_type(type, inputs) AS c;
	PERFORM set_config(setting, before, false);
END
$$;
SELECT setting, value, c.*
	FROM (VALUES ('bytea_output', 'escape'), ('bytea_output', 'hex'), ('search_path', 'information_schema'),
		  ('quote_all_identifiers', 'on'), ('DateStyle', 'German'), ('IntervalStyle', 'iso_8601'),
		  ('extra_float_digits', '-5')) AS s (setting, value),
		 oracle.compare_types_under(setting, value) AS c;
RESET client_min_messages;

-- bytea of every length and every byte, in both forms, and from one row to the next.
SELECT value, c.* FROM (VALUES ('hex'), ('escape')) AS v (value),
	oracle.compare_under('bytea_output', value,
		'SELECT decode(repeat(lpad(to_hex(i), 2, ''0''), i % 70), ''hex'') FROM generate_series(0, 255) AS i') AS c;
SELECT * FROM oracle.compare_values('SELECT decode(repeat(md5(i::text), i * 40), ''hex'') FROM generate_series(1, 30) AS i');
SELECT * FROM oracle.compare('@.row_to_json(q)',
	'FROM (SELECT set_config(''bytea_output'', CASE i % 2 WHEN 0 THEN ''hex'' ELSE ''escape'' END, true),
				  decode(''005c22ff'', ''hex'') AS b
		   FROM generate_series(1, 10) AS i OFFSET 0) AS q');
RESET bytea_output;
SELECT * FROM oracle.compare_values('SELECT md5(i::text)::uuid FROM generate_series(1, 3000) AS i');
SELECT * FROM oracle.compare_values('SELECT x::uuid FROM (VALUES (repeat(''0'', 32)), (repeat(''f'', 32)), (NULL)) AS v (x)');

-- json as it was written, jsonb as it is printed, large and deep, and stored.
CREATE TABLE document (j json, b jsonb);
INSERT INTO document
	SELECT t::json, t::jsonb FROM (VALUES
		('null'), ('true'), ('""'), ('" \u00e9\n\ud83d\ude00"'), ('-0'), ('1.50e+3'), ('[]'), ('{}'), (' [ ] '),
		(E'\n{\t"a" :\r1 }\n'), ('{"a":1,"a":2}'), ('[[[[[[[[[[1]]]]]]]]]]'),
		('{"a":{"b":{"c":[{}, [], "", null, {"d": "\\"}]}}}')) AS v (t)
	UNION ALL
	SELECT format('{%s}', string_agg(format('"key %s" : [%1$s, "%1$s",  null, {"n": -%1$s.50}]', i), E',\n'))::json,
		   jsonb_object_agg('key ' || i, jsonb_build_array(i, i::text, NULL, i * -1.50))
	FROM (VALUES (10), (100), (2000)) AS s (size), generate_series(1, size) AS i GROUP BY size
	UNION ALL
	SELECT (repeat('[', 900) || repeat(']', 900))::json, (repeat('{"a":', 900) || '1' || repeat('}', 900))::jsonb
	UNION ALL
	SELECT '["\u0000\ud800"]', NULL
	UNION ALL
	SELECT NULL, NULL;
SELECT count(*) FILTER (WHERE pg_column_size(j) < length(j::text)) > 0 AS some_compressed FROM document;
SELECT * FROM oracle.compare_values('SELECT j FROM document');
SELECT * FROM oracle.compare_values('SELECT b FROM document');
SELECT * FROM oracle.compare('@.to_json(j)', 'FROM document');
SELECT * FROM oracle.compare('@.to_json(b)', 'FROM document');
SELECT * FROM oracle.compare('@.json_agg(document)', 'FROM document');
ALTER TABLE document ALTER j SET STORAGE EXTERNAL, ALTER b SET STORAGE EXTERNAL;
UPDATE document SET j = (j::text || ' ')::json, b = jsonb_build_array(b);
SELECT count(*) FILTER (WHERE pg_column_size(j) > 8192) > 0 AS some_out_of_line FROM document;
SELECT * FROM oracle.compare('@.to_json(j)', 'FROM document');
SELECT * FROM oracle.compare('@.to_json(b)', 'FROM document');
SELECT * FROM oracle.compare('@.row_to_json(document)', 'FROM document');
CREATE DOMAIN json_domain AS json;
CREATE DOMAIN jsonb_domain AS jsonb CHECK (jsonb_typeof(value) <> 'null');
SELECT * FROM oracle.compare_values('SELECT j::json_domain FROM document');
SELECT * FROM oracle.compare_values('SELECT b::jsonb_domain FROM document');
DROP DOMAIN json_domain, jsonb_domain;
DROP TABLE document;

-- Types of the user's own: enums, ranges, base types.
CREATE TYPE mood AS ENUM ('sad', 'o''k', 'very "happy"', 'with \ in it', '');
CREATE TYPE mood_range AS RANGE (subtype = mood);
CREATE TYPE text_range AS RANGE (subtype = text, collation = "C");
CREATE TYPE composite AS (m mood, r mood_range, t text_range);
SET client_min_messages = warning;
CREATE TYPE label;
CREATE FUNCTION label_in(cstring) RETURNS label LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION label_out(label) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE label (INPUT = label_in, OUTPUT = label_out, LIKE = text);
CREATE TYPE count8;
CREATE FUNCTION count8_in(cstring) RETURNS count8 LANGUAGE internal IMMUTABLE STRICT AS 'int8in';
CREATE FUNCTION count8_out(count8) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'int8out';
CREATE TYPE count8 (INPUT = count8_in, OUTPUT = count8_out, LIKE = int8);
RESET client_min_messages;
SELECT * FROM oracle.compare_values('SELECT unnest(enum_range(NULL::mood))');
SELECT * FROM oracle.compare_values('SELECT x::mood_range FROM (VALUES
	(''[sad,"very \"happy\"")''), (''empty''), (''(,)''), (NULL), (''["",""]'')) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT x::mood_multirange FROM (VALUES
	(''{[sad,"very \"happy\""),["",""]}''), (''{}''), (NULL)) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT x::text_range FROM (VALUES
	(''["a b","c \" \\ d")''), (''empty''), (''(,)''), (NULL)) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT x::composite FROM (VALUES
	(''(sad,"[sad,sad]","[a,b]")''), (''(,,)''), (NULL)) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT x::label FROM (VALUES
	(''plain''::text), (''a "quoted" \ label''), (''''), (NULL)) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT x::label FROM (SELECT repeat(''a "label" '', i)
	FROM generate_series(0, 1000, 100) AS i) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT x::text::count8 FROM (VALUES (1), (-5), (NULL)) AS v (x)');
SET client_min_messages = warning;
-- A type that has text's functions and another alignment.
CREATE TYPE aligned_text;
CREATE FUNCTION aligned_text_in(cstring) RETURNS aligned_text LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION aligned_text_out(aligned_text) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE aligned_text (INPUT = aligned_text_in, OUTPUT = aligned_text_out, ALIGNMENT = double, INTERNALLENGTH = variable);
SELECT oracle.same('SELECT @.to_json(ARRAY[''abcde'', ''bcdexxxxx'', ''f'']::aligned_text[])');
SELECT oracle.same('SELECT @.to_json(ARRAY[''abcde'', NULL, ''bcdexxxxx'', ''f'']::aligned_text[])');
DROP TYPE aligned_text CASCADE;
RESET client_min_messages;

DROP TABLE readable, sample;
DROP TYPE composite, mood_range, text_range, mood;
SET client_min_messages = warning;
DROP TYPE label, count8 CASCADE;
