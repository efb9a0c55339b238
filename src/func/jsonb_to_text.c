/*
 * jsonb_to_text.c
 *		SQL function: jsonb as text.
 */
#include "compat.h"

#include "access/detoast.h"

#include "encode/jsonb.h"
#include "guc.h"

FASTJSON_FUNCTION(fastjson_jsonb_to_text);

/* What the encoder reserves and does not write. */
#define SLACK	2048

/* jsonb_to_text(jsonb) and jsonb_to_text(jsonb, compact boolean) returns text */
Datum
fastjson_jsonb_to_text(PG_FUNCTION_ARGS)
{
	Datum		value = PG_GETARG_DATUM(0);
	Out			out;

	/* Most texts are shorter than the jsonb: that has four bytes more for each element. */
	out_init(&out, guc_kernel, toast_raw_datum_size(value) + SLACK);
	encode_jsonb(&out, value, PG_NARGS() > 1 && PG_GETARG_BOOL(1));
	PG_RETURN_TEXT_P(out_finish(&out));
}
