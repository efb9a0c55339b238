/*
 * escape_widen.h
 *		Put a backslash in front of some of eight bytes, by one byte shuffle.
 *
 * For every set of bytes there is a row that selects, from a register of
 * eight bytes and eight backslashes, what belongs at each of the up to 16
 * places of the output.  Little-endian.
 */
#ifndef FASTJSON_KERNEL_ESCAPE_WIDEN_H
#define FASTJSON_KERNEL_ESCAPE_WIDEN_H

#include <stdint.h>

/* Half a row, for four bytes: where byte n is escaped, 8 (a backslash) comes before n. */
#define HALF_0	UINT64_C(0x03020100)
#define HALF_1	UINT64_C(0x0302010008)
#define HALF_2	UINT64_C(0x0302010800)
#define HALF_3	UINT64_C(0x030201080008)
#define HALF_4	UINT64_C(0x0302080100)
#define HALF_5	UINT64_C(0x030208010008)
#define HALF_6	UINT64_C(0x030208010800)
#define HALF_7	UINT64_C(0x03020801080008)
#define HALF_8	UINT64_C(0x0308020100)
#define HALF_9	UINT64_C(0x030802010008)
#define HALF_A	UINT64_C(0x030802010800)
#define HALF_B	UINT64_C(0x03080201080008)
#define HALF_C	UINT64_C(0x030802080100)
#define HALF_D	UINT64_C(0x03080208010008)
#define HALF_E	UINT64_C(0x03080208010800)
#define HALF_F	UINT64_C(0x0308020801080008)

/* The upper half selects bytes 4 to 7, or a backslash at 12, and goes behind the lower. */
#define UPPER(half)			((half) + UINT64_C(0x0404040404040404))
#define LOWER_BITS(half) \
	((half) >> 56 ? 64 : (half) >> 48 ? 56 : (half) >> 40 ? 48 : (half) >> 32 ? 40 : 32)
#define ROW(upper, lower) \
	{ \
		(lower) | (LOWER_BITS(lower) < 64 ? UPPER(upper) << (LOWER_BITS(lower) & 63) : 0), \
		UPPER(upper) >> (64 - LOWER_BITS(lower)) \
	}
#define ROWS(upper) \
	ROW(upper, HALF_0), ROW(upper, HALF_1), ROW(upper, HALF_2), ROW(upper, HALF_3), \
	ROW(upper, HALF_4), ROW(upper, HALF_5), ROW(upper, HALF_6), ROW(upper, HALF_7), \
	ROW(upper, HALF_8), ROW(upper, HALF_9), ROW(upper, HALF_A), ROW(upper, HALF_B), \
	ROW(upper, HALF_C), ROW(upper, HALF_D), ROW(upper, HALF_E), ROW(upper, HALF_F)

/* Bit n of the index: byte n is escaped. */
/* INDENT OFF */
static const uint64_t escape_widen_rows[256][2] __attribute__((aligned(64))) = {
	ROWS(HALF_0), ROWS(HALF_1), ROWS(HALF_2), ROWS(HALF_3),
	ROWS(HALF_4), ROWS(HALF_5), ROWS(HALF_6), ROWS(HALF_7),
	ROWS(HALF_8), ROWS(HALF_9), ROWS(HALF_A), ROWS(HALF_B),
	ROWS(HALF_C), ROWS(HALF_D), ROWS(HALF_E), ROWS(HALF_F)
};
/* INDENT ON */

#endif							/* FASTJSON_KERNEL_ESCAPE_WIDEN_H */
