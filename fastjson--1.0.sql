/* fastjson--1.0.sql: the whole SQL surface, by topic */

-- complain if script is sourced in psql, rather than via CREATE EXTENSION
\echo Use "CREATE EXTENSION fastjson" to load this file. \quit

--
-- The schema
--

-- Whoever can put functions beside ours, or could before, can have them called
-- in place of ours, with the caller's rights.  So the schema must be empty of
-- functions and belong to the installing role or a superuser; it then belongs
-- to a superuser.
DO $$
DECLARE
	space pg_catalog.pg_namespace;
	installer pg_catalog.oid;
BEGIN
	SELECT * INTO STRICT space
		FROM pg_catalog.pg_namespace WHERE nspname OPERATOR(pg_catalog.=) 'fastjson';
	SELECT extowner INTO STRICT installer
		FROM pg_catalog.pg_extension WHERE extname OPERATOR(pg_catalog.=) 'fastjson';

	IF EXISTS (SELECT FROM pg_catalog.pg_depend
			   WHERE refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_namespace'::pg_catalog.regclass
			   AND refobjid OPERATOR(pg_catalog.=) space.oid
			   AND classid OPERATOR(pg_catalog.<>) 'pg_catalog.pg_extension'::pg_catalog.regclass) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'object_not_in_prerequisite_state',
			MESSAGE = 'schema "fastjson" already contains objects',
			HINT = 'Drop or move them, then create the extension again.';
	END IF;
	IF EXISTS (SELECT FROM pg_catalog.aclexplode(space.nspacl)
			   WHERE privilege_type OPERATOR(pg_catalog.=) 'CREATE'
			   AND grantee OPERATOR(pg_catalog.<>) space.nspowner) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'insufficient_privilege',
			MESSAGE = 'others than its owner can create in schema "fastjson"',
			HINT = 'Revoke that, then create the extension again.';
	END IF;
	IF space.nspowner OPERATOR(pg_catalog.<>) installer AND NOT
		(SELECT rolsuper FROM pg_catalog.pg_roles
		 WHERE oid OPERATOR(pg_catalog.=) space.nspowner) THEN
		RAISE EXCEPTION USING
			ERRCODE = 'insufficient_privilege',
			MESSAGE = 'schema "fastjson" belongs to neither the installing role nor a superuser',
			HINT = 'Drop the schema or change its owner, then create the extension again.';
	END IF;
	IF NOT (SELECT rolsuper FROM pg_catalog.pg_roles
			WHERE oid OPERATOR(pg_catalog.=) space.nspowner) THEN
		ALTER SCHEMA fastjson OWNER TO CURRENT_USER;
	END IF;
END
$$;

-- A schema that CREATE EXTENSION makes belongs to the installing role alone.
GRANT USAGE ON SCHEMA fastjson TO PUBLIC;

--
-- Kernels
--

CREATE FUNCTION fastjson.kernels(OUT name text, OUT built boolean,
								 OUT supported boolean, OUT active boolean)
	RETURNS SETOF record
	LANGUAGE c STABLE STRICT PARALLEL SAFE ROWS 5
	AS 'MODULE_PATHNAME', 'fastjson_kernels';
COMMENT ON FUNCTION fastjson.kernels() IS
	'kernel tiers: in this build, supported by this CPU, in use by this session';

--
-- Escaping
--

CREATE FUNCTION fastjson.escape_json(text)
	RETURNS text
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_escape_json';
COMMENT ON FUNCTION fastjson.escape_json(text) IS
	'text as a JSON string, quotes included';

CREATE FUNCTION fastjson.escape_json(text, mode text)
	RETURNS text
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_escape_json';
COMMENT ON FUNCTION fastjson.escape_json(text, text) IS
	'text as a JSON string, also safe in HTML (mode html) or ASCII only (mode ascii)';

