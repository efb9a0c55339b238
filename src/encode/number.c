/*
 * number.c
 *		Integers, floating-point numbers and numeric as JSON numbers.
 *
 * Digits are made a word at a time (see digits.h).  Floating-point numbers
 * with few digits are written here, the others by core's functions.
 */
#include "compat.h"

#include <float.h>
#include <math.h>

#include "common/shortest_dec.h"
#include "utils/float.h"

#include "encode/digits.h"
#include "encode/number.h"

/* A sign, 15 digits, the point, 16 digits, and the rest of the last word. */
#define DECIMAL_ROOM	(1 + 15 + 1 + 16 + 8)

/* "-Infinity" in quotes, or what core's functions may write, a NUL included. */
#define FLOAT_ROOM		32

void
encode_int32(Out *out, int32 value)
{
	out_reserve(out, DIGITS_INTEGER_ROOM);
	out->cur = digits_put_int32(out->cur, value);
}

void
encode_int64(Out *out, int64 value)
{
	out_reserve(out, DIGITS_INTEGER_ROOM);
	out->cur = digits_put_int64(out->cur, value);
}

void
encode_quoted_uint32(Out *out, uint32 value)
{
	char	   *cur;

	out_reserve(out, DIGITS_INTEGER_ROOM + 2);
	cur = out->cur;
	*cur++ = '"';
	cur = digits_put_uint32(cur, value);
	*cur++ = '"';
	out->cur = cur;
}

/*
 * Floating-point numbers in tables mostly were decimals with few digits once:
 * prices, measurements, coordinates.  Core's algorithm is slowest on these,
 * since it drops the digits behind them one after the other.
 *
 * So first multiply the magnitude by 10^scale and round to an integer.  If
 * that integer, divided by 10^scale, gives the magnitude again, it has the
 * digits that core would find:
 * - The scale is such that 10^scale * 2^(exponent + 1) <= 2^(mantissa bits - 1).
 *   So all operands are exact, and the quotient is the number nearest to the
 *   decimal.
 * - Decimals of that scale are farther apart than the numbers, so no other
 *   one, hence no shorter one, is nearest to the same number.
 * - Core excludes decimals half way between two numbers.  These would need
 *   one mantissa bit more, while the integer does not fill what there is.
 *
 * Core writes an exponent for numbers below 0.0001 and from 10^DBL_DIG or
 * 10^FLT_DIG on; the exponents tried lie inside these limits.
 */
#define EXPONENT_MIN		(-13)
#define EXPONENT_MAX_FLOAT4	18
#define EXPONENT_MAX_FLOAT8	48

/* More would hardly find more, and put_decimal() has room for 16. */
#define SCALE_MAX_FLOAT4	6
#define SCALE_MAX_FLOAT8	15

/* 1233 / 4096 is log10(2), rounded down. */
#define SCALE(mantissa_bits, exponent) \
	((((mantissa_bits) - 2 - (exponent)) * 1233) >> 12)

static const uint64 powers_of_ten[] = {
	UINT64CONST(1),
	UINT64CONST(10),
	UINT64CONST(100),
	UINT64CONST(1000),
	UINT64CONST(10000),
	UINT64CONST(100000),
	UINT64CONST(1000000),
	UINT64CONST(10000000),
	UINT64CONST(100000000),
	UINT64CONST(1000000000),
	UINT64CONST(10000000000),
	UINT64CONST(100000000000),
	UINT64CONST(1000000000000),
	UINT64CONST(10000000000000),
	UINT64CONST(100000000000000),
	UINT64CONST(1000000000000000),
	UINT64CONST(10000000000000000)
};

/* The e of a number in [2^e, 2^(e + 1)); far outside for zero, NaN and infinities. */
static inline int
binary_exponent(float8 value)
{
	uint64		bits;

	memcpy(&bits, &value, sizeof(bits));
	return (int) ((bits >> 52) & 0x7FF) - 1023;
}

/* digits / 10^scale, whose integer part is `whole`, without zeros at the end. */
static inline char *
put_decimal(char *cur, uint64 digits, uint64 whole, int scale)
{
	uint64		fraction = digits - whole * powers_of_ten[scale];
	uint64		first;
	uint64		last;

	cur = digits_put_uint64(cur, whole);
	if (fraction == 0)
		return cur;
	fraction *= powers_of_ten[16 - scale];
	first = digits_split_8(fraction / 100000000);
	last = digits_split_8(fraction % 100000000);
	*cur++ = '.';
	digits_store_8(cur, first | DIGITS_ZEROS_8);
	if (last == 0)
		return cur + digits_trimmed_length(first);
	digits_store_8(cur + 8, last | DIGITS_ZEROS_8);
	return cur + 8 + digits_trimmed_length(last);
}

