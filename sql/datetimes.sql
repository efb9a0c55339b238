--
-- Dates and times
--
SET jit = off;
-- Dates: every day of two centuries, steps over the whole range, its ends.
SELECT * FROM oracle.compare('@.to_json(date ''1890-01-01'' + i)', 'FROM generate_series(0, 80000) AS i');
SELECT * FROM oracle.compare('@.to_json(date ''4713-11-24 BC'' + i)',
	'FROM generate_series(0, 2147483492, 100003) AS i');
SELECT * FROM oracle.compare('@.to_json(day + i)',
	'FROM (VALUES (date ''0001-01-01''), (date ''10000-01-01''), (date ''0100-03-01''), (date ''2000-01-01''),
				  (date ''1970-01-01''), (date ''1900-03-01''), (date ''9600-03-01'')) AS d (day),
		  generate_series(-800, 800) AS i');
SELECT * FROM oracle.compare_values($$SELECT x::date FROM (VALUES
	('infinity'), ('-infinity'), (NULL), ('4713-11-24 BC'), ('0001-12-31 BC'), ('0001-01-01'), ('9999-12-31'),
	('10000-01-01'), ('5874897-12-31'), ('2000-02-29'), ('epoch')) AS v (x)$$);

-- Timestamps: the same, times of day, every number of digits of a second.
SELECT * FROM oracle.compare('@.to_json(timestamp ''1901-12-13 20:45:52'' + i * interval ''1 day 1:01:01.001001'')',
	'FROM generate_series(0, 60000) AS i');
SELECT * FROM oracle.compare('@.to_json(timestamp ''4713-11-24 00:00:00 BC'' + i * interval ''7300007 days 0:0:0.000001'')',
	'FROM generate_series(0, 14) AS i');
SELECT * FROM oracle.compare('@.to_json(timestamp ''4713-11-24 00:00:00 BC'' + i * interval ''1303 days 5:43:21.9'')',
	'FROM generate_series(0, 20000) AS i');
SELECT * FROM oracle.compare('@.to_json(day + i * interval ''1 microsecond'')',
	'FROM (VALUES (timestamp ''2000-01-01''), (timestamp ''0001-01-01''), (timestamp ''10000-01-01''),
				  (timestamp ''1999-12-31 23:59:59.5''), (timestamp ''2024-02-29 12:34:56'')) AS d (day),
		  generate_series(-1500, 1500) AS i');
SELECT * FROM oracle.compare('@.to_json(timestamp ''2001-02-03 04:05:06'' + i * interval ''1 microsecond'' * 10 ^ digits)',
	'FROM generate_series(0, 5) AS digits, generate_series(0, 1000) AS i');
SELECT * FROM oracle.compare_values($$SELECT x::timestamp FROM (VALUES
	('infinity'), ('-infinity'), (NULL), ('4713-11-24 00:00:00 BC'), ('0001-12-31 23:59:59.999999 BC'),
	('0001-01-01 00:00:00'), ('9999-12-31 23:59:59.999999'), ('10000-01-01 00:00:00'),
	('294276-12-31 23:59:59.999999'), ('2000-02-29 24:00:00'), ('epoch')) AS v (x)$$);
SELECT * FROM oracle.compare_values($$SELECT timestamp '2000-01-01 23:59:59.999999' + i * interval '1 microsecond'
	FROM generate_series(0, 2) AS i$$);
SELECT * FROM oracle.compare_values('SELECT ''2001-02-03 04:05:06.789''::timestamp(2)');

-- With a time zone: zones that change now and then, half-hour zones, zones of seconds, POSIX rules.
CREATE TABLE zone (name text);
INSERT INTO zone VALUES
	('UTC'), ('America/New_York'), ('Europe/Warsaw'), ('Asia/Kolkata'), ('Australia/Lord_Howe'), ('Africa/Casablanca'),
	('America/Sao_Paulo'), ('Pacific/Apia'), ('Pacific/Kiritimati'), ('Asia/Kathmandu'), ('Europe/Dublin'),
	('Africa/Monrovia'), ('Antarctica/Troll'), ('America/St_Johns'), ('Asia/Gaza'), ('Asia/Manila'),
	('-3'), ('5.5'), ('INTERVAL ''+05:17:23'''), ('INTERVAL ''-00:00:01'''), ('EST5EDT,M3.2.0,M11.1.0'),
	('<-01>1<+00>,M3.5.0/-23,M10.5.0/167'), ('<ABC>99'), ('<ABC>-100'), ('<ABC>-167'), ('INTERVAL ''-167:59:59''');
