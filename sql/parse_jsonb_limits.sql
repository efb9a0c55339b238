--
-- JSON text to jsonb: texts near the limits of a jsonb, 256 MB
--
SET jit = off;
\set VERBOSITY terse
\set SHOW_CONTEXT never

SET fastjson.predict_container_size = on;
SELECT fastjson.parse_jsonb('"' || repeat('x', 268435456) || '"');
SELECT fastjson.parse_jsonb('"' || repeat('x', 268435456) || '"', on_error => 'null') IS NULL AS long_string;
SELECT fastjson.parse_jsonb('["' || repeat('x', 268435450) || '"]');
SELECT fastjson.parse_jsonb('["' || repeat('x', 268435450) || '"]', on_error => 'null');
SELECT fastjson.parse_jsonb('["' || repeat('x', 268435450) || '",]', on_error => 'null') IS NULL AS invalid;
SELECT fastjson.parse_jsonb('{"a":["' || repeat('x', 268435450) || '"],"a":1}');
SET fastjson.predict_container_size = off;
SELECT fastjson.parse_jsonb('["' || repeat('x', 268435450) || '"]');
SELECT fastjson.parse_jsonb('["' || repeat('x', 268435450) || '",]', on_error => 'null') IS NULL AS invalid;
RESET fastjson.predict_container_size;
