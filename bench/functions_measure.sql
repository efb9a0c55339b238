-- functions_measure.sql: evaluates the variants of each case in turn and keeps
-- every figure.  Variables: rounds, only (a regular expression on "topic: name").
\set ON_ERROR_STOP on
SET search_path = bench, pg_catalog;
CREATE TABLE function_figures (number int, round int, variant text, ns float8, growths float8);

CREATE PROCEDURE measure_variant(c bench.cases, v bench.variants, round int) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('fastjson.kernel', v.kernel, false),
		set_config('fastjson.predict_container_size', v.predict, false);
	EXECUTE format('INSERT INTO bench.function_figures SELECT $1, $2, $3, m.* FROM bench.measure($4, $5::%s[], 10) AS m',
				   v.argument_type) USING c.number, round, v.name, v.expression, c.arguments;
END $$;

CREATE PROCEDURE measure_functions(rounds int, pattern text) LANGUAGE plpgsql AS $$
DECLARE
	c bench.cases;
	v bench.variants;
BEGIN
	FOR c IN SELECT * FROM bench.cases WHERE topic || ': ' || name ~ pattern ORDER BY number LOOP
		RAISE NOTICE '%: %', c.topic, c.name;
		-- Round 0 warms the caches and is not counted.
		FOR round IN 0..rounds LOOP
			FOR v IN SELECT * FROM bench.variants WHERE topic = c.topic LOOP
				CALL bench.measure_variant(c, v, round);
			END LOOP;
			COMMIT;
		END LOOP;
	END LOOP;
END $$;
CALL measure_functions(:rounds, :'only');
