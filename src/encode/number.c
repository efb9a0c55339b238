/*
 * number.c
 *		Integers, floating-point numbers and numeric as JSON numbers.
 *
 * Digits are made eight or four at a time, side by side in the bytes of one
 * word, and stored with it; leading zeros are shifted out of the word before.
 * So there is neither a table nor a branch on the number of digits.
 */
#include "compat.h"

#include <float.h>
#include <math.h>

#include "common/shortest_dec.h"
#include "utils/float.h"

#include "encode/digits.h"
#include "encode/number.h"
#include "import/numeric.h"

/* Digits of the longest int64 and its sign, and the rest of the last word. */
#define INTEGER_ROOM	(1 + 20 + 8)

/* "-Infinity" in quotes, or what pg_strfromd() may write, its NUL included. */
#define FLOAT_ROOM		32

/* Without a branch, as signs are hard to predict. */
static inline char *
put_sign(char *cur, bool negative)
{
	*cur = '-';
	return cur + negative;
}

static inline char *
put_unsigned(char *cur, uint64 value)
{
	uint64		high;

	if (value < 100000000)
		return digits_put_short_8(cur, value);
	high = value / 100000000;
	if (likely(high < 100000000))
		cur = digits_put_short_8(cur, high);
	else
	{
		cur = digits_put_short_8(cur, high / 100000000);
		cur = digits_put_8(cur, high % 100000000);
	}
	return digits_put_8(cur, value % 100000000);
}

void
encode_int32(Out *out, int32 value)
{
	uint32		magnitude = value < 0 ? -(uint32) value : (uint32) value;
	char	   *cur;

	out_reserve(out, INTEGER_ROOM);
	cur = put_sign(out->cur, value < 0);
	if (magnitude < 100000000)
		out->cur = digits_put_short_8(cur, magnitude);
	else
	{
		cur = digits_put_short_4(cur, magnitude / 100000000);
		out->cur = digits_put_8(cur, magnitude % 100000000);
	}
}

void
encode_int64(Out *out, int64 value)
{
	uint64		magnitude = value < 0 ? -(uint64) value : (uint64) value;

	out_reserve(out, INTEGER_ROOM);
	out->cur = put_unsigned(put_sign(out->cur, value < 0), magnitude);
}

/* NaN or an infinity, as a string. */
static void
encode_not_finite(Out *out, float8 value)
{
	if (isnan(value))
		out_append(out, "\"NaN\"", 5);
	else if (value > 0)
		out_append(out, "\"Infinity\"", 10);
	else
		out_append(out, "\"-Infinity\"", 11);
}

/* What the output functions do when extra_float_digits is not above zero. */
static void
encode_rounded(Out *out, float8 value, int digits)
{
	out_reserve(out, FLOAT_ROOM);
	out->cur += pg_strfromd(out->cur, FLOAT_ROOM, digits, value);
}

void
encode_float4(Out *out, float4 value)
{
	if (unlikely(isnan(value) || isinf(value)))
		encode_not_finite(out, value);
	else if (unlikely(extra_float_digits <= 0))
		encode_rounded(out, value, FLT_DIG + extra_float_digits);
	else
	{
		out_reserve(out, FLOAT_SHORTEST_DECIMAL_LEN);
		out->cur += float_to_shortest_decimal_bufn(value, out->cur);
	}
}

void
encode_float8(Out *out, float8 value)
{
	if (unlikely(isnan(value) || isinf(value)))
		encode_not_finite(out, value);
	else if (unlikely(extra_float_digits <= 0))
		encode_rounded(out, value, DBL_DIG + extra_float_digits);
	else
	{
		out_reserve(out, DOUBLE_SHORTEST_DECIMAL_LEN);
		out->cur += double_to_shortest_decimal_bufn(value, out->cur);
	}
}

/* The groups from `first` up to, not including, `end`; those not stored are zero. */
static inline char *
put_groups(char *cur, const NumericParts *parts, int first, int end)
{
	int			stored = Min(end, parts->count);

	while (first < stored)
		cur = digits_put_4(cur, numeric_group(parts, first++));
	if (first < end)
	{
		Size		zeros = (Size) (end - first) * NUMERIC_DIGITS_PER_GROUP;

		memset(cur, '0', zeros);
		cur += zeros;
	}
	return cur;
}

/* The point and exactly `scale` digits; up to three more are written behind. */
static inline char *
put_fraction(char *cur, const NumericParts *parts)
{
	char	   *end = cur + 1 + parts->scale;
	int			needed = (parts->scale + NUMERIC_DIGITS_PER_GROUP - 1) / NUMERIC_DIGITS_PER_GROUP;
	int			first = parts->weight + 1;

	*cur++ = '.';
	if (first < 0)
	{
		int			zeros = Min(-first, needed);

		memset(cur, '0', (Size) zeros * NUMERIC_DIGITS_PER_GROUP);
		cur += (Size) zeros * NUMERIC_DIGITS_PER_GROUP;
		needed -= zeros;
		first = 0;
	}
	put_groups(cur, parts, first, first + needed);
	return end;
}

static void
encode_finite_numeric(Out *out, const NumericParts *parts)
{
	Size		groups = Max(parts->weight, 0) + 1;
	char	   *cur;

	/* Sign, point, and a word behind the last digit. */
	out_reserve(out, groups * NUMERIC_DIGITS_PER_GROUP + parts->scale + 2 + sizeof(uint64));
	cur = put_sign(out->cur, parts->negative);
	if (parts->weight < 0)
		*cur++ = '0';
	else
	{
		cur = digits_put_short_4(cur, parts->count > 0 ? numeric_group(parts, 0) : 0);
		cur = put_groups(cur, parts, 1, parts->weight + 1);
	}
	if (parts->scale > 0)
		cur = put_fraction(cur, parts);
	out->cur = cur;
}

static void
encode_special_numeric(Out *out, uint16 header)
{
	if (header == NUMERIC_HEADER_INFINITY)
		out_append(out, "\"Infinity\"", 10);
	else if (header == NUMERIC_HEADER_MINUS_INFINITY)
		out_append(out, "\"-Infinity\"", 11);
	else
		out_append(out, "\"NaN\"", 5);
}

void
encode_numeric(Out *out, Datum value)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(value);
	struct varlena *plain = pg_detoast_datum_packed(stored);
	const char *payload = VARDATA_ANY(plain);

	if (unlikely(numeric_is_special(numeric_header(payload))))
		encode_special_numeric(out, numeric_header(payload));
	else
	{
		NumericParts parts;

		numeric_take_apart(payload, VARSIZE_ANY_EXHDR(plain), &parts);
		encode_finite_numeric(out, &parts);
	}
	if (plain != stored)
		pfree(plain);
}
