-- queries.sql: what the benchmark measures.  In `query`, @ stands for the schema,
-- pg_catalog for core and fastjson for ours; `core_query` is core's if it has no
-- function of that name.  `floor` is what the statement costs without making
-- any JSON: values are read, and detoasted, all the same.
\set ON_ERROR_STOP on
SET search_path = bench, pg_catalog;
CREATE TABLE queries (number serial, name text, bar numeric, query text, floor text, core_query text);
INSERT INTO queries (name, bar, query, floor) VALUES
('row_to_json, wide', 4.5,
 'SELECT sum(pg_column_size(@.row_to_json(t))) FROM bench.wide AS t',
 'SELECT sum(pg_column_size(t)) FROM bench.wide AS t'),
('row_to_json, narrow', 3,
 'SELECT sum(pg_column_size(@.row_to_json(t))) FROM bench.narrow AS t',
 'SELECT sum(pg_column_size(t)) FROM bench.narrow AS t'),
('json_agg(record), wide', 3,
 'SELECT pg_column_size(@.json_agg(t)) FROM bench.wide AS t',
 'SELECT sum(pg_column_size(t)) FROM bench.wide AS t'),
('json_agg(record), narrow', 2.8,
 'SELECT pg_column_size(@.json_agg(t)) FROM bench.narrow AS t',
 'SELECT sum(pg_column_size(t)) FROM bench.narrow AS t'),
('json_agg(text)', 6,
 'SELECT pg_column_size(@.json_agg(body)) FROM bench.longtext',
 'SELECT sum(pg_column_size(body)) FROM bench.longtext'),
('to_json(long text)', 6,
 'SELECT sum(pg_column_size(@.to_json(body))) FROM bench.longtext',
 'SELECT sum(pg_column_size(body)) FROM bench.longtext'),
('json_build_object', 7,
 'SELECT sum(pg_column_size(@.json_build_object(''id'', id, ''big_id'', big_id, ''price'', price,
	''active'', active, ''created_at'', created_at, ''birthday'', birthday, ''token'', token,
	''name'', name, ''note'', note, ''email'', email))) FROM bench.wide',
 'SELECT count(id), count(big_id), count(price), count(active), count(created_at), count(birthday),
	count(token), count(name), count(note), count(email) FROM bench.wide'),
('to_jsonb(record), wide', 5.5,
 'SELECT sum(pg_column_size(@.to_jsonb(t))) FROM bench.wide AS t',
 'SELECT sum(pg_column_size(t)) FROM bench.wide AS t'),
('to_jsonb(record), narrow', NULL,
 'SELECT sum(pg_column_size(@.to_jsonb(t))) FROM bench.narrow AS t',
 'SELECT sum(pg_column_size(t)) FROM bench.narrow AS t'),
('jsonb_agg(record), wide', 6,
 'SELECT pg_column_size(@.jsonb_agg(t)) FROM bench.wide AS t',
 'SELECT sum(pg_column_size(t)) FROM bench.wide AS t'),
('jsonb_build_object', 8,
 'SELECT sum(pg_column_size(@.jsonb_build_object(''id'', id, ''big_id'', big_id, ''price'', price,
	''active'', active, ''created_at'', created_at, ''birthday'', birthday, ''token'', token,
	''name'', name, ''note'', note, ''email'', email))) FROM bench.wide',
 'SELECT count(id), count(big_id), count(price), count(active), count(created_at), count(birthday),
	count(token), count(name), count(note), count(email) FROM bench.wide'),
('array_to_json(text[])', NULL,
 'SELECT sum(pg_column_size(@.array_to_json(tags))) FROM bench.wide',
 'SELECT sum(pg_column_size(tags)) FROM bench.wide'),
('to_json(int)', NULL,
 'SELECT sum(pg_column_size(@.to_json(id))) FROM bench.narrow',
 'SELECT sum(pg_column_size(id)) FROM bench.narrow'),
('to_json(timestamptz)', NULL,
 'SELECT sum(pg_column_size(@.to_json(created_at))) FROM bench.wide',
 'SELECT sum(pg_column_size(created_at)) FROM bench.wide'),
('1 row by row_to_json, 50k times', 1.6,
 'SELECT bench.many(''SELECT @.row_to_json(t) FROM bench.wide AS t LIMIT 1'')',
 'SELECT bench.many(''SELECT t FROM bench.wide AS t LIMIT 1'')'),
('10 rows by json_agg, 50k times', 2.2,
 'SELECT bench.many(''SELECT @.json_agg(t) FROM (SELECT * FROM bench.wide LIMIT 10) AS t'')',
 'SELECT bench.many(''SELECT count(t) FROM (SELECT * FROM bench.wide LIMIT 10) AS t'')'),
('100 rows by json_agg, 5k times', 3.5,
 'SELECT bench.many(''SELECT @.json_agg(t) FROM (SELECT * FROM bench.wide LIMIT 100) AS t'', 5000)',
 'SELECT bench.many(''SELECT count(t) FROM (SELECT * FROM bench.wide LIMIT 100) AS t'', 5000)');

INSERT INTO queries (name, bar, query, core_query, floor) VALUES
('text to jsonb, doc', 6,
 'SELECT sum(pg_column_size(@.parse_jsonb(body))) FROM bench.doc',
 'SELECT sum(pg_column_size(body::jsonb)) FROM bench.doc',
 'SELECT count(body > '''' COLLATE "C") FROM bench.doc'),
('jsonb to text, doc', NULL,
 'SELECT sum(pg_column_size(@.jsonb_to_text(body))) FROM bench.doc_parsed',
 'SELECT sum(pg_column_size(body::text)) FROM bench.doc_parsed',
 'SELECT count(jsonb_typeof(body)) FROM bench.doc_parsed');

-- A statement run many times in one session, as a web backend does.
CREATE FUNCTION many(statement text, times int DEFAULT 50000) RETURNS int
	LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	-- One plan, executed again and again: the statement becomes the body of a function.
	EXECUTE format('CREATE OR REPLACE FUNCTION bench.many_body(times int) RETURNS int
		LANGUAGE plpgsql AS $body$
		DECLARE result record;
		BEGIN
			FOR i IN 1..times LOOP %s; END LOOP;
			RETURN times;
		END $body$', regexp_replace(statement, ' FROM ', ' INTO result FROM '));
	RETURN bench.many_body(times);
END $$;
