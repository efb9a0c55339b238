/*
 * json_object.c
 *		SQL functions: json objects from arrays of text.
 *
 * Arrays that core refuses are handed to core, for the error.
 */
#include "compat.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/fmgrprotos.h"

#include "encode/string.h"
#include "encode/value.h"
#include "func/result.h"

FASTJSON_FUNCTION(fastjson_json_object);
FASTJSON_FUNCTION(fastjson_json_object_two_arg);

/* The elements of a text array; those of keys and values can be of the same array. */
typedef struct Texts
{
	Datum	   *values;
	bool	   *nulls;
	int			count;
} Texts;

static Texts
elements_of(ArrayType *array)
{
	Texts		texts;

	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT,
					  &texts.values, &texts.nulls, &texts.count);
	return texts;
}

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

/* Keys and values in turn, or rows of two. */
static bool
is_list_of_pairs(ArrayType *array)
{
	switch (ARR_NDIM(array))
	{
		case 0:
			return true;
		case 1:
			return ARR_DIMS(array)[0] % 2 == 0;
		case 2:
			return ARR_DIMS(array)[1] == 2;
		default:
			return false;
	}
}

/* json_object(text[]) returns json */
Datum
fastjson_json_object(PG_FUNCTION_ARGS)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(0);
	Texts		pairs;
	Out			out;

	if (!is_list_of_pairs(array))
		return json_object(fcinfo);
	pairs = elements_of(array);
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
	keys = elements_of(key_array);
	values = elements_of(value_array);
	result_begin(&out);
	if (keys.count != values.count ||
		!put_object(&out, keys.values, keys.nulls,
					values.values, values.nulls, keys.count, 1))
		return json_object_two_arg(fcinfo);
	return result_finish(&out);
}
