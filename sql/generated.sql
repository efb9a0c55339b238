--
-- JSON texts made at random, whole and damaged: the server's jsonb, errors and
-- counts.  script/test-generated compares many more of them.
--
SET jit = off;
\set VERBOSITY terse
\set SHOW_CONTEXT never

-- Numbers of every form: of all lengths, with zeros at either end, with exponents of all lengths.
CREATE FUNCTION oracle.random_number() RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT CASE WHEN random() < 0.3 THEN '-' ELSE '' END ||
		   CASE WHEN random() < 0.3 THEN '0' ELSE 1 + oracle.pick(9) || left(digits, whole) END ||
		   CASE WHEN random() < 0.5 THEN '' ELSE '.' || oracle.one_of(ARRAY['', '0', '000', '00000000']) || right(digits, 1 + fraction) ||
				oracle.one_of(ARRAY['', '', '0', '0000']) END ||
		   CASE WHEN random() < 0.7 THEN '' ELSE oracle.one_of(ARRAY['e', 'E', 'e+', 'E+', 'e-', 'E-']) ||
				floor(random() ^ 20 * 16000)::int END
	FROM (SELECT oracle.one_of(ARRAY['', '0', '0000', '00000000', '9999', '12340000']) ||
				 translate(random()::text || random()::text, '.e-', '') AS digits,
				 floor(random() ^ 3 * 40)::int AS whole, floor(random() ^ 2 * 30)::int AS fraction) AS r
$$;

-- So many pieces: plain, escaped, beyond ASCII, and hardly ever what no string may hold.
CREATE FUNCTION oracle.random_string(pieces int) RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT '"' || coalesce(string_agg(CASE floor(random() * 12 + 0 * i)
		WHEN 0 THEN oracle.one_of(ARRAY['\n', '\t', '\r', '\b', '\f', '\"', '\\', '\/', '\\\\', '\\u0000'])
		WHEN 1 THEN '\u' || lpad(to_hex(1 + oracle.pick(55294)), 4, '0')
		WHEN 2 THEN '\uD8' || oracle.one_of(ARRAY['00', '3d', 'Ab', 'fF']) || '\uDE' || oracle.one_of(ARRAY['00', '3d', 'fF'])
		WHEN 3 THEN oracle.one_of(ARRAY['é', '日本', '😀', U&'\007F', U&'\0080', U&'\FFFF'])
		WHEN 4 THEN oracle.one_of(ARRAY[',', ':', '{', ']', '[1,', '\":'])
		WHEN 5 THEN CASE WHEN random() < 0.997 THEN '' ELSE oracle.one_of(ARRAY['\u0000', '\ud800', '\udfff', '\ud83d\n', '\q', '\u12g4', E'\t', E'\x01']) END
		ELSE left(repeat(md5(random()::text), 8), floor(random() ^ 4 * 250)::int) END, ''), '') || '"'
	FROM generate_series(1, pieces) AS i
$$;

-- A key: mostly one of few, so that some are equal, have the same start or the same length; up to 300 bytes.
CREATE FUNCTION oracle.random_key() RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT CASE WHEN kind < 0.4 THEN '"' || chr(97 + oracle.pick(26)) || oracle.one_of(ARRAY['', '', 'a', 'zz']) || '"'
		   WHEN kind < 0.6 THEN '"common_prefix' || oracle.pick(300) || '"'
		   WHEN kind < 0.7 THEN '"' || left('abcdefghijklmnop', oracle.pick(17)) || '"'
		   WHEN kind < 0.75 THEN '"\u00' || 61 + oracle.pick(9) || left('bcd', oracle.pick(4)) || '"'
		   WHEN kind < 0.8 THEN '"' || repeat(chr(97 + oracle.pick(2)), 250 + oracle.pick(50)) || oracle.pick(3) || '"'
		   WHEN kind < 0.85 THEN oracle.random_string(oracle.pick(3))
		   ELSE '"' || oracle.pick(1000000) || '"' END
	FROM (SELECT random() AS kind) AS r
$$;

CREATE FUNCTION oracle.random_scalar() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	kind float8 := random();
BEGIN
	IF kind < 0.4 THEN
		RETURN oracle.random_number();
	ELSIF kind < 0.8 THEN
		RETURN oracle.random_string(floor(random() ^ 3 * 20)::int);
	END IF;
	RETURN oracle.one_of(ARRAY['null', 'true', 'false', '0', '""', '[]', '{}']);
