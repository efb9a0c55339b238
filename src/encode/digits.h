/*
 * digits.h
 *		Decimal digits, several at a time.
 *
 * The digits of a number are made side by side in the bytes of one word, and
 * stored with it.  So there is neither a table nor a loop nor a branch on
 * the number of digits.
 *
 * In such a word the first digit is in the lowest byte, whatever the machine.
 */
#ifndef FASTJSON_ENCODE_DIGITS_H
#define FASTJSON_ENCODE_DIGITS_H

#include "compat.h"

#include "port/pg_bitutils.h"
#include "port/pg_bswap.h"

/* '0' in every byte. */
#define DIGITS_ZEROS_8	UINT64CONST(0x3030303030303030)
#define DIGITS_ZEROS_4	0x30303030U

/*
 * Two digits of each number below 100.  The numbers lie in `word`, at least
 * 16 bits apart; `mask` has the four lowest bits set at each of them.
 *
 * 103 / 1024 is 1/10 with an error below 1/99.  The subtraction leaves the
 * tens where they are and puts the ones, word - tens * 10, a byte above.
 */
static inline uint64
digits_split_pairs(uint64 word, uint64 mask)
{
	uint64		tens = ((word * 103) >> 10) & mask;

	return (word << 8) - tens * ((10 << 8) - 1);
}

/*
 * Four digits of each of two numbers below 10^4, the second one in the upper
 * half of `word`.  10486 / 2^20 is 1/100 with an error below 1/9999.
 */
static inline uint64
digits_split_fours(uint64 word)
{
	uint64		high = ((word * 10486) >> 20) & UINT64CONST(0x0000007F0000007F);

	return digits_split_pairs((word << 16) - high * ((100 << 16) - 1),
							  UINT64CONST(0x000F000F000F000F));
}

/* Eight digits of a number below 10^8. */
static inline uint64
digits_split_8(uint32 value)
{
	uint64		high = value / 10000;

	return digits_split_fours(((uint64) value << 32) -
							  high * ((UINT64CONST(10000) << 32) - 1));
}

/* Four digits of a number below 10^4. */
static inline uint32
digits_split_4(uint32 value)
{
	uint32		high = (value * 10486) >> 20;
	uint32		word = (value << 16) - high * ((100 << 16) - 1);
	uint32		tens = ((word * 103) >> 10) & 0x000F000F;

	return (word << 8) - tens * ((10 << 8) - 1);
}

/* How many of eight digits are left without zeros at the end; not for 0. */
static inline int
digits_trimmed_length(uint64 word)
{
	return pg_leftmost_one_pos64(word) / 8 + 1;
}

/* Store a word of text. */
static inline void
digits_store_8(char *cur, uint64 word)
{
#ifdef WORDS_BIGENDIAN
	word = pg_bswap64(word);
#endif
	memcpy(cur, &word, sizeof(word));
}

static inline void
digits_store_4(char *cur, uint32 word)
{
#ifdef WORDS_BIGENDIAN
	word = pg_bswap32(word);
#endif
	memcpy(cur, &word, sizeof(word));
}

/* Write exactly eight digits, or four; return the end. */
static inline char *
digits_put_8(char *cur, uint32 value)
{
	digits_store_8(cur, digits_split_8(value) | DIGITS_ZEROS_8);
	return cur + 8;
}

static inline char *
digits_put_4(char *cur, uint32 value)
{
	digits_store_4(cur, digits_split_4(value) | DIGITS_ZEROS_4);
	return cur + 4;
}

/*
 * Same without leading zeros, but at least one digit.  A whole word is
 * stored at `cur`.
 */
static inline char *
digits_put_short_8(char *cur, uint32 value)
{
	uint64		word = digits_split_8(value);
	int			zeros = pg_rightmost_one_pos64(word | UINT64CONST(1) << 56) / 8;

	digits_store_8(cur, (word | DIGITS_ZEROS_8) >> (zeros * 8));
	return cur + 8 - zeros;
}

static inline char *
digits_put_short_4(char *cur, uint32 value)
{
	uint32		word = digits_split_4(value);
	int			zeros = pg_rightmost_one_pos32(word | 1U << 24) / 8;

	digits_store_4(cur, (word | DIGITS_ZEROS_4) >> (zeros * 8));
	return cur + 4 - zeros;
}

/* Room for the longest 64-bit number, its sign, and the rest of the last word. */
#define DIGITS_INTEGER_ROOM	(1 + 20 + 8)

/* Without a branch, as signs are hard to predict. */
static inline char *
digits_put_sign(char *cur, bool negative)
{
	*cur = '-';
	return cur + negative;
}

static inline char *
digits_put_uint32(char *cur, uint32 value)
{
	if (value < 100000000)
		return digits_put_short_8(cur, value);
	cur = digits_put_short_4(cur, value / 100000000);
	return digits_put_8(cur, value % 100000000);
}

static inline char *
digits_put_uint64(char *cur, uint64 value)
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

static inline char *
digits_put_int32(char *cur, int32 value)
{
	cur = digits_put_sign(cur, value < 0);
	return digits_put_uint32(cur, value < 0 ? -(uint32) value : (uint32) value);
}

static inline char *
digits_put_int64(char *cur, int64 value)
{
	cur = digits_put_sign(cur, value < 0);
	return digits_put_uint64(cur, value < 0 ? -(uint64) value : (uint64) value);
}

#endif							/* FASTJSON_ENCODE_DIGITS_H */
