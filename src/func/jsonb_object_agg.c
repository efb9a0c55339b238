/*
 * jsonb_object_agg.c
 *		SQL aggregates: the keys and values of a group as one jsonb object.
 *
 * Keys that core refuses are handed to core's transition function, for the
 * error.
 */
#include "compat.h"

#include "utils/fmgrprotos.h"

#include "build/collect.h"
#include "func/arguments.h"
#include "guc.h"

FASTJSON_FUNCTION(fastjson_jsonb_object_agg_transfn);
FASTJSON_FUNCTION(fastjson_jsonb_object_agg_strict_transfn);
FASTJSON_FUNCTION(fastjson_jsonb_object_agg_unique_transfn);
FASTJSON_FUNCTION(fastjson_jsonb_object_agg_unique_strict_transfn);
FASTJSON_FUNCTION(fastjson_jsonb_object_agg_finalfn);

typedef struct JsonbObjectAggState
{
	CollectObject object;
	const TypeInfo *key_type;
	const TypeInfo *value_type;
	bool		unique;
	bool		strict;
} JsonbObjectAggState;

static JsonbObjectAggState *
begin(FunctionCallInfo fcinfo, MemoryContext aggregate)
{
	MemoryContext caller = MemoryContextSwitchTo(aggregate);
	JsonbObjectAggState *state = palloc0(sizeof(JsonbObjectAggState));

	collect_object_init(&state->object, guc_kernel);
	MemoryContextSwitchTo(caller);
	state->key_type = type_lookup(argument_type(fcinfo->flinfo, 1));
	state->value_type = type_lookup(argument_type(fcinfo->flinfo, 2));
	return state;
}

/* Core's error for the key; it takes the row for the first of a group. */
static void
refuse_key(FunctionCallInfo fcinfo)
{
	fcinfo->args[0].isnull = true;
	jsonb_object_agg_transfn(fcinfo);
	elog(ERROR, "the server accepts a key that fastjson refuses");
}

static Datum
add_row(FunctionCallInfo fcinfo, bool strict, bool unique)
{
	MemoryContext aggregate;
	JsonbObjectAggState *state;

	if (!AggCheckCallContext(fcinfo, &aggregate))
		elog(ERROR, "jsonb_object_agg_transfn called in non-aggregate context");
	state = PG_ARGISNULL(0) ? begin(fcinfo, aggregate) :
		(JsonbObjectAggState *) PG_GETARG_POINTER(0);
	state->strict = strict;
	state->unique = unique;
	if (PG_ARGISNULL(1))
		refuse_key(fcinfo);
	if (strict && !unique && PG_ARGISNULL(2))
		PG_RETURN_POINTER(state);
	if (!collect_key(&state->object, state->key_type, PG_GETARG_DATUM(1)))
		refuse_key(fcinfo);
	collect_value(&state->object, PG_ARGISNULL(2) ? NULL : state->value_type, PG_GETARG_DATUM(2));
	PG_RETURN_POINTER(state);
}

/* jsonb_object_agg_transfn(internal, "any", "any") returns internal */
Datum
fastjson_jsonb_object_agg_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, false, false);
}

/* The same, leaving members out whose value is NULL. */
Datum
fastjson_jsonb_object_agg_strict_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, true, false);
}

/* The same, refusing keys that come twice. */
Datum
fastjson_jsonb_object_agg_unique_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, false, true);
}

/* Both; the key of a member that is left out counts. */
Datum
fastjson_jsonb_object_agg_unique_strict_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, true, true);
}

/* jsonb_object_agg_finalfn(internal) returns jsonb */
Datum
fastjson_jsonb_object_agg_finalfn(PG_FUNCTION_ARGS)
{
	JsonbObjectAggState *state;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (JsonbObjectAggState *) PG_GETARG_POINTER(0);
	return PointerGetDatum(collect_object_result(&state->object, state->unique, state->strict));
}