-- Six centuries, one year, and around changes of the offset.
SELECT count(*) AS zones, sum(compared) AS compared, sum(different) AS different, min(example) AS example
	FROM zone, LATERAL oracle.compare_under('TimeZone', name,
		'SELECT timestamptz ''1850-01-01 00:00:00+00'' + i * interval ''97 days 5:29:59.000001'' FROM generate_series(0, 2200) AS i');
SELECT count(*) AS zones, sum(compared) AS compared, sum(different) AS different, min(example) AS example
	FROM zone, LATERAL oracle.compare_under('TimeZone', name,
		'SELECT timestamptz ''2023-01-01 00:00:00+00'' + i * interval ''11 hours'' FROM generate_series(0, 800) AS i');
SELECT count(*) AS zones, sum(compared) AS compared, sum(different) AS different, min(example) AS example
	FROM zone, LATERAL oracle.compare_under('TimeZone', name,
		'SELECT change + i * interval ''1 second'' - j * interval ''1 microsecond''
			FROM (VALUES
				(timestamptz ''2023-03-12 07:00:00+00''), (''2023-11-05 06:00:00+00''),	-- New York
				(''1915-08-04 22:36:00+00''), (''1944-10-04 00:00:00+00''), (''2037-10-25 01:00:00+00''),	-- Warsaw
				(''2044-03-27 01:00:00+00''), (''2437-03-29 01:00:00+00''),	-- beyond the tables
				(''2023-04-01 15:00:00+00''), (''2023-09-30 15:30:00+00''),	-- Lord Howe
				(''2023-03-19 02:00:00+00''), (''2023-04-23 02:00:00+00''),	-- Casablanca
				(''2011-12-30 10:00:00+00''), (''1994-12-31 10:00:00+00''),	-- Apia, Kiritimati: a day left out
				(''1972-01-07 00:44:30+00''), (''1844-12-31 00:00:00+00''),	-- Monrovia, Manila
				(''2038-01-19 03:14:08+00''), (''1901-12-13 20:45:52+00'')) AS c (change),
			generate_series(-1, 1) AS i, generate_series(0, 1) AS j');
SELECT count(*) AS zones, sum(compared) AS compared, sum(different) AS different, min(example) AS example
	FROM zone, LATERAL oracle.compare_under('TimeZone', name,
		$$SELECT x::timestamptz FROM (VALUES
			('infinity'), ('-infinity'), (NULL), ('0001-01-01 00:00:00+00'), ('0001-01-05 23:00:00+00'),
			('0001-12-31 20:00:00+00 BC'), ('4000-01-01 00:00:00+00 BC'),
			('9999-12-26 00:00:00+00'), ('9999-12-31 23:59:59.999999+00'), ('10000-01-01 00:00:00+00'),
			('99999-01-01 00:00:00+00'), ('294276-01-01 00:00:00+00'), ('1883-11-18 17:00:00+00'),
			('epoch')) AS v (x)$$);
-- The ends of the range, where local time may be out of it.
SELECT oracle.same(format('SELECT set_config(''TimeZone'', %L, true), @.to_json(x) FROM (VALUES
		(timestamptz ''294276-12-31 23:59:59.999999+00''), (timestamptz ''4713-11-24 00:00:00+00 BC''),
		(timestamptz ''294276-12-30 00:00:00+00''), (timestamptz ''4713-11-25 00:00:00+00 BC'')) AS v (x)', name)), count(*)
	FROM zone GROUP BY 1;

-- Every zone that this server knows.
SELECT count(*) > 10000 AS many, count(*) FILTER (WHERE core IS DISTINCT FROM ours) AS different
	FROM (SELECT pg_catalog.to_json(t)::text AS core, fastjson.to_json(t)::text AS ours
		  FROM (SELECT set_config('TimeZone', name, true),
					   timestamptz '1880-01-01 00:00:00+00' + i * interval '613 days 7:31' AS t
				FROM (SELECT name FROM pg_timezone_names OFFSET 0) AS z, generate_series(0, 120) AS i
				OFFSET 0) AS q) AS pair;
-- From one row to the next, to and fro.
SELECT * FROM oracle.compare('@.row_to_json(q)',
	'FROM (SELECT set_config(''TimeZone'', name, true) AS zone,
				  timestamptz ''1970-01-01 00:00:00+00'' + i * interval ''40 days'' AS t
		   FROM generate_series(0, 500) AS i, zone OFFSET 0) AS q');
RESET TimeZone;
DROP TABLE zone;

-- DateStyle shows in ranges only, IntervalStyle in intervals.
CREATE TABLE various (d date, ts timestamp, tstz timestamptz, t time, ttz timetz, span interval,
					  dr daterange, tsr tsrange, tstzr tstzrange, dm datemultirange, tsa timestamp[], ia interval[]);
INSERT INTO various
	SELECT ts::date, ts, ts, ts::time, (ts::time || offset_text)::timetz, span,
		   daterange(ts::date, ts::date + 5), tsrange(ts, NULL, '()'), tstzrange(NULL, ts), datemultirange(daterange(ts::date, NULL)),
		   ARRAY[ts, NULL, ts], ARRAY[span, NULL, -span]
	FROM (VALUES
		(timestamp '2001-02-03 04:05:06.789', '+05:30', interval '1 year 2 months 3 days 04:05:06.789'),
		('1999-12-31 23:59:59.999999', '-11:59:59', '-1 days +02:03:00'), ('0044-03-15 12:00:00 BC', '+00', '0'),
		('12345-01-02 00:00:00', '+15:59', '-178000000 years'), ('2000-01-01', '-08', '00:00:00.000001')) AS v (ts, offset_text, span);
INSERT INTO various (d, ts, tstz, t, ttz) VALUES
	('infinity', '-infinity', 'infinity', '24:00:00', '24:00:00-1559'), (NULL, NULL, NULL, '00:00', NULL);
SELECT style, c.*
	FROM (VALUES ('ISO'), ('SQL, DMY'), ('SQL, MDY'), ('Postgres, DMY'), ('Postgres, MDY'), ('German'), ('ISO, YMD')) AS s (style),
		 LATERAL oracle.compare_under('DateStyle', style, 'SELECT various FROM various') AS c;
SELECT style, c.*
	FROM (VALUES ('postgres'), ('postgres_verbose'), ('sql_standard'), ('iso_8601')) AS s (style),
		 LATERAL oracle.compare_under('IntervalStyle', style, 'SELECT various FROM various') AS c;
SELECT * FROM oracle.compare('@.row_to_json(q)',
	'FROM (SELECT set_config(''DateStyle'', CASE i % 2 WHEN 0 THEN ''German'' ELSE ''ISO'' END, true),
				  set_config(''IntervalStyle'', CASE i % 3 WHEN 0 THEN ''iso_8601'' ELSE ''postgres'' END, true), v
		   FROM various AS v, generate_series(1, 12) AS i OFFSET 0) AS q');
SELECT * FROM oracle.compare_values('SELECT time ''00:00'' + i * interval ''7:11:13.000101'' FROM generate_series(0, 1000) AS i');
SELECT * FROM oracle.compare_values('SELECT (i % 17 - 8) * interval ''1 mon'' + i * interval ''3 days 7:11:13.000101''
	FROM generate_series(-1000, 1000) AS i');
DROP TABLE various;

-- Domains, and a type modifier.
CREATE DOMAIN birthday AS date CHECK (value < date '2100-01-01');
CREATE DOMAIN instant AS timestamptz(3);
SELECT * FROM oracle.compare_values('SELECT (date ''1980-01-01'' + i)::birthday FROM generate_series(0, 100) AS i');
SELECT * FROM oracle.compare_values('SELECT (timestamptz ''1980-01-01 00:00:00.123456+00'' + i * interval ''100 days'')::instant
	FROM generate_series(0, 100) AS i');
DROP DOMAIN birthday, instant;