/* What is no JSON number, as a string. */
static void
encode_not_finite(Out *out, bool positive, bool negative)
{
	if (positive)
		out_append(out, "\"Infinity\"", 10);
	else if (negative)
		out_append(out, "\"-Infinity\"", 11);
	else
		out_append(out, "\"NaN\"", 5);
}

/* As the output functions write it; `digits` are those when extra_float_digits is 0. */
static pg_noinline void
encode_as_core(Out *out, float8 value, int digits)
{
	out_reserve(out, FLOAT_ROOM);
	if (isnan(value) || isinf(value))
		encode_not_finite(out, value > 0, value < 0);
	else if (extra_float_digits <= 0)
		out->cur += pg_strfromd(out->cur, FLOAT_ROOM, digits + extra_float_digits, value);
	else if (digits == FLT_DIG)
		out->cur += float_to_shortest_decimal_bufn(value, out->cur);
	else
		out->cur += double_to_shortest_decimal_bufn(value, out->cur);
}

void
encode_float4(Out *out, float4 value)
{
	int			exponent = binary_exponent(value);

	if (FLT_EVAL_METHOD == 0 && extra_float_digits > 0 &&
		exponent >= EXPONENT_MIN && exponent <= EXPONENT_MAX_FLOAT4)
	{
		int			scale = Min(SCALE(FLT_MANT_DIG, exponent), SCALE_MAX_FLOAT4);
		float4		power = powers_of_ten[scale];
		float4		magnitude = fabsf(value);
		int64		digits = (float8) magnitude * power + 0.5;

		if ((float4) digits / power == magnitude)
		{
			out_reserve(out, DECIMAL_ROOM);
			out->cur = put_decimal(digits_put_sign(out->cur, value < 0), digits, (int64) magnitude, scale);
			return;
		}
	}
	encode_as_core(out, value, FLT_DIG);
}

void
encode_float8(Out *out, float8 value)
{
	int			exponent = binary_exponent(value);

	if (FLT_EVAL_METHOD == 0 && extra_float_digits > 0 &&
		exponent >= EXPONENT_MIN && exponent <= EXPONENT_MAX_FLOAT8)
	{
		int			scale = Min(SCALE(DBL_MANT_DIG, exponent), SCALE_MAX_FLOAT8);
		float8		power = powers_of_ten[scale];
		float8		magnitude = fabs(value);
		int64		digits = magnitude * power + 0.5;

		if ((float8) digits / power == magnitude)
		{
			out_reserve(out, DECIMAL_ROOM);
			out->cur = put_decimal(digits_put_sign(out->cur, value < 0), digits, (int64) magnitude, scale);
			return;
		}
	}
	encode_as_core(out, value, DBL_DIG);
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
	int			needed = (parts->scale + 3) / NUMERIC_DIGITS_PER_GROUP;
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

char *
numeric_put(char *cur, const NumericParts *parts)
{
	cur = digits_put_sign(cur, parts->negative);
	if (parts->weight < 0)
		*cur++ = '0';
	else
	{
		cur = digits_put_short_4(cur, parts->count > 0 ? numeric_group(parts, 0) : 0);
		cur = put_groups(cur, parts, 1, parts->weight + 1);
	}
	if (parts->scale > 0)
		cur = put_fraction(cur, parts);
	return cur;
}

void
encode_numeric(Out *out, Datum value)
{
	struct varlena *plain = PG_DETOAST_DATUM_PACKED(value);
	const char *payload = VARDATA_ANY(plain);
	uint16		header = numeric_header(payload);

	if (unlikely(numeric_is_special(header)))
		encode_not_finite(out, header == NUMERIC_HEADER_INFINITY,
						  header == NUMERIC_HEADER_MINUS_INFINITY);
	else
	{
		NumericParts parts;

		numeric_take_apart(payload, VARSIZE_ANY_EXHDR(plain), &parts);
		out_reserve(out, NUMERIC_ROOM(parts.weight, parts.scale));
		out->cur = numeric_put(out->cur, &parts);
	}
	if ((Pointer) plain != DatumGetPointer(value))
		pfree(plain);
}
