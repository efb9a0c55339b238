/*
 * json_agg.c
 *		SQL aggregates: the values of a group as one json array.
 */
#include "compat.h"

#include "encode/value.h"
#include "func/agg_text.h"
#include "func/arguments.h"

FASTJSON_FUNCTION(fastjson_json_agg_transfn);
FASTJSON_FUNCTION(fastjson_json_agg_strict_transfn);
FASTJSON_FUNCTION(fastjson_json_agg_finalfn);

typedef struct JsonAggState
{
	Out			out;
	const TypeInfo *type;		/* of the argument, as found with the first row */
} JsonAggState;

static JsonAggState *
begin(FunctionCallInfo fcinfo, MemoryContext aggregate)
{
	JsonAggState *state = MemoryContextAlloc(aggregate, sizeof(JsonAggState));

	state->type = type_lookup(argument_type(fcinfo->flinfo, 1));
	agg_text_begin(fcinfo, aggregate, &state->out);
	out_char(&state->out, '[');
	return state;
}

/* Arrays and objects stand on lines of their own. */
static inline void
separate(Out *out, const TypeInfo *type)
{
	if (type != NULL &&
		(type->kind == TYPE_ARRAY || type->kind == TYPE_COMPOSITE))
		out_append(out, ", \n ", 4);
	else
		out_append(out, ", ", 2);
}

static Datum
add_row(FunctionCallInfo fcinfo, bool skip_nulls)
{
	MemoryContext aggregate;
	JsonAggState *state;
	const TypeInfo *type;

	if (!AggCheckCallContext(fcinfo, &aggregate))
		elog(ERROR, "json_agg_transfn called in non-aggregate context");
	state = PG_ARGISNULL(0) ? begin(fcinfo, aggregate) :
		(JsonAggState *) PG_GETARG_POINTER(0);
	if (skip_nulls && PG_ARGISNULL(1))
		PG_RETURN_POINTER(state);
	type = PG_ARGISNULL(1) ? NULL : state->type;
	if (out_length(&state->out) > 1)
		separate(&state->out, type);
	if (type == NULL)
		encode_null(&state->out);
	else
		encode_value(&state->out, type, PG_GETARG_DATUM(1));
	PG_RETURN_POINTER(state);
}

/* json_agg_transfn(internal, anyelement) returns internal */
Datum
fastjson_json_agg_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, false);
}

/* json_agg_strict_transfn(internal, anyelement) returns internal; leaves NULLs out */
Datum
fastjson_json_agg_strict_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, true);
}

/* json_agg_finalfn(internal) returns json */
Datum
fastjson_json_agg_finalfn(PG_FUNCTION_ARGS)
{
	JsonAggState *state;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (JsonAggState *) PG_GETARG_POINTER(0);
	return agg_text_result(fcinfo, &state->out, "]");
}
