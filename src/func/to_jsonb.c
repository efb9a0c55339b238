/*
 * to_jsonb.c
 *		SQL function: one value as jsonb.
 */
#include "compat.h"

#include "func/result.h"

FASTJSON_FUNCTION(fastjson_to_jsonb);

/* to_jsonb(anyelement) returns jsonb */
Datum
fastjson_to_jsonb(PG_FUNCTION_ARGS)
{
	FmgrInfo   *call = fcinfo->flinfo;
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
	return result_of_value(type_lookup(type), PG_GETARG_DATUM(0));
}
