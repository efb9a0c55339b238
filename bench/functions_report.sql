-- functions_report.sql: the tables of the functions.  A ratio is the median over
-- the rounds of core's time over ours within one round; times are medians.
\set ON_ERROR_STOP on
SET search_path = bench, pg_catalog;

CREATE VIEW pairs AS
SELECT c.number, c.topic, c.name, c.is_file, ours.variant AS kernel, ours.round, core.ns AS core_ns, ours.ns AS ours_ns
FROM cases AS c JOIN function_figures AS ours USING (number)
	 JOIN function_figures AS core ON core.number = c.number AND core.round = ours.round AND core.variant = 'core'
WHERE c.topic IN ('text to jsonb', 'jsonb to text') AND ours.variant <> 'core' AND ours.round > 0;

CREATE VIEW pairs_and_means AS
SELECT number, topic, name, kernel, round, core_ns, ours_ns, core_ns / ours_ns AS ratio FROM pairs
UNION ALL
SELECT max(number) + 0.5, topic, 'real files, geometric mean', kernel, round, NULL, NULL, exp(avg(ln(core_ns / ours_ns)))
FROM pairs WHERE is_file GROUP BY topic, kernel, round;

CREATE VIEW functions AS
SELECT topic || ': ' || p.name AS function, kernel,
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY core_ns)::numeric / 1000, 2) AS "core us",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ours_ns)::numeric / 1000, 2) AS "fastjson us",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ratio)::numeric, 2) AS ratio, bar
FROM pairs_and_means AS p LEFT JOIN bars AS b USING (topic, kernel, name)
GROUP BY number, topic, p.name, kernel, bar ORDER BY topic DESC, kernel DESC, number;

-- One row a case and round.
CREATE VIEW prediction_rounds AS
SELECT number, round,
	   max(ns) FILTER (WHERE variant = 'core') AS core, max(ns) FILTER (WHERE variant = 'off') AS "off", max(ns) FILTER (WHERE variant = 'on') AS "on",
	   max(growths) FILTER (WHERE variant = 'off') AS growths_off, max(growths) FILTER (WHERE variant = 'on') AS growths_on
FROM function_figures WHERE round > 0 GROUP BY number, round;

CREATE VIEW prediction AS
SELECT name AS container,
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY core)) AS "core ns",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY "off")) AS "off ns",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY "on")) AS "on ns",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY core / "on")::numeric, 2) AS "core / on",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY "off" / "on")::numeric, 2) AS "off / on",
	   max(growths_off) AS "growths off", max(growths_on) AS "growths on"
FROM cases JOIN prediction_rounds USING (number) WHERE topic = 'prediction'
GROUP BY number, name ORDER BY number;

CREATE VIEW counting AS
SELECT name AS "array of",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ns) FILTER (WHERE variant = 'nothing')) AS "nothing, ns",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ns) FILTER (WHERE variant = 'json_array_length')) AS "json_array_length, ns",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ns) FILTER (WHERE variant = 'container_size')) AS "container_size, ns",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ns) FILTER (WHERE variant = 'estimate')) AS "container_size_estimate, ns"
FROM cases JOIN function_figures USING (number) WHERE topic = 'counting' AND round > 0
GROUP BY number, name ORDER BY number;
