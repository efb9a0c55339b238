--
-- Numbers
--
SET jit = off;
-- Integers: all small ones, around every power of ten and of two, extremes, and at random.
SELECT * FROM oracle.compare('@.to_json(i::int2)', 'FROM generate_series(-32768, 32767) AS i');
SELECT * FROM oracle.compare_values('SELECT i::int4 FROM generate_series(-1100, 1100) AS i');
SELECT * FROM oracle.compare_values('SELECT i::int2
	FROM (VALUES (-32768), (-32767), (-1), (0), (1), (32766), (32767), (NULL)) AS v (i)');
SELECT * FROM oracle.compare_values('SELECT i::int4
	FROM (VALUES (-2147483648), (-2147483647), (-1), (0), (1), (2147483646), (2147483647), (NULL)) AS v (i)');
SELECT * FROM oracle.compare_values('SELECT i::int8
	FROM (VALUES (-9223372036854775808), (-9223372036854775807), (-1), (0), (1),
		  (9223372036854775806), (9223372036854775807), (NULL)) AS v (i)');
SELECT * FROM oracle.compare_values('SELECT sign * (10 ^ power::numeric)::int8 + i
	FROM generate_series(1, 18) AS power, generate_series(-2, 2) AS i, (VALUES (-1), (1)) AS s (sign)');
SELECT * FROM oracle.compare_values('SELECT sign * (1::int8 << power) + i
	FROM generate_series(1, 61) AS power, generate_series(-1, 1) AS i, (VALUES (-1), (1)) AS s (sign)');
SELECT * FROM oracle.compare('@.to_json(hashint4(i))', 'FROM generate_series(1, 50000) AS i');
SELECT * FROM oracle.compare('@.to_json(hashint8extended(i, 1))', 'FROM generate_series(1, 50000) AS i');
SELECT * FROM oracle.compare('@.to_json(hashint8extended(i, 1) >> i % 64)',
	'FROM generate_series(1, 30000) AS i');
CREATE DOMAIN digit AS int2 CHECK (value BETWEEN 0 AND 9);
SELECT * FROM oracle.compare_values('SELECT i::digit FROM generate_series(0, 9) AS i');

-- Floating point: special values, where the notation changes, denormals, at random over all exponents.
CREATE TABLE float (x float8);
INSERT INTO float VALUES
	('NaN'), ('Infinity'), ('-Infinity'), (NULL), ('0'), ('-0'), (1), (-1), (0.1), (0.3), (1.0 / 3), (100), (123456),
	('1.7976931348623157e308'), ('2.2250738585072014e-308'), ('2.225073858507201e-308'),
	('4.9406564584124654e-324'), ('1e-323'), ('9007199254740991'), ('9007199254740993'), ('1.5e-10'),
	('3.4028234663852886e38'), ('1.1754943508222875e-38'), ('1.401298464324817e-45'), ('16777217'),
	('4.35'), ('0.000035'), ('2.5e15'), ('5e-324'), ('1e23'), ('9.5e-7'), ('9.999999999999999e22');
INSERT INTO float
	SELECT sign * ('1e' || power)::float8 * (1 + i * 2.220446049250313e-16::float8)
		FROM generate_series(-10, 25) AS power, generate_series(-1, 1) AS i, (VALUES (-1), (1)) AS s (sign)
	UNION ALL
	SELECT ('9.99999999999e' || power)::float8 FROM generate_series(-10, 25) AS power
	UNION ALL
	SELECT ('1e' || power)::float8 FROM generate_series(-307, 308) AS power
	UNION ALL
	SELECT 2::float8 ^ power FROM generate_series(-1074, 1023) AS power
	UNION ALL
	SELECT i * '5e-324'::float8 FROM generate_series(1, 100) AS i
	UNION ALL
	SELECT hashint8extended(i, 4) / 10::float8 ^ (i % 30) FROM generate_series(1, 600) AS i
	UNION ALL
	SELECT hashint8extended(i, 5) / 10 ^ (i % 19) / 10::float8 ^ (i % 13) FROM generate_series(1, 600) AS i;
SELECT * FROM oracle.compare_values('SELECT x FROM float');
SELECT * FROM oracle.compare('@.to_json(hashint8extended(i, 2) * (''1e'' || i % 600 - 310)::float8)',
	'FROM generate_series(1, 50000) AS i');
SELECT * FROM oracle.compare('@.to_json(hashint8extended(i, 6) / (1::int8 << i % 63)::float8)',
	'FROM generate_series(1, 50000) AS i');
SELECT * FROM oracle.compare('@.to_json(hashint8extended(i, 7) % (10::numeric ^ (i % 18 + 1))::int8 / 10::float8 ^ (i % 7))',
	'FROM generate_series(1, 50000) AS i');
SELECT * FROM oracle.compare('@.to_json(i / 100::float8)', 'FROM generate_series(-20000, 20000) AS i');
CREATE VIEW float_4 AS
	SELECT x::float4 FROM float WHERE abs(x) IN ('NaN', 'Infinity', 0) OR abs(x) BETWEEN 1.5e-45 AND 3.4e38;
SELECT * FROM oracle.compare_values('SELECT x FROM float_4');
SELECT * FROM oracle.compare('@.to_json((hashint4(i) * (''1e'' || i % 70 - 45)::float8)::float4)',
	'FROM generate_series(1, 50000) AS i');
SELECT * FROM oracle.compare('@.to_json((hashint4(i) / (1 << i % 31)::float8)::float4)', 'FROM generate_series(1, 50000) AS i');
SELECT * FROM oracle.compare('@.to_json((i / 100::float8)::float4)', 'FROM generate_series(-20000, 20000) AS i');

-- As extra_float_digits says.
SELECT digits, c.* FROM generate_series(-15, 3) AS digits,
	LATERAL oracle.compare_under('extra_float_digits', digits::text,
		'SELECT x FROM float WHERE abs(x) > 1e300 OR abs(x) < 1e-290 OR abs(x) BETWEEN 1e-20 AND 1e26 OR x = 0') AS c;
SELECT digits, c.* FROM generate_series(-15, 3) AS digits,
	LATERAL oracle.compare_under('extra_float_digits', digits::text, 'SELECT x FROM float_4') AS c;
-- From one row to the next.
SELECT * FROM oracle.compare('@.to_json(x)',
	'FROM (SELECT set_config(''extra_float_digits'', (i % 19 - 15)::text, true), x / 3 AS x
		   FROM generate_series(1, 190) AS i, (VALUES (1::float8), (1e10), (1e-10)) AS v (x) OFFSET 0) AS q');
RESET extra_float_digits;

-- numeric: every number of digits before and behind the point.
SELECT * FROM oracle.compare(
	$$@.to_json((sign || translate(left(md5((before * 41 + behind)::text), before), 'abcdef', '012345') || '.'
				 || translate(left(md5((before * 43 + behind)::text) || '0000', behind), 'abcdef', '012345'))::numeric)$$,
	$$FROM generate_series(1, 32) AS before, generate_series(0, 36) AS behind, (VALUES (''), ('-')) AS s (sign)$$);
-- Zeros at both ends, groups of zeros in between, and a scale of its own.
SELECT * FROM oracle.compare('@.to_json(sign * (mantissa * 10::numeric ^ power)::numeric)',
	'FROM generate_series(-24, 24) AS power, (VALUES (-1), (1)) AS s (sign),
		  (VALUES (0), (1), (10), (9999), (10000), (10001), (100000000), (100000001), (123456789)) AS m (mantissa)');
SELECT * FROM oracle.compare('@.to_json(round(mantissa / 10::numeric ^ power, scale))',
	'FROM generate_series(0, 24) AS power, generate_series(-9, 40) AS scale,
		  (VALUES (0), (1), (5), (10), (9999), (10000), (10001), (-100000001)) AS m (mantissa)');
SELECT * FROM oracle.compare('@.to_json(hashint8extended(i, 3) / 10::numeric ^ (i % 23))',
	'FROM generate_series(1, 20000) AS i');
SELECT * FROM oracle.compare('@.to_json((hashint4(i) / 100.0)::numeric(12, 2))',
	'FROM generate_series(1, 20000) AS i');
SELECT * FROM oracle.compare('@.to_json(i::numeric)', 'FROM generate_series(-11000, 11000) AS i');

-- Special values, and where the short and the long format end: weight 63, scale 63.
SELECT * FROM oracle.compare_values('SELECT x::numeric
	FROM (VALUES (''NaN''), (''Infinity''), (''-Infinity''), (NULL), (''0''), (''0.0''), (''-0.00''), (''1e-5''), (''1e131071''),
		  (''-1e131071''), (''1e-16383''), (''0e-16383'')) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT (sign || ''1'' || repeat(''0'', length))::numeric
	FROM generate_series(244, 268) AS length, (VALUES (''''), (''-'')) AS s (sign)');
SELECT * FROM oracle.compare_values('SELECT (sign || ''0.'' || repeat(''0'', length) || ''12'')::numeric
	FROM (SELECT generate_series(50, 70) UNION ALL SELECT generate_series(245, 268)) AS l (length),
		 (VALUES (''''), (''-'')) AS s (sign)');
SELECT * FROM oracle.compare_values('SELECT round(1 / 7.0, scale) FROM generate_series(0, 140) AS scale');
SELECT * FROM oracle.compare_values(
	'SELECT (repeat(''12345678901'', length) || ''.'' || repeat(''0987654321'', length))::numeric
	 FROM (VALUES (1), (10), (100), (400), (1200)) AS l (length)');

-- With a type modifier, also one with a negative scale.
SELECT * FROM oracle.compare_values('SELECT x::numeric(10, 0)
	FROM (VALUES (0), (0.4), (0.5), (-99.99), (1234567890)) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT x::numeric(1000, 500)
	FROM (VALUES (0), (0.4), (0.5), (-99.99), (1234567890)) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT x::numeric(3, -4)
	FROM (VALUES (0), (0.4), (5000), (-1234567), (9990000)) AS v (x)');
SELECT * FROM oracle.compare_values('SELECT x::numeric(3, 6)
	FROM (VALUES (0), (0.0000004), (0.0000005), (-0.000999)) AS v (x)');

-- As stored: with a short header, compressed, out of line.
CREATE TABLE stored (plain numeric, external numeric, extended numeric);
ALTER TABLE stored ALTER plain SET STORAGE PLAIN, ALTER external SET STORAGE EXTERNAL;
INSERT INTO stored
	SELECT x, x, x * 10::numeric ^ 3000
	FROM (SELECT (repeat('1234', length) || '.' || repeat('56', length))::numeric AS x
		  FROM (VALUES (1), (4), (30), (200), (1900)) AS l (length)) AS s;
INSERT INTO stored VALUES ('NaN', 'Infinity', '-Infinity'), (0, 1e-6, 1e131071);
SELECT count(*) FILTER (WHERE pg_column_size(external) > 2000) > 0 AS some_out_of_line,
	   count(*) FILTER (WHERE pg_column_size(plain) < 10) > 0 AS some_short
	FROM stored;
SELECT * FROM oracle.compare('@.to_json(plain)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(external)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(extended)', 'FROM stored');
SELECT * FROM oracle.compare('@.row_to_json(stored)', 'FROM stored');
SELECT * FROM oracle.compare('@.to_json(ARRAY[plain, external, extended])', 'FROM stored');
SELECT * FROM oracle.compare('@.json_agg(external)', 'FROM stored');

DROP VIEW float_4;
DROP TABLE stored, float;
DROP DOMAIN digit;
