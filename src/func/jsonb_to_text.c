/*
 * jsonb_to_text.c
 *		SQL functions: jsonb as text.
 */
#include "compat.h"

#include "encode/jsonb.h"
#include "func/result.h"

FASTJSON_FUNCTION(fastjson_jsonb_to_text);
FASTJSON_FUNCTION(fastjson_jsonb_to_text_compact);

/* jsonb_to_text(jsonb) returns text */
Datum
fastjson_jsonb_to_text(PG_FUNCTION_ARGS)
{
	Out			out;

	result_begin(&out);
	encode_jsonb(&out, PG_GETARG_DATUM(0), false);
	return result_finish(&out);
}

/* jsonb_to_text(jsonb, compact boolean) returns text */
Datum
fastjson_jsonb_to_text_compact(PG_FUNCTION_ARGS)
{
	Out			out;

	result_begin(&out);
	encode_jsonb(&out, PG_GETARG_DATUM(0), PG_GETARG_BOOL(1));
	return result_finish(&out);
}
