/*
 * jsonb_to_text.c
 *		SQL functions: jsonb as text.
 */
#include "compat.h"

#include "access/detoast.h"

#include "encode/jsonb.h"
#include "guc.h"

FASTJSON_FUNCTION(fastjson_jsonb_to_text);
FASTJSON_FUNCTION(fastjson_jsonb_to_text_compact);

/* What the encoder reserves and does not write. */
#define SLACK	2048

/* Most texts are shorter than the jsonb: that has four bytes more for each element. */
static Datum
jsonb_to_text(Datum value, bool compact)
{
	Out			out;

	out_init(&out, guc_kernel, toast_raw_datum_size(value) + SLACK);
	encode_jsonb(&out, value, compact);
	return PointerGetDatum(out_finish(&out));
}

/* jsonb_to_text(jsonb) returns text */
Datum
fastjson_jsonb_to_text(PG_FUNCTION_ARGS)
{
	return jsonb_to_text(PG_GETARG_DATUM(0), false);
}

/* jsonb_to_text(jsonb, compact boolean) returns text */
Datum
fastjson_jsonb_to_text_compact(PG_FUNCTION_ARGS)
{
	return jsonb_to_text(PG_GETARG_DATUM(0), PG_GETARG_BOOL(1));
}
