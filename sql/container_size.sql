--
-- Container sizes: the number of elements without parsing
--
SET jit = off;
\set VERBOSITY verbose
\set SHOW_CONTEXT never

SELECT t, fastjson.container_size(t), fastjson.container_size_estimate(t)
FROM (VALUES ('[]'), ('{}'), ('[ ]'), (E' {\t\r\n} '), ('[1]'), ('[1,2]'), ('[[1,2],[3,4]]'),
	('{"a":1}'), ('{"a":1,"b":[2,3]}'), ('{"a":{"b":1,"c":2},"d":[[],[1,2,3]],"e":",,,"}'),
	('[[]]'), ('[{}]'), ('["]"]'), ('["[,"]'), ('["\"]"]'), ('["\\"]'), ('["\\\",", ","]'),
	('[null,true,"x",1.5e3,{},[]]'), ('1'), ('"a"'), ('"[1,2]"'), ('null'), (' true ')) AS v (t);

-- What is inside is not looked at, but for strings and brackets.
SELECT t, fastjson.container_size(t)
FROM (VALUES ('[,]'), ('[1,,2]'), ('{1,2}'), ('[a b c]'), ('{"a" "b", :}'), ('[::]'), ('[x]'),
	('[tru, "\q"]'), ('[01,+1]')) AS v (t);

-- Strict, and the same for json; duplicates count as often as they stand there.
SELECT fastjson.container_size(NULL::text) IS NULL AS null_text,
	   fastjson.container_size(NULL::json) IS NULL AS null_json,
	   fastjson.container_size_estimate(NULL) IS NULL AS null_estimate,
	   fastjson.container_size('{"a":1,"a":2}'::json) AS duplicates,
	   fastjson.container_size('1'::json) IS NULL AS scalar;

-- Brackets and strings are checked.
CREATE FUNCTION pg_temp.refused(t text, OUT state text, OUT message text, OUT detail text)
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM fastjson.container_size(t);
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
		detail = PG_EXCEPTION_DETAIL;
END
$$;
SELECT t, r.*
FROM (VALUES (''), ('  '), ('['), ('{'), (']'), ('}'), ('[}'), ('{]'), ('[[]'), ('[]]'), ('[]1'), ('[] x'),
	('[],'), ('{}[]'), ('[{]}'), ('"'), ('["]'), ('["\"]'), ('1 2'), ('"a" 1'), ('"a""b"'), ('1]'), ('1[]'),
	('[1,2'), ('{"a":[1,2}'), (','), (':'), ('1,2')) AS v (t), pg_temp.refused(t) AS r;

-- Every number of elements around the block and the piece of the index, with every tier, and the server's count.
CREATE FUNCTION pg_temp.wrong(tier text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	wrong bigint;
BEGIN
	PERFORM set_config('fastjson.kernel', tier, true);
	SELECT count(*) INTO wrong
		FROM (SELECT ('[' || string_agg(e, ',') || ']')::text AS t
			  FROM generate_series(1, 400) AS n,
				   LATERAL (SELECT CASE i % 7 WHEN 0 THEN '[1,2,[3]]' WHEN 1 THEN '"a,\"],"' WHEN 2 THEN '{"k":[1,2],"l":"\\"}'
									WHEN 3 THEN '"' || repeat('x', (n * 7 + i) % 90) || '"' ELSE i::text END AS e
							FROM generate_series(1, n) AS i) AS elements
			  GROUP BY n
			  UNION ALL
			  SELECT json_agg(i)::text FROM generate_series(1, 5000) AS i) AS texts
		WHERE fastjson.container_size(t) <> json_array_length(t::json)
			OR fastjson.container_size_estimate(t) <> 1 + length(t) - length(replace(t, ',', ''));
	RETURN wrong;
END
$$;
SELECT count(*) > 0 AS some, sum(pg_temp.wrong(name)) AS wrong FROM fastjson.kernels() WHERE built AND supported;
SELECT n, fastjson.container_size(repeat(' ', n) || '{"a":[1,2,3],"b":"' || repeat('\"', n) || '"}' || repeat(E'\n', n)) AS size
	FROM (VALUES (0), (1), (63), (64), (65), (4095), (4096), (10000)) AS v (n);

-- Depth costs nothing but memory, and little of that.
SELECT fastjson.container_size(repeat('[', 1000000) || repeat(']', 1000000)) AS deep;
SELECT r.* FROM pg_temp.refused(repeat('[', 1000000)) AS r;
SELECT r.* FROM pg_temp.refused(repeat('[', 1000000) || '}') AS r;

SELECT proname, proargtypes::regtype[], provolatile, proisstrict, proparallel, prorettype::regtype
	FROM pg_proc WHERE pronamespace = 'fastjson'::regnamespace AND proname LIKE 'container_size%' ORDER BY 1, 2;
