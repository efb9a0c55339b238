/*
 * number.h
 *		Integers, floating-point numbers and numeric as JSON numbers.
 *
 * All append to `out`, in core's bytes: what the type's output function
 * gives, quoted when it is no JSON number (NaN, infinities).
 */
#ifndef FASTJSON_ENCODE_NUMBER_H
#define FASTJSON_ENCODE_NUMBER_H

#include "encode/out.h"
#include "import/numeric.h"

/* Sign, point, all digits, and one group more that is written behind the last digit. */
#define NUMERIC_ROOM(weight, scale) \
	(2 + (Size) (Max((weight), 0) + 2) * NUMERIC_DIGITS_PER_GROUP + (scale))

/* smallint, integer and bigint. */
extern void encode_int32(Out *out, int32 value);
extern void encode_int64(Out *out, int64 value);

/* oid and the like, which are strings in JSON. */
extern void encode_quoted_uint32(Out *out, uint32 value);

/* real and double precision; follow extra_float_digits. */
extern void encode_float4(Out *out, float4 value);
extern void encode_float8(Out *out, float8 value);

/* numeric, in any of its stored forms, toasted or not. */
extern void encode_numeric(Out *out, Datum value);

/*
 * Write a finite numeric and return its end.  Room: NUMERIC_ROOM bytes.
 */
extern char *numeric_put(char *cur, const NumericParts *parts);

#endif							/* FASTJSON_ENCODE_NUMBER_H */
