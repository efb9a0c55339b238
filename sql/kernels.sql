--
-- Kernel tiers, and the setting that picks one
--
\set VERBOSITY terse

-- The tier that the session was asked to run with is the one in use.
SELECT count(*) AS active,
	   bool_and(built AND supported) AS usable,
	   bool_and(current_setting('fastjson.kernel') IN ('auto', name)) AS as_asked
	FROM fastjson.kernels() WHERE active;

-- Best first, and the one that every build has last.
SELECT count(*) = count(DISTINCT name) AS distinct_names,
	   bool_or(name = 'scalar' AND n = total AND built AND supported) AS scalar_last
	FROM (SELECT *, count(*) OVER () AS total FROM fastjson.kernels() WITH ORDINALITY
		  AS k (name, built, supported, active, n)) AS k;

BEGIN;
SET LOCAL fastjson.kernel = 'auto';
SELECT name = (SELECT name FROM fastjson.kernels() WHERE built AND supported LIMIT 1) AS best_is_active
	FROM fastjson.kernels() WHERE active;
ROLLBACK;

-- Every tier that can run does so when asked, and gives the same bytes.
CREATE FUNCTION oracle.tier_runs(tier text, OUT active text, OUT result text)
LANGUAGE plpgsql AS $$
DECLARE
	before text := current_setting('fastjson.kernel');
BEGIN
	PERFORM set_config('fastjson.kernel', tier, false);
	SELECT name INTO active FROM fastjson.kernels() AS k WHERE k.active;
	SELECT md5(string_agg(fastjson.to_json(repeat(chr(i), i) || i)::text, ',')) INTO result
		FROM generate_series(1, 200) AS i;
	PERFORM set_config('fastjson.kernel', before, false);
END
$$;
SELECT count(*) > 0 AS some, bool_and(r.active = k.name) AS as_asked, count(DISTINCT r.result) AS results,
	   bool_and(r.result = (SELECT md5(string_agg(pg_catalog.to_json(repeat(chr(i), i) || i)::text, ','))
							FROM generate_series(1, 200) AS i)) AS as_core
	FROM fastjson.kernels() AS k, oracle.tier_runs(k.name) AS r WHERE k.built AND k.supported;
DROP FUNCTION oracle.tier_runs(text);

-- For the transaction, and back.
SELECT current_setting('fastjson.kernel') AS asked \gset
BEGIN;
SET LOCAL fastjson.kernel = 'scalar';
SELECT name FROM fastjson.kernels() WHERE active;
SAVEPOINT s;
SET LOCAL fastjson.kernel = 'auto';
ROLLBACK TO s;
SELECT name FROM fastjson.kernels() WHERE active;
COMMIT;
SELECT current_setting('fastjson.kernel') = :'asked' AS restored,
	   :'asked' IN ('auto', name) AS as_asked
	FROM fastjson.kernels() WHERE active;
SET fastjson.kernel = 'scalar';
SELECT name FROM fastjson.kernels() WHERE active;
RESET fastjson.kernel;
SELECT current_setting('fastjson.kernel') = :'asked' AS restored,
	   :'asked' IN ('auto', name) AS as_asked
	FROM fastjson.kernels() WHERE active;

-- A function can bring its own.
CREATE FUNCTION pg_temp.active() RETURNS text LANGUAGE sql SET fastjson.kernel = 'scalar'
	AS 'SELECT name FROM fastjson.kernels() WHERE active';
SELECT pg_temp.active();
SELECT :'asked' IN ('auto', name) AS as_asked FROM fastjson.kernels() WHERE active;

-- A tier that does not exist or cannot run: an error, with the names of those that can.
SET fastjson.kernel = 'mmx';
SET fastjson.kernel = '';
SET fastjson.kernel = 'SCALAR';
SET fastjson.kernel = 'scalar, sse42';
CREATE FUNCTION oracle.hint(value text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	hint text;
BEGIN
	PERFORM set_config('fastjson.kernel', value, false);
	RETURN 'accepted';
EXCEPTION WHEN invalid_parameter_value THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
	RETURN hint;
END
$$;
SELECT oracle.hint('mmx') = format('Available values: %s.', string_agg(name, ', ')) AS all_named
	FROM (SELECT 'auto' UNION ALL
		  SELECT name FROM fastjson.kernels() WHERE built AND supported) AS available (name);
SELECT bool_and(coalesce(oracle.hint(name) LIKE 'Available values: auto, %', false)) IS NOT FALSE AS refused
	FROM fastjson.kernels() WHERE NOT (built AND supported);
DROP FUNCTION oracle.hint(text);
SELECT :'asked' IN ('auto', name) AS as_asked FROM fastjson.kernels() WHERE active;
SET fastjson.nosuch = 1;

-- What the planner and a client's list of settings are told.
SELECT vartype, context, unit, extra_desc <> '' AS described
	FROM pg_settings WHERE name = 'fastjson.kernel';
SELECT prorows >= (SELECT count(*) FROM fastjson.kernels()) AS rows_enough,
	   provolatile, proparallel, proisstrict
	FROM pg_proc WHERE oid = 'fastjson.kernels'::regproc;
