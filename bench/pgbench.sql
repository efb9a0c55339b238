-- pgbench.sql: what a web backend asks, :rows rows as one document.
-- @ is replaced by the schema.  Variables: rows, last (the highest id).
\set id random(1, :last - :rows)
SELECT @.json_agg(t) FROM (SELECT * FROM bench.wide WHERE id >= :id::int AND id < :id::int + :rows::int) AS t;
