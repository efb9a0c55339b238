/*
 * index_bits.h
 *		From the classes of 64 bytes, one bit for each, to what stands where in
 *		a JSON text.  What the vector tiers share.
 *
 * Bit 0 is the first byte of the block.  Runs of bits are followed by
 * additions: the carry of a bit that is added to a run comes out behind its
 * end.
 *
 * That quotes become strings by a prefix sum, and backslashes escapes by two
 * additions, was published by Langdale and Lemire ("Parsing gigabytes of JSON
 * per second", 2019).
 */
#ifndef FASTJSON_KERNEL_INDEX_BITS_H
#define FASTJSON_KERNEL_INDEX_BITS_H

#include "kernel/kernel.h"
#include "kernel/target.h"

#define INDEX_EVEN_BITS		UINT64_C(0x5555555555555555)

/* Rows of 16 bytes, looked up by the lower half of a byte, which is then compared with what is found. */
#define INDEX_WHITE \
	' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0

/* With bit 5 set, which of { } [ ] : , all but [ and ] have; what stands elsewhere cannot match. */
#define INDEX_STRUCTURAL \
	1, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0

/* What a tier tells about the bytes of a block: what matters in strings ... */
typedef struct IndexInside
{
	uint64_t	backslash;
	uint64_t	quote;
	uint64_t	control;		/* below 0x20 */
} IndexInside;

/* ... and what does outside of them. */
typedef struct IndexOutside
{
	uint64_t	white;			/* blank \t \n \r */
	uint64_t	comma;
	uint64_t	bracket;
	uint64_t	structural;		/* comma, colon, bracket; also 0x0c and 0x1a */
} IndexOutside;

/* What stands in a block. */
typedef struct IndexBlock
{
	uint64_t	entries;
	uint64_t	commas;			/* outside strings, as are the brackets */
	uint64_t	brackets;
	uint64_t	escaped_ends;	/* closing quotes of strings with a backslash */
} IndexBlock;

/*
 * The bytes behind an odd number of backslashes, unless backslashes
 * themselves.  A run that starts at an even bit has an odd length when it ends in
 * front of an odd one, and the other way round.
 */
TARGET_INLINE uint64_t
index_escaped(uint64_t backslash, uint64_t *escape)
{
	uint64_t	first = *escape;
	uint64_t	run = backslash & ~first;
	uint64_t	starts = run & ~(run << 1);
	uint64_t	behind_even = (run + (starts & INDEX_EVEN_BITS)) & ~run;
	uint64_t	behind_odd;

	*escape = __builtin_add_overflow(run, starts & ~INDEX_EVEN_BITS, &behind_odd);
	behind_odd &= ~run;
	return first | (behind_even & ~INDEX_EVEN_BITS) | (behind_odd & INDEX_EVEN_BITS);
}

/*
 * Closing quotes of the strings that a backslash stands in.  The bits of a
 * string reach from its opening quote to the byte in front of the closing
 * one: adding a bit to them carries into the closing quote.
 */
TARGET_INLINE uint64_t
index_escaped_ends(KernelIndex *index, uint64_t backslash, uint64_t in_string, uint64_t quote)
{
	uint64_t	sum;

	index->string_escape = __builtin_add_overflow(in_string,
												  (backslash & in_string) | index->string_escape,
												  &sum);
	return sum & quote & ~in_string;
}

/* index_prefix_xor() for tiers that have no carry-less multiplication. */
TARGET_INLINE uint64_t
index_prefix_xor_by_shifts(uint64_t bits)
{
	bits ^= bits << 1;
	bits ^= bits << 2;
	bits ^= bits << 4;
	bits ^= bits << 8;
	bits ^= bits << 16;
	bits ^= bits << 32;
	return bits;
}

/* index_lowest() for tiers that have no instruction which takes 0, too. */
TARGET_INLINE uint64_t
index_lowest_by_ctz(uint64_t bits)
{
	return (uint64_t) __builtin_ctzll(bits | UINT64_C(1) << 63);
}

#endif							/* FASTJSON_KERNEL_INDEX_BITS_H */