--
-- Values, arrays and rows
--
-- Labels are those of the server's own functions.  The cost is what lets the
-- planner make JSON above a Sort with LIMIT instead of for every row below it.
--

CREATE FUNCTION fastjson.to_json(anyelement)
	RETURNS json
	LANGUAGE c STABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_to_json';
COMMENT ON FUNCTION fastjson.to_json(anyelement) IS
	'map input to json';

CREATE FUNCTION fastjson.array_to_json(anyarray)
	RETURNS json
	LANGUAGE c STABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_array_to_json';
COMMENT ON FUNCTION fastjson.array_to_json(anyarray) IS
	'map array to json';

CREATE FUNCTION fastjson.array_to_json(anyarray, boolean)
	RETURNS json
	LANGUAGE c STABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_array_to_json';
COMMENT ON FUNCTION fastjson.array_to_json(anyarray, boolean) IS
	'map array to json with optional pretty printing';

CREATE FUNCTION fastjson.row_to_json(record)
	RETURNS json
	LANGUAGE c STABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_row_to_json';
COMMENT ON FUNCTION fastjson.row_to_json(record) IS
	'map row to json';

CREATE FUNCTION fastjson.row_to_json(record, boolean)
	RETURNS json
	LANGUAGE c STABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_row_to_json';
COMMENT ON FUNCTION fastjson.row_to_json(record, boolean) IS
	'map row to json with optional pretty printing';

CREATE FUNCTION fastjson.to_jsonb(anyelement)
	RETURNS jsonb
	LANGUAGE c STABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_to_jsonb';
COMMENT ON FUNCTION fastjson.to_jsonb(anyelement) IS
	'map input to jsonb';

--
-- Objects and arrays built from the arguments
--

CREATE FUNCTION fastjson.json_build_object(VARIADIC "any")
	RETURNS json
	LANGUAGE c STABLE PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_json_build_object';
COMMENT ON FUNCTION fastjson.json_build_object(VARIADIC "any") IS
	'build a json object from pairwise key/value inputs';

CREATE FUNCTION fastjson.json_build_object()
	RETURNS json
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_json_build_object';
COMMENT ON FUNCTION fastjson.json_build_object() IS
	'build an empty json object';

CREATE FUNCTION fastjson.json_build_array(VARIADIC "any")
	RETURNS json
	LANGUAGE c STABLE PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_json_build_array';
COMMENT ON FUNCTION fastjson.json_build_array(VARIADIC "any") IS
	'build a json array from any inputs';

CREATE FUNCTION fastjson.json_build_array()
	RETURNS json
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_json_build_array';
COMMENT ON FUNCTION fastjson.json_build_array() IS
	'build an empty json array';

CREATE FUNCTION fastjson.json_object(text[])
	RETURNS json
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_json_object';
COMMENT ON FUNCTION fastjson.json_object(text[]) IS
	'map text array of key value pairs to json object';

CREATE FUNCTION fastjson.json_object(text[], text[])
	RETURNS json
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_json_object_two_arg';
COMMENT ON FUNCTION fastjson.json_object(text[], text[]) IS
	'map text arrays of keys and values to json object';

CREATE FUNCTION fastjson.jsonb_build_object(VARIADIC "any")
	RETURNS jsonb
	LANGUAGE c STABLE PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_build_object';
COMMENT ON FUNCTION fastjson.jsonb_build_object(VARIADIC "any") IS
	'build a jsonb object from pairwise key/value inputs';

CREATE FUNCTION fastjson.jsonb_build_object()
	RETURNS jsonb
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_build_object';
COMMENT ON FUNCTION fastjson.jsonb_build_object() IS
	'build an empty jsonb object';

CREATE FUNCTION fastjson.jsonb_build_array(VARIADIC "any")
	RETURNS jsonb
	LANGUAGE c STABLE PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_build_array';
COMMENT ON FUNCTION fastjson.jsonb_build_array(VARIADIC "any") IS
	'build a jsonb array from any inputs';

