/*
 * json_agg.c
 *		SQL aggregate: values of all rows of a group as one json array.
 */
#include "compat.h"

#include "nodes/execnodes.h"
#include "utils/memutils.h"

#include "encode/value.h"
#include "guc.h"

FASTJSON_FUNCTION(fastjson_json_agg_transfn);
FASTJSON_FUNCTION(fastjson_json_agg_finalfn);

/* Groups are often small, and there can be many at a time. */
#define FIRST_ROOM	64

typedef struct JsonAggState
{
	Out			out;
	Oid			type;			/* of the argument */
} JsonAggState;

/*
 * Where a group's text grows.  Before 16, growing it where the result is
 * expected saves the executor's copy; without hashing and grouping sets, that
 * context lives from before a group's first row to after its result is used.
 */
static MemoryContext
text_context(FunctionCallInfo fcinfo, MemoryContext aggregate)
{
	AggState   *agg = (AggState *) fcinfo->context;

	if (COMPAT_AGG_RESULT_CONTEXT && IsA(agg, AggState) &&
		(agg->aggstrategy == AGG_PLAIN || agg->aggstrategy == AGG_SORTED) &&
		agg->maxsets == 1)
		return agg->ss.ps.ps_ExprContext->ecxt_per_tuple_memory;
	return aggregate;
}

static JsonAggState *
begin(FunctionCallInfo fcinfo, MemoryContext aggregate)
{
	Oid			type = get_fn_expr_argtype(fcinfo->flinfo, 1);
	MemoryContext caller;
	JsonAggState *state;

	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not determine input data type")));
	caller = MemoryContextSwitchTo(aggregate);
	state = palloc(sizeof(JsonAggState));
	MemoryContextSwitchTo(text_context(fcinfo, aggregate));
	out_init(&state->out, guc_kernel, FIRST_ROOM);
	MemoryContextSwitchTo(caller);
	state->type = type;
	out_char(&state->out, '[');
	return state;
}

/* Arrays and objects stand on lines of their own. */
static void
separate(Out *out, const TypeInfo *type)
{
	if (type != NULL &&
		(type->kind == TYPE_ARRAY || type->kind == TYPE_COMPOSITE))
		out_append(out, ", \n ", 4);
	else
		out_append(out, ", ", 2);
}

/* json_agg_transfn(internal, anyelement) returns internal */
Datum
fastjson_json_agg_transfn(PG_FUNCTION_ARGS)
{
	MemoryContext aggregate;
	JsonAggState *state;
	const TypeInfo *type;

	if (!AggCheckCallContext(fcinfo, &aggregate))
		elog(ERROR, "json_agg_transfn called in non-aggregate context");
	state = PG_ARGISNULL(0) ? begin(fcinfo, aggregate) :
		(JsonAggState *) PG_GETARG_POINTER(0);
	type = PG_ARGISNULL(1) ? NULL : type_lookup(state->type);
	if (!PG_ARGISNULL(0))
		separate(&state->out, type);
	if (type == NULL)
		encode_null(&state->out);
	else
		encode_value(&state->out, type, PG_GETARG_DATUM(1));
	PG_RETURN_POINTER(state);
}

/* May the result be the state's own text?  A window goes on with it, other executors may copy it anyway. */
static bool
returns_in_place(FunctionCallInfo fcinfo, const Out *out)
{
	return AggCheckCallContext(fcinfo, NULL) == AGG_CONTEXT_AGGREGATE &&
		(!COMPAT_AGG_RESULT_CONTEXT ||
		 GetMemoryChunkContext(out->base) == CurrentMemoryContext);
}

/*
 * json_agg_finalfn(internal) returns json
 *
 * Aggregates that share a state can each call it; what it writes behind the
 * state's text is the same every time.
 */
Datum
fastjson_json_agg_finalfn(PG_FUNCTION_ARGS)
{
	JsonAggState *state;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (JsonAggState *) PG_GETARG_POINTER(0);
	if (returns_in_place(fcinfo, &state->out))
		PG_RETURN_TEXT_P(out_finish_so_far(&state->out, "]"));
	PG_RETURN_TEXT_P(out_copy(&state->out, "]"));
}