END
$$;

-- How many elements: few, or about where the format, sorting or kept shapes change.
CREATE FUNCTION oracle.random_size() RETURNS int LANGUAGE sql VOLATILE AS $$
	SELECT CASE WHEN random() < 0.9 THEN floor(random() ^ 2 * 9)::int
		   ELSE oracle.one_of('{14,28,60,124,250}')::int + oracle.pick(9) END
$$;

-- An array or object of values from a pool, with one kind of white space.
CREATE FUNCTION oracle.random_container(pool text[], keys text[]) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	object boolean := random() < 0.6;
	white text := CASE WHEN random() < 0.7 THEN '' ELSE oracle.one_of(ARRAY[' ', E'\n', E'\r\n\t', '    ', repeat(' ', 63)]) END;
	result text := white || CASE WHEN object THEN '{' ELSE '[' END || white;
BEGIN
	FOR i IN 1..oracle.random_size() LOOP
		IF i > 1 THEN
			result := result || ',' || white;
		END IF;
		IF object THEN
			result := result || keys[1 + floor(random() * cardinality(keys))::int] || white || ':' || white;
		END IF;
		result := result || pool[1 + floor(random() * cardinality(pool))::int] || white;
	END LOOP;
	RETURN result || CASE WHEN object THEN '}' ELSE ']' END || white;
END
$$;

-- An array of objects with the same keys in the same order.
CREATE FUNCTION oracle.random_objects(pool text[], keys text[]) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	first int := oracle.pick(cardinality(keys) - 130);
	count int := oracle.random_size() % 130;
	result text := '[';
BEGIN
	FOR i IN 1..2 + oracle.pick(10) LOOP
		result := result || CASE WHEN i > 1 THEN ',{' ELSE '{' END;
		FOR k IN 1..count LOOP
			result := result || CASE WHEN k > 1 THEN ',' ELSE '' END || keys[first + k] || ':' ||
				pool[1 + floor(random() * cardinality(pool))::int];
		END LOOP;
		result := result || '}';
	END LOOP;
	RETURN result || ']';
END
$$;

-- So many texts, the same for the same seed.  Each may become part of a later one.
CREATE FUNCTION oracle.random_texts(seed float8, count int) RETURNS SETOF text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	pool text[];
	keys text[];
	t text;
	depth int;
BEGIN
	PERFORM setseed(seed);
	SELECT array_agg(oracle.random_scalar()), array_agg(oracle.random_key()) INTO pool, keys FROM generate_series(1, 400);
	FOR i IN 1..count LOOP
		t := CASE WHEN random() < 0.1 THEN oracle.random_scalar() WHEN random() < 0.1 THEN oracle.random_objects(pool, keys)
			 ELSE oracle.random_container(pool, keys) END;
		IF random() < 0.01 THEN
			depth := floor(random() ^ 4 * 700);
			t := repeat('[', depth) || repeat('{"a":', depth / 3) || t || repeat('}', depth / 3) || repeat(']', depth);
		END IF;
		IF length(t) < 400 THEN
			pool[1 + floor(random() * 400)] := t;
		ELSE
			pool[1 + floor(random() * 400)] := oracle.random_scalar();
		END IF;
		keys[1 + floor(random() * 400)] := oracle.random_key();
		RETURN NEXT CASE WHEN random() < 0.65 THEN t WHEN random() < 0.8 THEN oracle.damaged(t)
					ELSE oracle.damaged(oracle.damaged(t)) END;
	END LOOP;
END
$$;

-- The texts are what they are meant to be.
SELECT count(core) BETWEEN 1000 AND 1600 AS accepted, count(DISTINCT split_part(error, '|', 1)) >= 3 AS errors,
	   count(*) FILTER (WHERE oracle.container_size(t, core) > 256) > 0 AS large,
	   count(*) FILTER (WHERE oracle.container_size(t, core) > (SELECT count(*) FROM jsonb_object_keys(CASE jsonb_typeof(core) WHEN 'object' THEN core END))) > 0 AS duplicates,
	   count(*) FILTER (WHERE pg_column_size(core) > 10000) > 0 AS long
FROM oracle.random_texts(0.5, 2000) AS t, oracle.parse(t, false) AS p (core, error);

SELECT * FROM oracle.compare_parsing('SELECT oracle.random_texts(0.25, 4000)');