CREATE FUNCTION fastjson.jsonb_build_array()
	RETURNS jsonb
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_build_array';
COMMENT ON FUNCTION fastjson.jsonb_build_array() IS
	'build an empty jsonb array';

CREATE FUNCTION fastjson.jsonb_object(text[])
	RETURNS jsonb
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_object';
COMMENT ON FUNCTION fastjson.jsonb_object(text[]) IS
	'map text array of key value pairs to jsonb object';

CREATE FUNCTION fastjson.jsonb_object(text[], text[])
	RETURNS jsonb
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_object_two_arg';
COMMENT ON FUNCTION fastjson.jsonb_object(text[], text[]) IS
	'map text arrays of keys and values to jsonb object';

--
-- Aggregates
--
-- The strict and unique ones are the server's from 16 on, and here on every
-- server.  Costs are the server's: with higher ones the planner sorts where it
-- would hash, which changes the order of the elements.
--

CREATE FUNCTION fastjson.json_agg_transfn(internal, anyelement)
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_json_agg_transfn';
COMMENT ON FUNCTION fastjson.json_agg_transfn(internal, anyelement) IS
	'json aggregate transition function';

CREATE FUNCTION fastjson.json_agg_strict_transfn(internal, anyelement)
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_json_agg_strict_transfn';
COMMENT ON FUNCTION fastjson.json_agg_strict_transfn(internal, anyelement) IS
	'json aggregate transition function';

CREATE FUNCTION fastjson.json_agg_finalfn(internal)
	RETURNS json
	LANGUAGE c IMMUTABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_json_agg_finalfn';
COMMENT ON FUNCTION fastjson.json_agg_finalfn(internal) IS
	'json aggregate final function';

