/*
 * json_object_agg.c
 *		SQL aggregates: the keys and values of a group as one json object.
 *
 * Keys that core refuses are handed to core's transition function, for the
 * error.
 */
#include "compat.h"

#include "common/hashfn.h"
#include "utils/fmgrprotos.h"

#include "encode/value.h"
#include "func/agg_text.h"
#include "func/arguments.h"

FASTJSON_FUNCTION(fastjson_json_object_agg_transfn);
FASTJSON_FUNCTION(fastjson_json_object_agg_strict_transfn);
FASTJSON_FUNCTION(fastjson_json_object_agg_unique_transfn);
FASTJSON_FUNCTION(fastjson_json_object_agg_unique_strict_transfn);
FASTJSON_FUNCTION(fastjson_json_object_agg_finalfn);

/* The set of keys so far, for the variants that refuse duplicates. */
typedef struct SeenKey
{
	text	   *key;			/* as written: quoted and escaped */
	uint32		hash;
	char		status;
} SeenKey;

#define SH_PREFIX		seen
#define SH_ELEMENT_TYPE	SeenKey
#define SH_KEY_TYPE		text *
#define SH_KEY			key
#define SH_HASH_KEY(table, k)	hash_bytes((unsigned char *) VARDATA(k), VARSIZE(k) - VARHDRSZ)
#define SH_EQUAL(table, a, b)	(VARSIZE(a) == VARSIZE(b) && memcmp(a, b, VARSIZE(a)) == 0)
#define SH_STORE_HASH
#define SH_GET_HASH(table, element)	(element)->hash
#define SH_SCOPE		static inline
#define SH_DECLARE
#define SH_DEFINE
#include "lib/simplehash.h"

typedef struct JsonObjectAggState
{
	Out			out;
	const TypeInfo *key_type;
	const TypeInfo *value_type;
	seen_hash  *seen;			/* or NULL */
} JsonObjectAggState;

static JsonObjectAggState *
begin(FunctionCallInfo fcinfo, MemoryContext aggregate, bool unique)
{
	JsonObjectAggState *state = MemoryContextAlloc(aggregate, sizeof(JsonObjectAggState));

	state->key_type = type_lookup(argument_type(fcinfo->flinfo, 1));
	state->value_type = type_lookup(argument_type(fcinfo->flinfo, 2));
	state->seen = unique ? seen_create(aggregate, 32, NULL) : NULL;
	agg_text_begin(fcinfo, aggregate, &state->out);
	out_append(&state->out, "{ ", 2);
	return state;
}

/* Core's error for the key; it takes the row for the first of a group. */
static void
refuse_key(FunctionCallInfo fcinfo)
{
	fcinfo->args[0].isnull = true;
	json_object_agg_transfn(fcinfo);
	elog(ERROR, "the server accepts a key that fastjson refuses");
}

/* Remember the key that was just written from `start` on; raise an error if it is there already. */
static void
check_unique(JsonObjectAggState *state, MemoryContext aggregate, Size start)
{
	Size		length = out_length(&state->out) - start;
	text	   *key = MemoryContextAlloc(aggregate, VARHDRSZ + length);
	bool		found;

	SET_VARSIZE(key, VARHDRSZ + length);
	memcpy(VARDATA(key), state->out.cur - length, length);
	seen_insert(state->seen, key, &found);
	if (found)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_JSON_OBJECT_KEY_VALUE),
				 errmsg("duplicate JSON object key value: %.*s",
						(int) length, VARDATA(key))));
}

static Datum
add_row(FunctionCallInfo fcinfo, bool skip_nulls, bool unique)
{
	MemoryContext aggregate;
	JsonObjectAggState *state;
	Out		   *out;
	Size		before;
	Size		key_start;
	bool		skip = skip_nulls && PG_ARGISNULL(2);

	if (!AggCheckCallContext(fcinfo, &aggregate))
		elog(ERROR, "json_object_agg_transfn called in non-aggregate context");
	state = PG_ARGISNULL(0) ? begin(fcinfo, aggregate, unique) :
		(JsonObjectAggState *) PG_GETARG_POINTER(0);
	out = &state->out;
	if (PG_ARGISNULL(1))
		refuse_key(fcinfo);
	if (skip && !unique)
		PG_RETURN_POINTER(state);

	before = out_length(out);
	if (before > 2)
		out_append(out, ", ", 2);
	key_start = out_length(out);
	if (!encode_key(out, state->key_type, PG_GETARG_DATUM(1)))
		refuse_key(fcinfo);
	if (unique)
		check_unique(state, aggregate, key_start);
	if (skip)
	{
		out->cur -= out_length(out) - before;
		PG_RETURN_POINTER(state);
	}

	out_append(out, " : ", 3);
	if (PG_ARGISNULL(2))
		encode_null(out);
	else
		encode_value(out, state->value_type, PG_GETARG_DATUM(2));
	PG_RETURN_POINTER(state);
}

/* json_object_agg_transfn(internal, "any", "any") returns internal */
Datum
fastjson_json_object_agg_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, false, false);
}

/* The same, leaving members out whose value is NULL. */
Datum
fastjson_json_object_agg_strict_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, true, false);
}

/* The same, refusing keys that were there before. */
Datum
fastjson_json_object_agg_unique_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, false, true);
}

/* Both; the key of a member that is left out counts. */
Datum
fastjson_json_object_agg_unique_strict_transfn(PG_FUNCTION_ARGS)
{
	return add_row(fcinfo, true, true);
}

/* json_object_agg_finalfn(internal) returns json */
Datum
fastjson_json_object_agg_finalfn(PG_FUNCTION_ARGS)
{
	JsonObjectAggState *state;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	state = (JsonObjectAggState *) PG_GETARG_POINTER(0);
	return agg_text_result(fcinfo, &state->out, " }");
}
