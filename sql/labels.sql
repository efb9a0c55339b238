--
-- What the planner is told about each function that bears a core name
--
-- By name and argument types, as a call is resolved.
CREATE TEMP VIEW pair AS
	SELECT ours.oid::regprocedure AS function, ours.oid AS ours, core.oid AS core
		FROM pg_proc AS ours
		JOIN pg_proc AS core USING (proname, proargtypes)
		WHERE ours.pronamespace = 'fastjson'::regnamespace
			AND core.pronamespace = 'pg_catalog'::regnamespace;

SELECT count(*) >= 8 AS enough FROM pair;

-- Whoever bears a core name takes the arguments of core's.
SELECT oid::regprocedure AS not_in_core FROM pg_proc
	WHERE pronamespace = 'fastjson'::regnamespace
		AND proname IN (SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace)
		AND oid NOT IN (SELECT ours FROM pair);

-- All labels but the name, where it stands, its source and its cost; names of functions in place of OIDs.
CREATE FUNCTION pg_temp.label_differences(catalog regclass, key text, ignored text[])
	RETURNS TABLE (function regprocedure, label text, core text, ours text)
LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format($sql$
		SELECT p.function, label.key, label.value, o.label ->> label.key
		FROM pair AS p
		JOIN %1$s AS c ON c.%2$I = p.core
		LEFT JOIN (SELECT %2$I AS key, to_jsonb(x) AS label FROM %1$s AS x) AS o ON o.key = p.ours,
			jsonb_each_text(to_jsonb(c)) AS label
		WHERE label.key <> ALL ($1)
			-- some majors name arguments that others do not: a name more does no harm
			AND NOT (label.key = 'proargnames' AND label.value IS NULL)
			AND label.value IS DISTINCT FROM
				-- a function of ours that stands for one of core
				coalesce((SELECT core::regproc::text FROM pair
						  WHERE ours::regproc::text = o.label ->> label.key),
						 o.label ->> label.key)
		$sql$, catalog, key) USING ignored;
END
$$;

SELECT * FROM pg_temp.label_differences('pg_proc', 'oid',
	ARRAY['oid', 'pronamespace', 'proowner', 'prolang', 'prosrc', 'probin', 'procost', 'proacl']);
SELECT count(*) >= 1 AS enough FROM pair JOIN pg_aggregate ON aggfnoid = ours;
SELECT * FROM pg_temp.label_differences('pg_aggregate', 'aggfnoid', ARRAY['aggfnoid']);

-- The comparison sees a wrong label.
BEGIN;
ALTER FUNCTION fastjson.to_json(anyelement) VOLATILE;
UPDATE pg_aggregate SET aggtransspace = 1 WHERE aggfnoid = 'fastjson.json_agg'::regproc;
SELECT * FROM pg_temp.label_differences('pg_proc', 'oid',
	ARRAY['oid', 'pronamespace', 'proowner', 'prolang', 'prosrc', 'probin', 'procost', 'proacl']);
SELECT * FROM pg_temp.label_differences('pg_aggregate', 'aggfnoid', ARRAY['aggfnoid']);
ROLLBACK;

-- The cost: above 10, so that JSON is made above a Sort with LIMIT.  That of aggregates has no such effect.
SELECT count(*) >= 5 AS enough FROM pair JOIN pg_proc ON oid = ours WHERE prokind = 'f' AND proname !~ '_(trans|final)fn$';
SELECT p.function, o.procost, c.procost AS core
	FROM pair AS p JOIN pg_proc AS o ON o.oid = p.ours JOIN pg_proc AS c ON c.oid = p.core
	WHERE o.proname !~ '_transfn$'
		AND o.procost <> CASE WHEN o.prokind = 'f' AND o.proname !~ '_finalfn$' THEN 20 ELSE c.procost END;

-- All of it, for everybody.
SELECT has_schema_privilege('public', 'fastjson', 'USAGE') AS usage,
	   has_schema_privilege('public', 'fastjson', 'CREATE') AS "create";
SELECT count(*) > 0 AS some, bool_and(has_function_privilege('public', oid, 'EXECUTE')) AS executable,
	   bool_and(obj_description(oid, 'pg_proc') <> '') AS described
	FROM pg_proc WHERE pronamespace = 'fastjson'::regnamespace;
SELECT nspowner IN (SELECT oid FROM pg_roles WHERE rolsuper) AS owned_by_superuser
	FROM pg_namespace WHERE nspname = 'fastjson';

-- Nothing in the schema that is not the extension's.
SELECT p.oid::regprocedure AS foreign_function
	FROM pg_proc AS p
	WHERE pronamespace = 'fastjson'::regnamespace
		AND NOT EXISTS (SELECT FROM pg_depend
						WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
							AND refclassid = 'pg_extension'::regclass
							AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'fastjson'));
