-- tables.sql: the tables that the benchmark reads, the same on every run.
-- Variable: scale (1 is the size that results are quoted for).
\set ON_ERROR_STOP on
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS bench CASCADE;
CREATE SCHEMA bench;
SET search_path = bench, pg_catalog;
SELECT setseed(0.42);

-- Words of prose, some of them with what JSON must escape.
CREATE FUNCTION words(seed int, length int) RETURNS text
	LANGUAGE sql IMMUTABLE AS $$
	SELECT left(string_agg(word, ' '), length)
	FROM (SELECT (ARRAY['the', 'quick', 'brown', 'fox', 'jumps', 'over', 'a',
						'lazy', 'dog', 'while', 'seven', 'wizards', 'watch',
						'from', 'behind', 'an', 'old', 'stone', 'wall'])
				[1 + abs(hashint4(seed * 1000 + i)) % 19] AS word
		  FROM generate_series(1, 1 + length / 3) AS i) AS w
$$;

-- 20 columns of mixed types, about 530 bytes of JSON a row.
CREATE TABLE wide AS
SELECT (i % 30000)::int2 AS small_id,
	   i AS id,
	   i::int8 * 1000003 AS big_id,
	   random() * 1000 AS score,
	   (random() * 100000)::numeric(12, 2) AS price,
	   i % 3 = 0 AS active,
	   timestamptz '2020-01-01' + random() * interval '1500 days' AS created_at,
	   date '2020-01-01' + (random() * 1500)::int AS birthday,
	   md5(i::text)::uuid AS token,
	   words(i, 5) AS code,
	   words(i + 1, 12) AS name,
	   CASE WHEN i % 4 <> 0 THEN words(i + 2, 20) END AS city,
	   CASE WHEN i % 10 = 0 THEN 'said "' || words(i + 3, 20) || E'"\n'
			ELSE words(i + 3, 24) END AS note,
	   words(i + 4, 30) AS title,
	   words(i + 5, 20 + i % 61) AS description,
	   CASE WHEN i % 2 = 0 THEN words(i + 6, 16) END AS nickname,
	   words(i + 7, 10) || '@example.com' AS email,
	   ARRAY[words(i, 4), words(i + 1, 6), words(i + 2, 8)] AS tags,
	   jsonb_build_object('a', i, 'b', words(i, 8)) AS extra,
	   CASE WHEN i % 5 = 0 THEN i END AS parent_id
FROM generate_series(1, (100000 * :scale)::int) AS i;

CREATE INDEX ON wide (id);

CREATE TABLE narrow AS
SELECT i AS id, i::int8 * 7919 AS amount, words(i, 20) AS label
FROM generate_series(1, (500000 * :scale)::int) AS i;

-- 4 kB of prose with a newline and quotes every 80 bytes; kept inline.
CREATE TABLE longtext (id int, body text);
ALTER TABLE longtext ALTER body SET STORAGE PLAIN;
INSERT INTO longtext
SELECT i, string_agg('"' || words(i * 50 + j, 77) || E'"\n', '')
FROM generate_series(1, (10000 * :scale)::int) AS i, generate_series(1, 50) AS j
GROUP BY i;

-- JSON documents of 1 to 10 kB: arrays of 10 to 100 objects; out of line where they do not fit, uncompressed.
CREATE TABLE doc (id int, body text);
ALTER TABLE doc ALTER body SET STORAGE EXTERNAL;
INSERT INTO doc
SELECT i, '[' || string_agg(format('{"id": %s, "name": "%s", "price": %s, "active": %s, "tags": ["%s", "%s"], "parent": null}',
								   i * 100 + j, words(i + j, 12), round((i * j % 9999) / 100.0, 2), (j % 2 = 0)::text,
								   words(j, 4), words(j + 1, 5)), ', ' ORDER BY j) || ']'
FROM generate_series(1, (5000 * :scale)::int) AS i, generate_series(1, 10 + i % 91) AS j
GROUP BY i;
CREATE TABLE doc_parsed (id int, body jsonb);
ALTER TABLE doc_parsed ALTER body SET STORAGE EXTERNAL;
INSERT INTO doc_parsed SELECT id, body::jsonb FROM doc;

VACUUM ANALYZE wide;
VACUUM ANALYZE narrow;
VACUUM ANALYZE longtext;
VACUUM ANALYZE doc;
VACUUM ANALYZE doc_parsed;
