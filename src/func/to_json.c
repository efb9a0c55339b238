/*
 * to_json.c
 *		SQL functions: one value, array or row as json, one value as jsonb.
 */
#include "compat.h"

#include "encode/array.h"
#include "encode/row.h"
#include "encode/value.h"
#include "func/arguments.h"
#include "func/result.h"

FASTJSON_FUNCTION(fastjson_to_json);
FASTJSON_FUNCTION(fastjson_array_to_json);
FASTJSON_FUNCTION(fastjson_row_to_json);
FASTJSON_FUNCTION(fastjson_to_jsonb);

/* The type of the argument, looked up in the call's expression once. */
static const TypeInfo *
type_of_value(FmgrInfo *call)
{
	Oid			type = (Oid) (uintptr_t) call->fn_extra;

	if (unlikely(!OidIsValid(type)))
	{
		type = argument_type(call, 0);
		call->fn_extra = (void *) (uintptr_t) type;
	}
	return type_lookup(type);
}

/* to_json(anyelement) returns json */
Datum
fastjson_to_json(PG_FUNCTION_ARGS)
{
	const TypeInfo *type = type_of_value(fcinfo->flinfo);
	Out			out;

	result_begin(&out);
	encode_value(&out, type, PG_GETARG_DATUM(0));
	return result_finish(&out);
}

/* array_to_json(anyarray) and array_to_json(anyarray, boolean) returns json */
Datum
fastjson_array_to_json(PG_FUNCTION_ARGS)
{
	Out			out;

	result_begin(&out);
	encode_array(&out, PG_GETARG_DATUM(0), PG_NARGS() > 1 && PG_GETARG_BOOL(1));
	return result_finish(&out);
}

/* row_to_json(record) and row_to_json(record, boolean) returns json */
Datum
fastjson_row_to_json(PG_FUNCTION_ARGS)
{
	Out			out;

	result_begin(&out);
	encode_row(&out, PG_GETARG_DATUM(0), PG_NARGS() > 1 && PG_GETARG_BOOL(1));
	return result_finish(&out);
}

/* to_jsonb(anyelement) returns jsonb */
Datum
fastjson_to_jsonb(PG_FUNCTION_ARGS)
{
	return result_of_value(type_of_value(fcinfo->flinfo), PG_GETARG_DATUM(0));
}