CREATE AGGREGATE fastjson.json_agg(anyelement) (
	SFUNC = fastjson.json_agg_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.json_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.json_agg(anyelement) IS
	'aggregate input into json';

CREATE AGGREGATE fastjson.json_agg_strict(anyelement) (
	SFUNC = fastjson.json_agg_strict_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.json_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.json_agg_strict(anyelement) IS
	'aggregate non-NULL input into json';

CREATE FUNCTION fastjson.json_object_agg_transfn(internal, "any", "any")
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_json_object_agg_transfn';
COMMENT ON FUNCTION fastjson.json_object_agg_transfn(internal, "any", "any") IS
	'json object aggregate transition function';

CREATE FUNCTION fastjson.json_object_agg_strict_transfn(internal, "any", "any")
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_json_object_agg_strict_transfn';
COMMENT ON FUNCTION fastjson.json_object_agg_strict_transfn(internal, "any", "any") IS
	'json object aggregate transition function';

CREATE FUNCTION fastjson.json_object_agg_unique_transfn(internal, "any", "any")
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_json_object_agg_unique_transfn';
COMMENT ON FUNCTION fastjson.json_object_agg_unique_transfn(internal, "any", "any") IS
	'json object aggregate transition function';

CREATE FUNCTION fastjson.json_object_agg_unique_strict_transfn(internal, "any", "any")
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_json_object_agg_unique_strict_transfn';
COMMENT ON FUNCTION fastjson.json_object_agg_unique_strict_transfn(internal, "any", "any") IS
	'json object aggregate transition function';

CREATE FUNCTION fastjson.json_object_agg_finalfn(internal)
	RETURNS json
	LANGUAGE c IMMUTABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_json_object_agg_finalfn';
COMMENT ON FUNCTION fastjson.json_object_agg_finalfn(internal) IS
	'json object aggregate final function';

CREATE AGGREGATE fastjson.json_object_agg(key "any", value "any") (
	SFUNC = fastjson.json_object_agg_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.json_object_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.json_object_agg("any", "any") IS
	'aggregate input into a json object';

CREATE AGGREGATE fastjson.json_object_agg_strict(key "any", value "any") (
	SFUNC = fastjson.json_object_agg_strict_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.json_object_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.json_object_agg_strict("any", "any") IS
	'aggregate non-NULL input into a json object';

CREATE AGGREGATE fastjson.json_object_agg_unique(key "any", value "any") (
	SFUNC = fastjson.json_object_agg_unique_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.json_object_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.json_object_agg_unique("any", "any") IS
	'aggregate input into a json object with unique keys';

CREATE AGGREGATE fastjson.json_object_agg_unique_strict(key "any", value "any") (
	SFUNC = fastjson.json_object_agg_unique_strict_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.json_object_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.json_object_agg_unique_strict("any", "any") IS
	'aggregate non-NULL input into a json object with unique keys';

CREATE FUNCTION fastjson.jsonb_agg_transfn(internal, anyelement)
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_agg_transfn';
COMMENT ON FUNCTION fastjson.jsonb_agg_transfn(internal, anyelement) IS
	'jsonb aggregate transition function';

CREATE FUNCTION fastjson.jsonb_agg_strict_transfn(internal, anyelement)
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_agg_strict_transfn';
COMMENT ON FUNCTION fastjson.jsonb_agg_strict_transfn(internal, anyelement) IS
	'jsonb aggregate transition function';

CREATE FUNCTION fastjson.jsonb_agg_finalfn(internal)
	RETURNS jsonb
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_agg_finalfn';
COMMENT ON FUNCTION fastjson.jsonb_agg_finalfn(internal) IS
	'jsonb aggregate final function';

CREATE AGGREGATE fastjson.jsonb_agg(anyelement) (
	SFUNC = fastjson.jsonb_agg_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.jsonb_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.jsonb_agg(anyelement) IS
	'aggregate input into jsonb';

CREATE AGGREGATE fastjson.jsonb_agg_strict(anyelement) (
	SFUNC = fastjson.jsonb_agg_strict_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.jsonb_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.jsonb_agg_strict(anyelement) IS
	'aggregate input into jsonb skipping nulls';

CREATE FUNCTION fastjson.jsonb_object_agg_transfn(internal, "any", "any")
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_object_agg_transfn';
COMMENT ON FUNCTION fastjson.jsonb_object_agg_transfn(internal, "any", "any") IS
	'jsonb object aggregate transition function';

CREATE FUNCTION fastjson.jsonb_object_agg_strict_transfn(internal, "any", "any")
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_object_agg_strict_transfn';
COMMENT ON FUNCTION fastjson.jsonb_object_agg_strict_transfn(internal, "any", "any") IS
	'jsonb object aggregate transition function';

CREATE FUNCTION fastjson.jsonb_object_agg_unique_transfn(internal, "any", "any")
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_object_agg_unique_transfn';
COMMENT ON FUNCTION fastjson.jsonb_object_agg_unique_transfn(internal, "any", "any") IS
	'jsonb object aggregate transition function';

CREATE FUNCTION fastjson.jsonb_object_agg_unique_strict_transfn(internal, "any", "any")
	RETURNS internal
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_object_agg_unique_strict_transfn';
COMMENT ON FUNCTION fastjson.jsonb_object_agg_unique_strict_transfn(internal, "any", "any") IS
	'jsonb object aggregate transition function';

CREATE FUNCTION fastjson.jsonb_object_agg_finalfn(internal)
	RETURNS jsonb
	LANGUAGE c STABLE PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_object_agg_finalfn';
COMMENT ON FUNCTION fastjson.jsonb_object_agg_finalfn(internal) IS
	'jsonb object aggregate final function';

CREATE AGGREGATE fastjson.jsonb_object_agg(key "any", value "any") (
	SFUNC = fastjson.jsonb_object_agg_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.jsonb_object_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.jsonb_object_agg("any", "any") IS
	'aggregate inputs into jsonb object';

CREATE AGGREGATE fastjson.jsonb_object_agg_strict(key "any", value "any") (
	SFUNC = fastjson.jsonb_object_agg_strict_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.jsonb_object_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.jsonb_object_agg_strict("any", "any") IS
	'aggregate non-NULL inputs into jsonb object';

CREATE AGGREGATE fastjson.jsonb_object_agg_unique(key "any", value "any") (
	SFUNC = fastjson.jsonb_object_agg_unique_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.jsonb_object_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.jsonb_object_agg_unique("any", "any") IS
	'aggregate inputs into jsonb object checking key uniqueness';

CREATE AGGREGATE fastjson.jsonb_object_agg_unique_strict(key "any", value "any") (
	SFUNC = fastjson.jsonb_object_agg_unique_strict_transfn,
	STYPE = internal,
	FINALFUNC = fastjson.jsonb_object_agg_finalfn,
	PARALLEL = SAFE
);
COMMENT ON AGGREGATE fastjson.jsonb_object_agg_unique_strict("any", "any") IS
	'aggregate non-NULL inputs into jsonb object checking key uniqueness';

-- CREATE AGGREGATE cannot say it, and ALTER refuses aggregates: STABLE, as core's
-- are, but for jsonb_object_agg.
UPDATE pg_catalog.pg_proc SET provolatile = 's'
	WHERE pronamespace OPERATOR(pg_catalog.=) 'fastjson'::pg_catalog.regnamespace
	AND prokind OPERATOR(pg_catalog.=) 'a'
	AND proname OPERATOR(pg_catalog.!~) '^jsonb_object_agg';

--
-- JSON text to jsonb
--
-- One function with defaults for each type: beside it, one without options
-- would make calls without them ambiguous.
--

CREATE FUNCTION fastjson.parse_jsonb(text, on_error text DEFAULT 'error',
									 on_nul text DEFAULT 'error', on_surrogate text DEFAULT 'error')
	RETURNS jsonb
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_parse_jsonb';
COMMENT ON FUNCTION fastjson.parse_jsonb(text, text, text, text) IS
	'JSON text as jsonb, optionally tolerant';

CREATE FUNCTION fastjson.parse_jsonb(json, on_error text DEFAULT 'error',
									 on_nul text DEFAULT 'error', on_surrogate text DEFAULT 'error')
	RETURNS jsonb
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_parse_jsonb';
COMMENT ON FUNCTION fastjson.parse_jsonb(json, text, text, text) IS
	'json as jsonb, optionally tolerant';

--
-- jsonb to text
--

CREATE FUNCTION fastjson.jsonb_to_text(jsonb)
	RETURNS text
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_to_text';
COMMENT ON FUNCTION fastjson.jsonb_to_text(jsonb) IS
	'jsonb as text, the same as a cast';

CREATE FUNCTION fastjson.jsonb_to_text(jsonb, compact boolean)
	RETURNS text
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE COST 20
	AS 'MODULE_PATHNAME', 'fastjson_jsonb_to_text';
COMMENT ON FUNCTION fastjson.jsonb_to_text(jsonb, boolean) IS
	'jsonb as text, optionally without blanks';

--
-- Container sizes
--

CREATE FUNCTION fastjson.container_size(text)
	RETURNS integer
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_container_size';
COMMENT ON FUNCTION fastjson.container_size(text) IS
	'number of elements or members of the outermost container';

CREATE FUNCTION fastjson.container_size(json)
	RETURNS integer
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_container_size';
COMMENT ON FUNCTION fastjson.container_size(json) IS
	'number of elements or members of the outermost container';

CREATE FUNCTION fastjson.container_size_estimate(text)
	RETURNS integer
	LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE
	AS 'MODULE_PATHNAME', 'fastjson_container_size_estimate';
COMMENT ON FUNCTION fastjson.container_size_estimate(text) IS
	'upper bound of container_size, from the number of commas';
