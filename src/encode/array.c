/*
 * array.c
 *		Arrays of any type and dimension as JSON arrays.
 *
 * The elements are read where they stand; no array of datums is made first.
 * Those of the simplest types are written by loops of their own.
 */
#include "compat.h"

#include "miscadmin.h"

#include "encode/array.h"
#include "encode/detoast.h"
#include "encode/digits.h"
#include "encode/number.h"
#include "encode/string.h"
#include "encode/value.h"

/* Elements between two looks for interrupts and for room. */
#define CHUNK			256

/*
 * Functions that write a chunk of elements of one type, none of which is NULL,
 * each with a comma behind it, and return where the next element stands.
 */

static char *
put_int16s(Out *out, const int16 *values, int count)
{
	char	   *cur;

	out_reserve(out, count * (6 + 1) + 8);
	cur = out->cur;
	for (int i = 0; i < count; i++)
	{
		cur = digits_put_sign(cur, values[i] < 0);
		cur = digits_put_short_8(cur, abs(values[i]));
		*cur++ = ',';
	}
	out->cur = cur;
	return (char *) (values + count);
}

static char *
put_int32s(Out *out, const int32 *values, int count)
{
	char	   *cur;

	out_reserve(out, count * (11 + 1) + 8);
	cur = out->cur;
	for (int i = 0; i < count; i++)
	{
		cur = digits_put_int32(cur, values[i]);
		*cur++ = ',';
	}
	out->cur = cur;
	return (char *) (values + count);
}

static char *
put_int64s(Out *out, const int64 *values, int count)
{
	char	   *cur;

	out_reserve(out, count * (20 + 1) + 8);
	cur = out->cur;
	for (int i = 0; i < count; i++)
	{
		cur = digits_put_int64(cur, values[i]);
		*cur++ = ',';
	}
	out->cur = cur;
	return (char *) (values + count);
}

/* Both words are of 8 bytes, so that the longer one is written whole. */
static char *
put_bools(Out *out, const char *values, int count)
{
	char	   *cur;

	out_reserve(out, count * 6 + 8);
	cur = out->cur;
	for (int i = 0; i < count; i++)
	{
		memcpy(cur, values[i] != 0 ? "true,\0\0" : "false,\0", 8);
		cur += 6 - (values[i] != 0);
	}
	out->cur = cur;
	return (char *) (values + count);
}

static char *
put_float4s(Out *out, const float4 *values, int count)
{
	for (int i = 0; i < count; i++)
	{
		encode_float4(out, values[i]);
		out_char(out, ',');
	}
	return (char *) (values + count);
}

static char *
put_float8s(Out *out, const float8 *values, int count)
{
	for (int i = 0; i < count; i++)
	{
		encode_float8(out, values[i]);
		out_char(out, ',');
	}
	return (char *) (values + count);
}

/* The server keeps elements with full headers, and nothing out of line. */
static char *
put_texts(Out *out, uint8 alignment, char *next, int count)
{
	for (int i = 0; i < count; i++)
	{
		next = (char *) TYPEALIGN(alignment, next);
		if (likely(VARATT_IS_4B_U(next)))
			encode_string(out, VARDATA_4B(next), VARSIZE_4B(next) - VARHDRSZ);
		else
			encode_text(out, PointerGetDatum(next));
		out_char(out, ',');
		next += VARSIZE_ANY(next);
	}
	return next;
}

/* One element of any type, or NULL, without the comma. */
static pg_attribute_always_inline void
encode_element(Out *out, Elements *elements)
{
	Datum		value;

	if (elements_next(elements, &value))
		encode_value(out, elements->type, value);
	else
		encode_null(out);
}

static char *
put_any(Out *out, Elements *elements, int count)
{
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		encode_element(out, elements);
		out_char(out, ',');
	}
	return elements->next;
}

static char *
put_chunk(Out *out, Elements *elements, int count)
{
	char	   *next = elements->next;

	switch (elements->type->kind)
	{
		case TYPE_BOOL:
			return put_bools(out, next, count);
		case TYPE_INT2:
			return put_int16s(out, (const int16 *) next, count);
		case TYPE_INT4:
			return put_int32s(out, (const int32 *) next, count);
		case TYPE_INT8:
			return put_int64s(out, (const int64 *) next, count);
		case TYPE_FLOAT4:
			return put_float4s(out, (const float4 *) next, count);
		case TYPE_FLOAT8:
			return put_float8s(out, (const float8 *) next, count);
		case TYPE_TEXT:
			return put_texts(out, elements->type->alignment, next, count);
		default:
			return put_any(out, elements, count);
	}
}

/* `count` elements, none NULL, as an array. */
static void
encode_run(Out *out, Elements *elements, int count)
{
	out_char(out, '[');
	for (int left = count; left > 0; left -= CHUNK)
	{
		CHECK_FOR_INTERRUPTS();
		elements->next = put_chunk(out, elements, Min(left, CHUNK));
	}
	out->cur[-1] = ']';
}

/* dims[0] is the size of this dimension, ndims how many are left. */
static void
encode_dimension(Out *out, Elements *elements, int ndims, const int *dims,
				 bool line_feeds)
{
	if (ndims == 1 && elements->nulls == NULL && !line_feeds)
	{
		encode_run(out, elements, dims[0]);
		return;
	}
	out_char(out, '[');
	for (int i = 0; i < dims[0]; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i > 0 && line_feeds)
			out_append(out, ",\n ", 3);
		else if (i > 0)
			out_char(out, ',');
		if (ndims > 1)
			encode_dimension(out, elements, ndims - 1, dims + 1, false);
		else
			encode_element(out, elements);
	}
	out_char(out, ']');
}

void
encode_array(Out *out, Datum array, bool line_feeds)
{
	ShortRoom	room;
	ArrayType  *plain;

	check_stack_depth();
	plain = (ArrayType *) detoast_aligned(array, &room);
	if (ArrayGetNItems(ARR_NDIM(plain), ARR_DIMS(plain)) <= 0)
		out_append(out, "[]", 2);
	else
	{
		Elements	elements = elements_of(plain);

		encode_dimension(out, &elements, ARR_NDIM(plain), ARR_DIMS(plain),
						 line_feeds);
	}
	detoast_done((struct varlena *) plain, array, &room);
}
