/*
 * json_object.c
 *		SQL functions: json objects from arrays of text.
 *
 * Arrays that core refuses are handed to core, for the error.
 */
#include "compat.h"

#include "miscadmin.h"
#include "utils/fmgrprotos.h"

#include "encode/string.h"
#include "encode/value.h"
#include "func/arguments.h"
#include "func/result.h"

FASTJSON_FUNCTION(fastjson_json_object);
FASTJSON_FUNCTION(fastjson_json_object_two_arg);

/*
 * An object of `count` members, whose keys and values stand `step` elements
 * apart.  False if a key is NULL.
 */
static bool
put_object(Out *out, const Datum *keys, const bool *key_nulls,
		   const Datum *values, const bool *value_nulls, int count, int step)
{
	out_char(out, '{');
	for (int i = 0; i < count * step; i += step)
	{
		CHECK_FOR_INTERRUPTS();
		if (key_nulls[i])
			return false;
		if (i > 0)
			out_append(out, ", ", 2);
		encode_text(out, keys[i]);
		out_append(out, " : ", 3);
		if (value_nulls[i])
			encode_null(out);
		else
			encode_text(out, values[i]);
	}
	out_char(out, '}');
	return true;
}

/* json_object(text[]) returns json */
Datum
fastjson_json_object(PG_FUNCTION_ARGS)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(0);
	Texts		pairs;
	Out			out;

	if (!arguments_are_pairs(array))
		return json_object(fcinfo);
	pairs = arguments_texts(array);
	result_begin(&out);
	if (!put_object(&out, pairs.values, pairs.nulls,
					pairs.values + 1, pairs.nulls + 1, pairs.count / 2, 2))
		return json_object(fcinfo);
	return result_finish(&out);
}

/* json_object(text[], text[]) returns json */
Datum
fastjson_json_object_two_arg(PG_FUNCTION_ARGS)
{
	ArrayType  *key_array = PG_GETARG_ARRAYTYPE_P(0);
	ArrayType  *value_array = PG_GETARG_ARRAYTYPE_P(1);
	Texts		keys;
	Texts		values;
	Out			out;

	if (ARR_NDIM(key_array) > 1 || ARR_NDIM(key_array) != ARR_NDIM(value_array))
		return json_object_two_arg(fcinfo);
	keys = arguments_texts(key_array);
	values = arguments_texts(value_array);
	result_begin(&out);
	if (keys.count != values.count ||
		!put_object(&out, keys.values, keys.nulls,
					values.values, values.nulls, keys.count, 1))
		return json_object_two_arg(fcinfo);
	return result_finish(&out);
}
