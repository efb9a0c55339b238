/*
 * to_json.c
 *		SQL functions: one value, array or row as json.
 */
#include "compat.h"

#include "encode/array.h"
#include "encode/row.h"
#include "encode/value.h"
#include "func/result.h"

FASTJSON_FUNCTION(fastjson_to_json);
FASTJSON_FUNCTION(fastjson_array_to_json);
FASTJSON_FUNCTION(fastjson_array_to_json_pretty);
FASTJSON_FUNCTION(fastjson_row_to_json);
FASTJSON_FUNCTION(fastjson_row_to_json_pretty);

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

	result_begin(&out);
	encode_value(&out, type, PG_GETARG_DATUM(0));
	return result_finish(&out);
}

/* array_to_json(anyarray) returns json */
Datum
fastjson_array_to_json(PG_FUNCTION_ARGS)
{
	Out			out;

	result_begin(&out);
	encode_array(&out, PG_GETARG_DATUM(0), false);
	return result_finish(&out);
}

/* array_to_json(anyarray, boolean) returns json */
Datum
fastjson_array_to_json_pretty(PG_FUNCTION_ARGS)
{
	Out			out;

	result_begin(&out);
	encode_array(&out, PG_GETARG_DATUM(0), PG_GETARG_BOOL(1));
	return result_finish(&out);
}

/* row_to_json(record) returns json */
Datum
fastjson_row_to_json(PG_FUNCTION_ARGS)
{
	Out			out;

	result_begin(&out);
	encode_row(&out, PG_GETARG_DATUM(0), false);
	return result_finish(&out);
}

/* row_to_json(record, boolean) returns json */
Datum
fastjson_row_to_json_pretty(PG_FUNCTION_ARGS)
{
	Out			out;

	result_begin(&out);
	encode_row(&out, PG_GETARG_DATUM(0), PG_GETARG_BOOL(1));
	return result_finish(&out);
}
