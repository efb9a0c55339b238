/*
 * to_json.c
 *		SQL functions: one value, array or row as json.
 */
#include "compat.h"

#include "encode/array.h"
#include "encode/row.h"
#include "encode/value.h"
#include "guc.h"

FASTJSON_FUNCTION(fastjson_to_json);
FASTJSON_FUNCTION(fastjson_array_to_json);
FASTJSON_FUNCTION(fastjson_array_to_json_pretty);
FASTJSON_FUNCTION(fastjson_row_to_json);
FASTJSON_FUNCTION(fastjson_row_to_json_pretty);

/* A result is expected to be about as long as the one before, if that was not longer than this. */
#define MAX_EXPECTED	(64 * 1024)

/* Encoders reserve more than they write; this much is enough for most. */
#define SLACK			512

static Size expected = 0;

static void
begin(Out *out)
{
	out_init(out, guc_kernel, expected + expected / 4 + SLACK);
}

static Datum
finish(Out *out)
{
	expected = Min(out_length(out), MAX_EXPECTED);
	return PointerGetDatum(out_finish(out));
}

/* The type of the argument, looked up in the call's expression once. */
static const TypeInfo *
argument_type(FmgrInfo *call)
{
	Oid			type = (Oid) (uintptr_t) call->fn_extra;

	if (unlikely(!OidIsValid(type)))
	{
		type = get_fn_expr_argtype(call, 0);
		if (!OidIsValid(type))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("could not determine input data type")));
		call->fn_extra = (void *) (uintptr_t) type;
	}
	return type_lookup(type);
}

/* to_json(anyelement) returns json */
Datum
fastjson_to_json(PG_FUNCTION_ARGS)
{
	const TypeInfo *type = argument_type(fcinfo->flinfo);
	Out			out;

	begin(&out);
	encode_value(&out, type, PG_GETARG_DATUM(0));
	return finish(&out);
}

/* array_to_json(anyarray) returns json */
Datum
fastjson_array_to_json(PG_FUNCTION_ARGS)
{
	Out			out;

	begin(&out);
	encode_array(&out, PG_GETARG_DATUM(0), false);
	return finish(&out);
}

/* array_to_json(anyarray, boolean) returns json */
Datum
fastjson_array_to_json_pretty(PG_FUNCTION_ARGS)
{
	Out			out;

	begin(&out);
	encode_array(&out, PG_GETARG_DATUM(0), PG_GETARG_BOOL(1));
	return finish(&out);
}

/* row_to_json(record) returns json */
Datum
fastjson_row_to_json(PG_FUNCTION_ARGS)
{
	Out			out;

	begin(&out);
	encode_row(&out, PG_GETARG_DATUM(0), false);
	return finish(&out);
}

/* row_to_json(record, boolean) returns json */
Datum
fastjson_row_to_json_pretty(PG_FUNCTION_ARGS)
{
	Out			out;

	begin(&out);
	encode_row(&out, PG_GETARG_DATUM(0), PG_GETARG_BOOL(1));
	return finish(&out);
}
