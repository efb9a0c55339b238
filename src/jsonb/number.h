/*
 * number.h
 *		From the text of a JSON number to the numeric that a jsonb has for it.
 *
 * A numeric's digits are groups of four decimal digits, aligned to the
 * point.  Eight characters become two groups by two multiplications (the sums
 * of neighbours, first of single digits, then of pairs).  In what follows a
 * word has the first character, or group, in its lowest bits, whatever the
 * machine.
 */
#ifndef FASTJSON_JSONB_NUMBER_H
#define FASTJSON_JSONB_NUMBER_H

#include "compat.h"

#include "port/pg_bitutils.h"
#include "port/pg_bswap.h"

#include "import/numeric.h"

/* Bytes from the start of a number that the quick way may read. */
#define NUMBER_READ		40

/* Returned in registers. */
typedef struct NumberEnd
{
	char	   *dst;			/* the end of the numeric; NULL if there is no
								 * number, or none that a numeric can hold */
	const char *src;			/* the first byte behind the number */
} NumberEnd;

/*
 * Write the number at src as a numeric at dst, which is aligned and has room
 * (see size.h).  No byte at or behind `readable` is read.  What follows the
 * number is not looked at.
 */
extern NumberEnd number_write_any(char *dst, const char *src, const char *readable);

/* The values of eight characters, above 9 for those that are no digits. */
static inline uint64
number_load_8(const char *src)
{
	uint64		word;

	memcpy(&word, src, sizeof(word));
#ifdef WORDS_BIGENDIAN
	word = pg_bswap64(word);
#endif
	return word ^ UINT64CONST(0x3030303030303030);
}

/* How many digits are in front of the first byte that is none; 8 if all are. */
static inline int
number_count_8(uint64 word)
{
	uint64		others = ((word + UINT64CONST(0x7676767676767676)) | word) &
	UINT64CONST(0x8080808080808080);

	return others == 0 ? 8 : pg_rightmost_one_pos64(others) / 8;
}

/* Two groups from eight digits, in 16 bits each. */
static inline uint32
number_groups_8(uint64 digits)
{
	digits = (digits * (10 * 256 + 1)) >> 8 & UINT64CONST(0x00FF00FF00FF00FF);
	digits = (digits * (100 * 65536 + 1)) >> 16;
	return (digits & 0xFFFF) | (uint32) (digits >> 32) << 16;
}

/* The first n digits of the word, 1 to 8, with zeros in front, or behind. */
static inline uint64
number_align_right(uint64 word, int n)
{
	return word << (64 - 8 * n);
}

static inline uint64
number_align_left(uint64 word, int n)
{
	return word & (UINT64_MAX >> (64 - 8 * n));
}

static inline void
number_store_4(char *dst, uint64 groups)
{
#ifdef WORDS_BIGENDIAN
	for (int i = 0; i < 4; i++)
	{
		uint16		group = (uint16) (groups >> (16 * i));

		memcpy(dst + 2 * i, &group, sizeof(group));
	}
#else
	memcpy(dst, &groups, sizeof(groups));
#endif
}

/* The header of a numeric in the short form; returns where the groups go. */
static inline char *
number_store_header(char *dst, uint16 sign, int scale, int weight, int count)
{
	uint16		header = NUMERIC_FORM_SHORT | sign | scale << NUMERIC_SHORT_SCALE_SHIFT |
	(weight & NUMERIC_SHORT_WEIGHT_BITS);

	SET_VARSIZE(dst, VARHDRSZ + sizeof(header) + count * sizeof(int16));
	memcpy(dst + VARHDRSZ, &header, sizeof(header));
	return dst + VARHDRSZ + sizeof(header);
}

/*
 * Up to four groups, of which the first has that weight.  Zero groups in
 * front and behind are left out; nothing but zeros is zero.
 */
