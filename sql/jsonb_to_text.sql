--
-- jsonb as text: the same as the server's cast, or without blanks
--
SET jit = off;

-- Documents of every shape, with what jsonb keeps of them.
CREATE TABLE document AS
	SELECT i, j::jsonb AS j
	FROM (SELECT row_number() OVER () AS i, j FROM (VALUES
		('null'), ('true'), ('false'), ('""'), ('"a\"b\\c\n\u0001\u007f\u00e9\ud83d\ude00"'), ('0'), ('-1.50'), ('1e131071'), ('1e-16383'),
		('[]'), ('{}'), ('[[]]'), ('[{}]'), ('{"":{}}'), ('[null,true,false,"x",1,[],{}]'), ('{"b":1,"a":{"d":[1,[2,[3]]],"c":null}}'),
		('[" , : ", {" : , ": " : , "}]')) AS v (j)
		UNION ALL
		-- around every 32nd element, where an entry is an offset
		SELECT 100 + n, '[' || string_agg(i || ',"' || repeat('x', i % 7) || '",[' || i || ']', ',') || ']'
			FROM generate_series(1, 130) AS n, generate_series(1, n) AS i GROUP BY n
		UNION ALL
		SELECT 1000 + n, '{' || string_agg('"k' || i || '":' || CASE i % 4 WHEN 0 THEN i::text WHEN 1 THEN '"' || repeat('y', i) || '"'
												WHEN 2 THEN '{"n":[' || i || ']}' ELSE 'null' END, ',') || '}'
			FROM generate_series(1, 130) AS n, generate_series(1, n) AS i GROUP BY n) AS d;
-- compressed, and out of line
INSERT INTO document
	SELECT 2000, jsonb_agg(repeat('compressible ', 20)) FROM generate_series(1, 200);
ALTER TABLE document ALTER j SET STORAGE EXTERNAL;
INSERT INTO document
	SELECT 2001, jsonb_agg(md5(i::text)) FROM generate_series(1, 2000) AS i;

SELECT count(*) AS compared,
	   count(*) FILTER (WHERE fastjson.jsonb_to_text(j) IS DISTINCT FROM j::text) AS different,
	   count(*) FILTER (WHERE fastjson.jsonb_to_text(j, compact => false) IS DISTINCT FROM j::text) AS different_not_compact
	FROM document;

-- Compact: the same jsonb, and no blank outside strings.
SELECT count(*) AS compared,
	   count(*) FILTER (WHERE NOT row(fastjson.jsonb_to_text(j, compact => true)::jsonb)::record *= row(j)::record) AS different,
	   count(*) FILTER (WHERE regexp_replace(fastjson.jsonb_to_text(j, compact => true), '"(\\.|[^"\\])*"', '""', 'g') ~ '\s') AS blanks
	FROM document;
SELECT fastjson.jsonb_to_text('{"a": [1, {"b": " , : "}, []], "c": {}}', compact => true);

SELECT fastjson.jsonb_to_text(NULL) IS NULL AS null, fastjson.jsonb_to_text('1', NULL) IS NULL AS null_option;

-- Deeper than a smaller stack allows: no matter, as in the server; but an error without blanks.
CREATE TABLE deep AS SELECT (repeat('[', 3000) || repeat(']', 3000))::jsonb AS j;
SELECT fastjson.jsonb_to_text(j) = j::text AS same FROM deep;
SET max_stack_depth = '100kB';
SELECT fastjson.jsonb_to_text(j) = j::text AS same, fastjson.to_json(j)::text = j::text AS same_json FROM deep;
\set VERBOSITY sqlstate
SELECT fastjson.jsonb_to_text(j, compact => true) FROM deep;
\set VERBOSITY default
RESET max_stack_depth;
SELECT fastjson.jsonb_to_text('[1]');

DROP TABLE document, deep;
