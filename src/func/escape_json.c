/*
 * escape_json.c
 *		SQL function: text as a JSON string.
 */
#include "compat.h"

#include "access/detoast.h"

#include "encode/string.h"
#include "guc.h"

FASTJSON_FUNCTION(fastjson_escape_json);

/* escape_json(text) returns text */
Datum
fastjson_escape_json(PG_FUNCTION_ARGS)
{
	Datum		value = PG_GETARG_DATUM(0);
	Out			out;

	/* A hint only: the raw size is right for plain text, and harmless if not. */
	out_init(&out, guc_kernel, toast_raw_datum_size(value) + 16);
	encode_text(&out, value);
	PG_RETURN_TEXT_P(out_finish(&out));
}
