-- measure.sql: runs core and fastjson in turn and keeps every figure.
-- Variables: rounds, only (a regular expression on the names of the queries).
\set ON_ERROR_STOP on
SET client_min_messages = warning;
SET search_path = bench, pg_catalog;
SET jit = off;
SET max_parallel_workers_per_gather = 0;
SET work_mem = '256MB';
CREATE TABLE IF NOT EXISTS figures
	(query int, round int, core_ms float8, ours_ms float8, floor_ms float8);
TRUNCATE figures;
SET client_min_messages = notice;

-- Milliseconds of CPU that this backend has used.  The kernel brings the figure
-- up to date at its clock tick, or when the process sleeps.
CREATE OR REPLACE FUNCTION cpu_ms() RETURNS float8 LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	PERFORM pg_sleep(0.001);
	RETURN split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::float8 / 1e6;
END $$;

CREATE OR REPLACE FUNCTION measure(statement text) RETURNS float8
	LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	before float8 := bench.cpu_ms();
BEGIN
	EXECUTE statement;
	RETURN bench.cpu_ms() - before;
END $$;

CREATE OR REPLACE PROCEDURE measure_all(rounds int, pattern text)
	LANGUAGE plpgsql AS $$
DECLARE
	q bench.queries;
BEGIN
	FOR q IN SELECT * FROM bench.queries WHERE name ~ pattern ORDER BY number LOOP
		RAISE NOTICE '%', q.name;
		-- Round 0 warms the caches and is not counted.
		FOR round IN 0..rounds LOOP
			INSERT INTO bench.figures
			SELECT q.number, round,
				   bench.measure(coalesce(q.core_query, replace(q.query, '@', 'pg_catalog'))),
				   bench.measure(replace(q.query, '@', 'fastjson')),
				   bench.measure(q.floor);
			COMMIT;
		END LOOP;
	END LOOP;
END $$;
CALL measure_all(:rounds, :'only');