static inline char *
number_store(char *dst, uint16 sign, int scale, int weight, uint64 groups)
{
	int			count;
	int			skip;
	char	   *cur;

	if (unlikely(groups == 0))
		return number_store_header(dst, 0, scale, 0, 0);
	skip = pg_rightmost_one_pos64(groups) / 16;
	count = pg_leftmost_one_pos64(groups) / 16 + 1 - skip;
	cur = number_store_header(dst, sign, scale, weight - skip, count);
	number_store_4(cur, groups >> (16 * skip));
	return cur + count * sizeof(int16);
}

/* Same, with a group other than zero in front of them. */
static inline char *
number_store_behind(char *dst, uint16 sign, int scale, uint32 first, uint64 groups)
{
	int			count = groups == 0 ? 0 : pg_leftmost_one_pos64(groups) / 16 + 1;
	char	   *cur = number_store_header(dst, sign, scale, 0, 1 + count);
	uint16		group = (uint16) first;

	memcpy(cur, &group, sizeof(group));
	number_store_4(cur + sizeof(group), groups);
	return cur + sizeof(group) + count * sizeof(int16);
}

/* Is it an exponent? */
static inline bool
number_goes_on(char c)
{
	return (c | 0x20) == 'e';
}

/* As number_write_any, where one group, `first`, is in front of the point, and digits are at cur behind it. */
static pg_attribute_always_inline NumberEnd
number_write_decimal(char *dst, const char *src, const char *readable, uint16 sign,
					 uint32 first, const char *cur)
{
	uint64		word = number_load_8(cur);
	int			n = number_count_8(word);
	uint64		groups;
	int			more;

	if (unlikely(n == 0))
		return number_write_any(dst, src, readable);
	groups = number_groups_8(number_align_left(word, n));
	cur += n;
	if (n == 8)
	{
		word = number_load_8(cur);
		more = number_count_8(word);
		if (more > 0)
			groups |= (uint64) number_groups_8(number_align_left(word, more)) << 32;
		n += more;
		cur += more;
	}
	if (unlikely(n == 16 || number_goes_on(*cur)))
		return number_write_any(dst, src, readable);
	if (first == 0)
		return (NumberEnd) {number_store(dst, sign, n, -1, groups), cur};
	return (NumberEnd) {number_store_behind(dst, sign, n, first, groups), cur};
}

/* As number_write_any, quickly for integers of up to 16 digits and decimals of up to 4 + 15. */
static pg_attribute_always_inline NumberEnd
number_write(char *dst, const char *src, const char *readable)
{
	const char *cur = src;
	uint16		sign = 0;
	uint64		word;
	uint64		groups;
	int			n;
	int			more;

	if (unlikely(readable - src < NUMBER_READ))
		return number_write_any(dst, src, readable);
	if (*cur == '-')
	{
		sign = NUMERIC_SHORT_NEGATIVE;
		cur++;
	}
	word = number_load_8(cur);
	n = number_count_8(word);
	if (unlikely(n == 0 || ((word & 0xFF) == 0 && n > 1)))
		return number_write_any(dst, src, readable);
	cur += n;
	if (n == 8)
	{
		more = number_count_8(number_load_8(cur));
		cur += more;
		if (unlikely(more == 8 || *cur == '.' || number_goes_on(*cur)))
			return number_write_any(dst, src, readable);
		groups = (uint64) number_groups_8(number_load_8(cur - 8)) << 32;
		if (more > 0)
			groups |= number_groups_8(number_align_right(word, more));
		return (NumberEnd) {number_store(dst, sign, 0, 3, groups), cur};
	}
	groups = number_groups_8(number_align_right(word, n));
	if (*cur != '.')
	{
		if (unlikely(number_goes_on(*cur)))
			return number_write_any(dst, src, readable);
		return (NumberEnd) {number_store(dst, sign, 0, 1, groups), cur};
	}
	if (unlikely(n > 4))
		return number_write_any(dst, src, readable);
	return number_write_decimal(dst, src, readable, sign, groups >> 16, cur + 1);
}

#endif							/* FASTJSON_JSONB_NUMBER_H */
