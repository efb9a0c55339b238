/*
 * jsonb_object.c
 *		SQL functions: jsonb objects from arrays of text.
 *
 * Arrays that core refuses are handed to core, for the error.
 */
#include "compat.h"

#include "miscadmin.h"
#include "utils/fmgrprotos.h"

#include "build/collect.h"
#include "func/arguments.h"
#include "guc.h"

FASTJSON_FUNCTION(fastjson_jsonb_object);
FASTJSON_FUNCTION(fastjson_jsonb_object_two_arg);

/* False if a key is NULL.  Keys and values stand `step` elements apart. */
static bool
collect(CollectObject *object, const Texts *keys, const Texts *values, int first, int count, int step)
{
	for (int i = 0; i < count; i++)
	{
		int			value = first + i * step;

		CHECK_FOR_INTERRUPTS();
		if (keys->nulls[i * step])
			return false;
		collect_text_key(object, keys->values[i * step]);
		collect_text_value(object, values->nulls[value], values->values[value]);
	}
	return true;
}

/* jsonb_object(text[]) returns jsonb */
Datum
fastjson_jsonb_object(PG_FUNCTION_ARGS)
{
	ArrayType  *array = PG_GETARG_ARRAYTYPE_P(0);
	CollectObject object;
	Texts		texts;

	if (!arguments_are_pairs(array))
		return jsonb_object(fcinfo);
	texts = arguments_texts(array);
	collect_object_init(&object, guc_kernel);
	if (!collect(&object, &texts, &texts, 1, texts.count / 2, 2))
		return jsonb_object(fcinfo);
	return PointerGetDatum(collect_object_result(&object, false, false));
}

/* jsonb_object(text[], text[]) returns jsonb */
Datum
fastjson_jsonb_object_two_arg(PG_FUNCTION_ARGS)
{
	ArrayType  *key_array = PG_GETARG_ARRAYTYPE_P(0);
	ArrayType  *value_array = PG_GETARG_ARRAYTYPE_P(1);
	CollectObject object;
	Texts		keys;
	Texts		values;

	if (ARR_NDIM(key_array) > 1 || ARR_NDIM(key_array) != ARR_NDIM(value_array))
		return jsonb_object_two_arg(fcinfo);
	keys = arguments_texts(key_array);
	values = arguments_texts(value_array);
	collect_object_init(&object, guc_kernel);
	if (keys.count != values.count ||
		!collect(&object, &keys, &values, 0, keys.count, 1))
		return jsonb_object_two_arg(fcinfo);
	return PointerGetDatum(collect_object_result(&object, false, false));
}
