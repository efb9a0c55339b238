/*
 * jsonb_agg.c
 *		SQL aggregates: the values of a group as one jsonb array.
 */
#include "compat.h"

#include "build/collect.h"
#include "func/agg_result.h"
#include "func/arguments.h"
#include "guc.h"

FASTJSON_FUNCTION(fastjson_jsonb_agg_transfn);
FASTJSON_FUNCTION(fastjson_jsonb_agg_strict_transfn);
FASTJSON_FUNCTION(fastjson_jsonb_agg_finalfn);

typedef struct JsonbAggState
{
	CollectArray array;
	const TypeInfo *type;		/* of the argument, as found with the first row */
} JsonbAggState;

static JsonbAggState *
begin(FunctionCallInfo fcinfo, MemoryContext aggregate)
{
	JsonbAggState *state = MemoryContextAlloc(aggregate, sizeof(JsonbAggState));
	MemoryContext caller = MemoryContextSwitchTo(agg_result_context(fcinfo, aggregate));

	collect_array_init(&state->array, guc_kernel);
	MemoryContextSwitchTo(caller);
	state->type = type_lookup(argument_type(fcinfo->flinfo, 1));
	return state;
}

static Datum
add_row(FunctionCallInfo fcinfo, bool skip_nulls)
{
	MemoryContext aggregate;
	JsonbAggState *state;

	if (!AggCheckCallContext(fcinfo, &aggregate))
		elog(ERROR, "jsonb_agg_transfn called in non-aggregate context");
	state = PG_ARGISNULL(0) ? begin(fcinfo, aggregate) :
		(JsonbAggState *) PG_GETARG_POINTER(0);
	if (!(skip_nulls && PG_ARGISNULL(1)))
		collect_element(&state->array, PG_ARGISNULL(1) ? NULL : state->type, PG_GETARG_DATUM(1));
	PG_RETURN_POINTER(state);
}

/* jsonb_agg_transfn(internal, anyelement) returns internal */
Datum
fastjson_jsonb_agg_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, false);
}

/* jsonb_agg_strict_transfn(internal, anyelement) returns internal; leaves NULLs out */
Datum
fastjson_jsonb_agg_strict_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, true);
}

/* jsonb_agg_finalfn(internal) returns jsonb */
Datum
fastjson_jsonb_agg_finalfn(PG_FUNCTION_ARGS)
{
	CollectArray *array;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	array = &((JsonbAggState *) PG_GETARG_POINTER(0))->array;
	return PointerGetDatum(agg_result_in_place(fcinfo, array->values.out.base) ?
						   collect_array_finish(array) : collect_array_result(array));
}
