-- report.sql: one row a query.  A ratio is the median over the rounds of core's
-- time over ours within one round.
CREATE OR REPLACE VIEW bench."table" AS
SELECT q.name AS query,
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY f.core_ms)::numeric, 1) AS "core ms",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY f.ours_ms)::numeric, 1) AS "fastjson ms",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY f.floor_ms)::numeric, 1) AS "floor ms",
	   round(percentile_cont(0.5) WITHIN GROUP (ORDER BY f.core_ms / f.ours_ms)::numeric, 2) AS ratio,
	   q.bar
FROM bench.figures AS f JOIN bench.queries AS q ON q.number = f.query
WHERE f.round > 0
GROUP BY q.number, q.name, q.bar
ORDER BY q.number;
