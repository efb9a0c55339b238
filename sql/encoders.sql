--
-- Types that are written by encoders in place of their output functions
--
SET jit = off;
CREATE SCHEMA encoders;
SET search_path = encoders, public;

-- The same number everywhere and every time; -2^31 to 2^31 - 1, 0 to below - 1.
CREATE FUNCTION hash(i int, seed int) RETURNS int
	LANGUAGE sql IMMUTABLE AS 'SELECT hashint8extended(i, seed)::bit(32)::int';
CREATE FUNCTION hash(i int, seed int, below int) RETURNS int
	LANGUAGE sql IMMUTABLE AS 'SELECT ((hashint8extended(i, seed) & 9223372036854775807) % below)::int';
-- Every magnitude: as many numbers of 1 bit as of 31.
CREATE FUNCTION any_int(i int, seed int) RETURNS int
	LANGUAGE sql IMMUTABLE AS 'SELECT hash(i, seed) >> hash(i, seed + 1, 32)';
CREATE FUNCTION any_bigint(i int, seed int) RETURNS bigint
	LANGUAGE sql IMMUTABLE AS 'SELECT hashint8extended(i, seed) >> hash(i, seed + 1, 64)';

-- The values of a table alone and, every seventh, in all forms.
CREATE FUNCTION oracle.compare_table(relation regclass, OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
BEGIN
	SELECT sum(c.compared), sum(c.different), min(c.example) INTO compared, different, example
		FROM (SELECT * FROM oracle.compare('@.to_json(x)', format('FROM %s', relation))
			  UNION ALL SELECT * FROM oracle.compare_values(
				format('SELECT x FROM (SELECT x, row_number() OVER () AS n FROM %s) AS s WHERE n %% 7 = 0', relation))) AS c;
END
$$;

-- Enums: labels of every length and of all that is escaped, one that is not ASCII where the encoding has it.
SELECT CASE WHEN getdatabaseencoding() IN ('UTF8', 'LATIN1') THEN chr(233) ELSE 'e' END AS letter \gset
CREATE TYPE label AS ENUM ('', ' ', '"', '\', '''', '"very" \ "happy"', E'\b\f\n\r\t', E'\x01\x1f\x7f', :'letter', 'null', 'true', '1', '{}');
CREATE TABLE enum_value AS SELECT x FROM unnest(enum_range(NULL::label)) AS x, generate_series(1, 50) AS i;
SELECT * FROM oracle.compare_table('enum_value');
SELECT * FROM oracle.compare('@.to_json(array_agg(x))', 'FROM enum_value');
SELECT * FROM oracle.compare('@.json_build_object(x, i) || @.json_object_agg(x, i)::text',
	'FROM unnest(enum_range(NULL::label)) AS x, generate_series(1, 2) AS i GROUP BY x, i');
-- More values than are remembered, again and again, with labels of every length, plain and escaped.
DO $$
BEGIN
	EXECUTE (SELECT 'CREATE TYPE many AS ENUM (' || string_agg(quote_literal(label), ', ') || ')'
			 FROM (SELECT i || repeat(CASE i % 3 WHEN 0 THEN '"' WHEN 1 THEN 'x' ELSE E'\x02' END, i % 60) AS label
				   FROM generate_series(1, 3000) AS i) AS s);
END
$$;
CREATE TABLE many_value AS SELECT x FROM unnest(enum_range(NULL::many)) WITH ORDINALITY AS v (x, n), generate_series(1, 3) AS i
	ORDER BY hash(n::int, i);
SELECT * FROM oracle.compare_table('many_value');
CREATE DOMAIN few AS many CHECK (value <> '60');
CREATE TYPE pair_of_labels AS (a label, b many, c few[]);
SELECT * FROM oracle.compare_values($$SELECT ROW(x, '1x', '{1x,2' || E'\x02\x02' || '}')::pair_of_labels FROM enum_value$$);

-- A label that changes shows at once, and is there again when the change is undone.
CREATE TYPE state AS ENUM ('new', 'done', 'odd');
CREATE TABLE state_value AS SELECT unnest(enum_range(NULL::state)) AS x;
CREATE FUNCTION oracle.states() RETURNS json LANGUAGE sql AS 'SELECT fastjson.json_agg(x ORDER BY x) FROM encoders.state_value';
SELECT oracle.states();
ALTER TYPE state RENAME VALUE 'done' TO '"done"';
SELECT oracle.states();
BEGIN;
ALTER TYPE state RENAME VALUE 'new' TO 'newer';
SELECT oracle.states();
SAVEPOINT s;
ALTER TYPE state RENAME VALUE 'newer' TO 'newest';
SELECT oracle.states();
ROLLBACK TO s;
SELECT oracle.states();
ROLLBACK;
SELECT oracle.states();
-- ... in the middle of a statement
CREATE FUNCTION rename(from_label text, to_label text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('ALTER TYPE encoders.state RENAME VALUE %L TO %L', from_label, to_label);
	RETURN to_label;
END
$$;
SELECT oracle.same($$SELECT i, @.to_json(x), @.to_json(s), encoders.rename(
		CASE i % 2 WHEN 0 THEN 'even' ELSE 'new' END, CASE i % 2 WHEN 0 THEN 'new' ELSE 'even' END), @.to_json(x)
	FROM generate_series(1, 4) AS i, encoders.state_value AS s WHERE x = 'new'$$, undo => true);
SELECT oracle.states();
-- ... as an error undoes it
DO $$
BEGIN
	ALTER TYPE encoders.state RENAME VALUE 'new' TO 'failed';
	RAISE NOTICE '%', oracle.states();
	PERFORM 1 / 0;
EXCEPTION WHEN division_by_zero THEN
	RAISE NOTICE '%', oracle.states();
END
$$;
ALTER TYPE state ADD VALUE 'between' BEFORE '"done"';
INSERT INTO state_value VALUES ('between');
SELECT oracle.states();
BEGIN;
CREATE TYPE made AS ENUM ('a', 'b');
SELECT fastjson.to_json(enum_range(NULL::made));
DROP TYPE made;
CREATE TYPE made AS ENUM ('d');
SELECT fastjson.to_json(enum_range(NULL::made));
ROLLBACK;
-- A value that does not exist has core's error, for as long as it does not exist.
BEGIN;
DELETE FROM pg_enum WHERE enumtypid = 'state'::regtype AND enumlabel = 'odd';
SELECT oracle.same('SELECT @.to_json(x) FROM encoders.state_value');
SELECT oracle.same('SELECT @.to_json(array_agg(x)) FROM encoders.state_value');
SELECT oracle.same('SELECT @.json_agg(s) FROM encoders.state_value AS s');
ROLLBACK;
SELECT oracle.states();
-- A cast to json comes first, even to one of text; a domain's does not count.
CREATE FUNCTION state_to_json(state) RETURNS json LANGUAGE sql AS $$SELECT '"cast"'::json$$;
BEGIN;
CREATE CAST (state AS json) WITH FUNCTION state_to_json(state);
SELECT oracle.states();
ROLLBACK;
SELECT oracle.states();

-- Intervals: parts of every size and sign, and all that lie at a limit.
CREATE TABLE interval_value AS
	SELECT make_interval(months => CASE hash(i, 9) & 3 WHEN 0 THEN 0 ELSE any_int(i, 1) / 2 END,
						 days => CASE hash(i, 9) & 12 WHEN 0 THEN 0 ELSE any_int(i, 3) / 2 END)
		   + CASE hash(i, 9) & 48 WHEN 0 THEN 0 ELSE any_int(i, 5) END * interval '1 second'
		   + any_int(i, 7) % 1000000 * CASE hash(i, 9) & 192 WHEN 0 THEN 1 ELSE 0 END * interval '1 microsecond' AS x
		FROM generate_series(1, 25000) AS i
	UNION ALL
	SELECT make_interval(months => m, days => d) + t::interval
		FROM unnest('{0,1,-1,11,-11,12,-12,13,-13,24,-25,2147483647,-2147483648}'::int[]) AS m,
			 unnest('{0,1,-1,2,-2,99999999,-100000000,2147483647,-2147483648}'::int[]) AS d,
			 unnest('{00:00:00,00:00:00.000001,-00:00:00.000001,00:00:01,-00:00:01,00:01:00,-00:01:00,01:00:00,-01:00:00,99:59:59.999999,
				-99:59:59.999999,100:00:00,-100:00:00,99999999:00:00.1,100000000:59:59.12,00:00:59.999,00:59:00.01}'::text[]) AS t
	UNION ALL
	SELECT t::interval FROM unnest('{2562047788:00:54.775807,-2562047788:00:54.775807,178956970 years 7 mons,
		-178956970 years -8 mons,2147483647 days,-2147483648 days}'::text[]) AS t
	UNION ALL SELECT interval '-2562047788:00:54.775807' - interval '1 microsecond';
SELECT style, c.* FROM unnest('{postgres,iso_8601}'::text[]) AS style,
	oracle.compare_under('IntervalStyle', style, 'interval_value', 'oracle.compare_table') AS c;
SELECT style, c.* FROM unnest('{sql_standard,postgres_verbose}'::text[]) AS style,
	oracle.compare_under('IntervalStyle', style, 'SELECT x FROM encoders.interval_value WHERE extract(minutes FROM x) = 1') AS c;
-- ... from one row to the next
SELECT * FROM oracle.compare('@.row_to_json(q)',
	$$FROM (SELECT set_config('IntervalStyle', (ARRAY['postgres', 'iso_8601', 'sql_standard'])[i % 3 + 1], true), interval '-1 day 2:3:4.5' AS x
			FROM generate_series(1, 9) AS i OFFSET 0) AS q$$);
RESET IntervalStyle;
-- Infinite ones, where there are any.
SELECT style, c.* FROM unnest('{postgres,iso_8601}'::text[]) AS style,
	oracle.compare_under('IntervalStyle', style, CASE WHEN current_setting('server_version_num')::int >= 170000
		THEN 'SELECT unnest(''{infinity,-infinity}''::interval[])' ELSE 'SELECT unnest(''{1 day,-1 day}''::interval[])' END) AS c;

-- Times of day: every second, every number of digits of a second, to the last one.
CREATE TABLE time_value AS
	SELECT time '00:00' + i * interval '1 second' AS x FROM generate_series(0, 86399, 5) AS i
	UNION ALL SELECT time '00:00' + hash(i, 1, 86400) * interval '1 second' + any_int(i, 2) % 1000000 * interval '1 microsecond'
		FROM generate_series(1, 20000) AS i
	UNION ALL SELECT unnest('{00:00:00,00:00:00.000001,23:59:59,23:59:59.999999,24:00:00,12:00:00.1,12:00:00.12,12:00:00.123456}'::time[]);
SELECT * FROM oracle.compare_table('time_value');
CREATE TABLE timetz_value AS
	SELECT timetz(x) AT TIME ZONE zone AS x
		FROM (SELECT x, row_number() OVER () AS n FROM time_value) AS s,
			 LATERAL (SELECT (hash(n::int, 3, 2 * 57599) - 57599) / (ARRAY[1, 60, 900, 3600])[hash(n::int, 4, 4) + 1]
							 * (ARRAY[1, 60, 900, 3600])[hash(n::int, 4, 4) + 1] * interval '1 second' AS zone OFFSET 0) AS z
	UNION ALL SELECT timetz '24:00:00+00' UNION ALL SELECT timetz '12:34:56.7-15:59:59'
	UNION ALL SELECT timetz '12:00:00+00' AT TIME ZONE zone
		FROM unnest('{15:59:59,-15:59:59,16:00,-16:00,16:00:01,-16:00:01,99:59:59,-167:59:59,-00:00:01,00:01}'::interval[]) AS zone;
SELECT style, c.* FROM unnest('{ISO,German}'::text[]) AS style,
	oracle.compare_under('DateStyle', style, 'timetz_value', 'oracle.compare_table') AS c;

-- Bytes: lengths to some pieces and at the ends of one; short, compressed, out of line.
CREATE TABLE bytea_value AS
	SELECT substr(decode(repeat(md5(i::text), 7), 'hex'), 1, i % 100) AS x FROM generate_series(1, 10000) AS i
	UNION ALL SELECT substr(decode(repeat(md5(i::text), 1 + i / 16), 'hex'), 1, i) FROM generate_series(8150, 8250) AS i
	UNION ALL SELECT substr(decode(repeat(md5(i::text), 2000), 'hex'), 1, 16380 + i) FROM generate_series(1, 10) AS i
	UNION ALL SELECT decode(string_agg(md5(i::text || j), ''), 'hex') FROM generate_series(1, 1000) AS i, generate_series(1, 5) AS j GROUP BY j;
SELECT value, c.* FROM unnest('{hex,escape}'::text[]) AS value, oracle.compare_under('bytea_output', value, 'bytea_value', 'oracle.compare_table') AS c;

-- Addresses of IPv4 with every mask.
CREATE TABLE inet_value AS
	SELECT set_masklen(inet '0.0.0.0' + (any_int(i, 1)::bigint & 4294967295), CASE i % 3 WHEN 0 THEN hash(i, 3, 33) ELSE 32 END) AS x
		FROM generate_series(1, 20000) AS i
	UNION ALL SELECT format('%s.%s.%s.%s', i, 255 - i, i / 10, i % 10)::inet FROM generate_series(0, 255) AS i
	UNION ALL SELECT format('255.255.255.255/%s', i)::inet FROM generate_series(0, 32) AS i;
-- ... of IPv6: zeros in all places, words of every length, IPv4 within
INSERT INTO inet_value
	SELECT set_masklen(format('%s:%s:%s:%s:%s:%s:%s:%s', VARIADIC words)::inet, CASE form % 3 WHEN 0 THEN hash(zeros, form, 129) ELSE 128 END)
		FROM generate_series(0, 255) AS zeros, generate_series(0, 19) AS form,
			 LATERAL (SELECT array_agg(CASE WHEN zeros >> word & 1 = 1 THEN '0' ELSE to_hex(1 + (hash(zeros * 20 + form, word, 65535) >> form % 16)) END
									   ORDER BY word) AS words
					  FROM generate_series(0, 7) AS word) AS w
	UNION ALL SELECT t::inet FROM unnest('{::,::1,::2,::ffff,::1.2.3.4,::ffff:1.2.3.4,::ffff:0:0,::fffe:1.2.3.4,::1:0:0,ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,
		::/0,::1/127,1::,1::1,0:1::,0:0:1::}'::text[]) AS t;
SELECT * FROM oracle.compare_table('inet_value');
CREATE TABLE cidr_value AS SELECT network(x) AS x FROM inet_value UNION ALL SELECT x::cidr FROM inet_value WHERE masklen(x) IN (32, 128);
SELECT * FROM oracle.compare_table('cidr_value');
SELECT * FROM oracle.compare_values('SELECT substr(md5(i::text), 1, 12)::macaddr FROM generate_series(1, 2000) AS i');
SELECT * FROM oracle.compare_values('SELECT substr(md5(i::text), 1, 16)::macaddr8 FROM generate_series(1, 2000) AS i');

-- Object and transaction identifiers, which are strings; "char" of every byte.
SELECT type, c.* FROM unnest('{oid,xid,cid,xid8,regclass,regtype,tid}'::text[]) AS type,
	oracle.compare_values(format('SELECT %s::%I FROM generate_series(1, 1000) AS i',
		CASE type WHEN 'tid' THEN '(''('' || i || '',1)'')' WHEN 'xid8' THEN 'i::text'
		ELSE '(any_int(i, 1)::bigint & 4294967295)::oid' || CASE WHEN type LIKE '%id' THEN '::text' ELSE '' END END, type)) AS c;
SELECT * FROM oracle.compare_values('SELECT unnest(''{0,1,9,10,99999999,100000000,4294967295}''::oid[])');
SELECT * FROM oracle.compare_values('SELECT i::"char" FROM generate_series(-128, 127) AS i');

-- Ranges: each bound there or not, closed or not, over small and large numbers.
CREATE FUNCTION ends(i int) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT (ARRAY['[)', '[]', '()', '(]'])[hash(i, 20, 4) + 1]$$;
CREATE TYPE range_text AS RANGE (subtype = text);
CREATE TYPE range_float AS RANGE (subtype = float8, multirange_type_name = floats);
CREATE DOMAIN day AS date;
CREATE TYPE range_day AS RANGE (subtype = day);
CREATE DOMAIN slot AS tstzrange;
CREATE FUNCTION number_ranges() RETURNS TABLE (a int4range, b int8range, c numrange, d int4multirange, e int8multirange, f nummultirange, g range_float, h floats)
LANGUAGE sql AS $$
	SELECT int4range(lower, upper, ends(i)), int8range(big, big + width, ends(i)), numrange(lower / scale, upper / scale, ends(i)),
		   int4multirange(int4range(lower, upper, ends(i)), int4range(upper + 10, upper + 20)),
		   int8multirange(int8range(big, big + width), int8range(big - 10, big - 5), int8range(NULL, big - 100)),
		   nummultirange(numrange(lower / 7.0, upper / 7.0), numrange(upper / 6.0, NULL)),
		   range_float(lower / 3.0, upper / 3.0), floats(range_float(lower / 3.0, upper / 3.0))
		FROM (SELECT i, CASE WHEN hash(i, 1, 9) > 0 THEN least(a, b) END AS lower, CASE WHEN hash(i, 2, 9) > 0 THEN greatest(a, b) END AS upper,
					 any_bigint(i, 3) / 4 AS big, abs(any_int(i, 9) / 2) AS width, 10 ^ hash(i, 4, 9)::numeric AS scale
			  FROM generate_series(1, 6000) AS i, LATERAL (SELECT any_int(i, 5) / 2 AS a, any_int(i, 7) / 2 AS b OFFSET 0) AS s) AS s
$$;
CREATE TABLE number_range AS SELECT * FROM number_ranges();
SELECT * FROM oracle.compare('@.row_to_json(r)', 'FROM number_range AS r');
SELECT * FROM oracle.compare('@.to_json(c)', 'FROM number_range');
SELECT * FROM oracle.compare('@.to_json(ARRAY[a, NULL, a])', 'FROM number_range WHERE abs(lower(a)) < 1000');
SELECT type, c.* FROM (VALUES
	('int4range', '{empty,"[-2147483648,2147483647)","(,)","[,5)","[5,]"}'), ('int8range', '{"[-9223372036854775808,9223372036854775807)","(,1)"}'),
	('numrange', '{"[NaN,NaN]","[-Infinity,Infinity]","(-Infinity,1e100)","[0.00,1.50]","[-0.001,)","[1e-20,1e131071]"}'),
	('int4multirange', '{"{}","{(,)}","{(,1),[3,5),[7,)}"}'), ('nummultirange', '{"{(,NaN]}","{(,1),(1,2),(3,Infinity)}"}'),
	('range_text', '{"[a,b)","[\"a b\",\"c,\\\"d\")","[\"\",z]"}'), ('range_float', '{"[-Infinity,NaN)","[1e-300,1e300)"}'),
	('range_day', '{"[2001-02-03,infinity)","[0044-03-15 BC,2001-01-01)"}'),
	('daterange', '{empty,"(,)","[-infinity,infinity]","[0044-03-15 BC,10000-01-01)","[0001-01-01,9999-12-31)","[,2001-01-01)"}'),
	('tsrange', '{empty,"[-infinity,infinity]","[0044-03-15 BC,10000-01-01)","[0001-01-01 00:00:00.1,9999-12-31 23:59:59.999999]","(2001-01-01,)"}'),
	('tstzrange', '{"[-infinity,infinity]","[0044-03-15 BC,10000-01-01)","[1890-01-01,2001-01-01 00:00:00.25)","[0001-01-01,0001-01-10)","[9999-12-20,9999-12-31)"}'),
	('slot', '{"[2001-01-01,2001-07-01)"}')) AS t (type, input),
	oracle.compare_values(format('SELECT unnest(%L::%I[])', input, type)) AS c;
-- ... over dates and times, which follow DateStyle and TimeZone
CREATE TABLE time_range AS
	SELECT daterange(day, day + width, ends(i)) AS a, tsrange(day + span, day + span + width * span, ends(i)) AS b,
		   tstzrange(day + span, day + span + width * span, ends(i)) AS c,
		   tstzmultirange(tstzrange(day - 1, day + span), tstzrange(day + span * 2, NULL)) AS d, datemultirange(daterange(day, day + width)) AS e,
		   range_day(day, day + width) AS f
		FROM (SELECT i, date '1850-01-01' + hash(i, 1, 100000) AS day, hash(i, 2, 1000) AS width,
					 hash(i, 3, 86400) * interval '1 second' + hash(i, 4, 3) * interval '1.001 seconds' AS span
			  FROM generate_series(1, 4000) AS i) AS s;
SELECT style, c.* FROM unnest('{"ISO,MDY",German,"SQL,DMY",Postgres}'::text[]) AS style,
	oracle.compare_under('DateStyle', style, 'SELECT r FROM encoders.time_range AS r WHERE (lower(a) - date ''2000-01-01'') % 12 = 0') AS c;
SELECT zone, c.* FROM unnest('{UTC,America/New_York,Asia/Kolkata,Europe/Warsaw,Africa/Monrovia,-3.5,<ABC>99}'::text[]) AS zone,
	oracle.compare_under('TimeZone', zone, 'SELECT c FROM encoders.time_range WHERE lower_inc(c) AND upper_inc(c)') AS c;
SELECT * FROM oracle.compare('@.row_to_json(q)',
	$$FROM (SELECT set_config('DateStyle', CASE i % 2 WHEN 0 THEN 'ISO' ELSE 'SQL' END, true), r.*
			FROM generate_series(1, 9) AS i, encoders.time_range AS r LIMIT 100) AS q$$);
RESET DateStyle;

-- All of them as keys.
SELECT x, oracle.same(format('SELECT @.json_build_object(%1$s, 1), @.json_object_agg(%1$s, 2)', x))
	FROM unnest(ARRAY['''1''::encoders.label', 'interval ''-1 day 2:03''', 'time ''1:02''', 'timetz ''1:02+3''', '''\\x00''::bytea', 'inet ''::8''', 'cidr ''10/8''',
		'''08002b010203''::macaddr', '5::oid', '''"''::"char"', '''''::"char"', 'numrange(1.5, NULL)', 'tsrange(''2001-02-03'', NULL)']) AS x;

-- Arrays of the simplest types, of every size around a chunk, with NULLs and without, flat and not.
CREATE FUNCTION oracle.compare_arrays_of(element text, OUT compared bigint, OUT different bigint, OUT example text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TABLE array_value AS
		SELECT CASE form WHEN 0 THEN x WHEN 1 THEN x || NULL WHEN 2 THEN x[2:] WHEN 3 THEN ARRAY[x, x, x] ELSE ARRAY[ARRAY[x, x], ARRAY[x, x]] END AS x
			FROM (SELECT size, array_agg(%1$s ORDER BY i) AS x
				  FROM (SELECT generate_series(1, 40) UNION ALL SELECT unnest(''{255,256,257,511,512,513}''::int[])) AS s (size),
					   generate_series(size * 1000, size * 1001 - 1) AS i
				  GROUP BY size) AS s, generate_series(0, 4) AS form', element);
	SELECT sum(c.compared), sum(c.different), min(c.example) INTO compared, different, example
		FROM unnest('{@.to_json(x),"@.array_to_json(x, true)",@.row_to_json(a),@.json_agg(x)}'::text[]) AS form,
			 oracle.compare(form, 'FROM array_value AS a') AS c;
	DROP TABLE array_value;
END
$$;
SELECT element, c.* FROM (VALUES
		('(any_int(i, 1) % 32768)::int2'), ('any_int(i, 1)'), ('any_bigint(i, 1)'), ('any_int(i, 1)::float4 / 8'), ('any_bigint(i, 1)::float8 / 1000'),
		('hash(i, 1) > 0'), ('repeat(chr(32 + hash(i, 1, 90)), hash(i, 2, 60) >> hash(i, 3, 6))'), ('(''{sad,ok,"\""}''::text[])[1 + hash(i, 1, 3)]::varchar(4)'),
		('(enum_range(NULL::encoders.label))[1 + hash(i, 1, 13)]'), ('any_int(i, 1)::oid'), ('any_int(i, 1)::numeric / 100')) AS e (element),
	oracle.compare_arrays_of(element) AS c;
SELECT * FROM oracle.compare($$@.to_json('{-32768,32767,0,-1,9999,10000}'::int2[])$$, '');
SELECT * FROM oracle.compare($$@.to_json('{-2147483648,2147483647,0,-1,9,10,99999999,100000000,-99999999,-100000000}'::int[])$$, '');
SELECT * FROM oracle.compare($$@.to_json('{-9223372036854775808,9223372036854775807,0,-1,9999999999999999,10000000000000000}'::int8[])$$, '');
SELECT * FROM oracle.compare($$@.to_json('{NaN,Infinity,-Infinity,-0,0,1e-300,1e300,0.1,1e15}'::float8[])$$, '');
SELECT * FROM oracle.compare($$@.to_json('{NaN,Infinity,-Infinity,-0,0,1e-30,1e30,0.1,1e6}'::float4[])$$, '');
SELECT * FROM oracle.compare($$@.to_json(ARRAY[repeat('"', 300000), '', repeat('x', 4096), repeat('y', 4097)])$$, '');
-- ... as a table stores them: with short headers, compressed, out of line
CREATE TABLE stored_array (n int, a int[], b bigint[], t text[]);
ALTER TABLE stored_array ALTER b SET STORAGE EXTERNAL;
INSERT INTO stored_array SELECT size, array_agg(i), array_agg(hashint8extended(i, size)), array_agg(md5(i::text))
	FROM unnest('{1,2,5,10,20,30,31,32,100,500,600,2000,5000}'::int[]) AS size, generate_series(1, size) AS i GROUP BY size;
SELECT * FROM oracle.compare_values('SELECT s FROM stored_array AS s');
SELECT * FROM oracle.compare('@.to_json(a) || @.array_to_json(b)::text || @.to_json(t)', 'FROM stored_array');

-- Composites in composites, stored with short headers and long ones, compressed and out of line.
CREATE TYPE inner_row AS (a int, t text);
CREATE TYPE middle_row AS (i inner_row, l inner_row[], t text);
CREATE TABLE outer_row (n int, m middle_row, i inner_row);
INSERT INTO outer_row SELECT n, ROW(ROW(n, repeat('i', n)), ARRAY[ROW(n, NULL), NULL]::inner_row[], repeat('m', n % 100))::middle_row, ROW(-n, md5(n::text))::inner_row
	FROM generate_series(0, 200) AS n UNION ALL SELECT 0, NULL, NULL
	UNION ALL SELECT 1, ROW(ROW(1, repeat('long', 10000)), NULL, string_agg(md5(i::text), ''))::middle_row, NULL FROM generate_series(1, 1000) AS i;
SELECT * FROM oracle.compare_values('SELECT o FROM outer_row AS o');
SELECT * FROM oracle.compare('@.to_json(m) || @.row_to_json(i)::text', 'FROM outer_row');

-- Types of the user's own that have core's output functions, under other names.
CREATE FUNCTION oracle.make_type(name text, input text, output text, definition text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TYPE %I', name);
	EXECUTE format('CREATE FUNCTION %I(cstring) RETURNS %I LANGUAGE internal IMMUTABLE STRICT AS %L', name || '_in', name, input);
	EXECUTE format('CREATE FUNCTION %I(%I) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS %L', name || '_out', name, output);
	EXECUTE format('CREATE TYPE %1$I (INPUT = %1$s_in, OUTPUT = %1$s_out, %2$s)', name, definition);
END
$$;
SET client_min_messages = warning;
SELECT oracle.make_type('my_text', 'textin', 'textout', 'LIKE = text'), oracle.make_type('my_bytea', 'byteain', 'byteaout', 'LIKE = bytea'),
	oracle.make_type('my_uuid', 'uuid_in', 'uuid_out', 'LIKE = uuid'), oracle.make_type('my_oid', 'oidin', 'oidout', 'LIKE = oid'),
	oracle.make_type('my_int', 'int4in', 'int4out', 'LIKE = integer'), oracle.make_type('my_bool', 'boolin', 'boolout', 'LIKE = boolean');
RESET client_min_messages;
SELECT type, c.* FROM (VALUES ('my_text', 'a "b"'), ('my_bytea', '\x00ff'), ('my_uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'), ('my_oid', '4294967295'),
		('my_int', '-5'), ('my_bool', 't')) AS t (type, input),
	oracle.compare_values(format('SELECT %L::%I', input, type)) AS c;
-- ... as long as they have
CREATE OR REPLACE FUNCTION my_text_out(my_text) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'byteaout';
SELECT * FROM oracle.compare_values($$SELECT 'a'::my_text$$);
SELECT fastjson.to_json('a'::my_text);
ALTER FUNCTION my_text_out(my_text) SET bytea_output = 'escape';
SELECT * FROM oracle.compare_values($$SELECT 'a'::my_text$$);
SELECT fastjson.to_json('a'::my_text);

RESET search_path;
RESET jit;
