/*
 * escape_bytes.h
 *		Escaping in general registers: what scalar.c is made of, and what the
 *		vector tiers use for the bytes that are no work for a vector.
 *
 * The functions are inlined into code of any tier, so they are compiled with
 * that tier's instructions.
 */
#ifndef FASTJSON_KERNEL_ESCAPE_BYTES_H
#define FASTJSON_KERNEL_ESCAPE_BYTES_H

#include <string.h>

#include "kernel/target.h"
#include "kernel/tier.h"

#define EVERY_BYTE(c)	(UINT64_C(0x0101010101010101) * (c))

TARGET_INLINE uint64_t
load_8(const char *src)
{
	uint64_t	word;

	memcpy(&word, src, 8);
	return word;
}

TARGET_INLINE uint32_t
load_4(const char *src)
{
	uint32_t	word;

	memcpy(&word, src, 4);
	return word;
}

/* The n bytes at src, 1 to 3. */
TARGET_INLINE uint32_t
load_below_4(const char *src, size_t n)
{
	return (unsigned char) src[0]
		| (uint32_t) (unsigned char) src[n / 2] << (8 * (n / 2))
		| (uint32_t) (unsigned char) src[n - 1] << (8 * (n - 1));
}

TARGET_INLINE void
store_8(char *dst, uint64_t word)
{
	memcpy(dst, &word, 8);
}

TARGET_INLINE void
store_4(char *dst, uint32_t word)
{
	memcpy(dst, &word, 4);
}

/*
 * Is none of the eight bytes escaped?  Exchanging 0x20 with 0x22 makes quotes
 * and controls one range, 0 to 0x20.  A subtraction that goes below zero sets
 * the top bit, which counts only where the byte had none; its borrow can
 * spoil only bytes above one that was found already.
 */
TARGET_INLINE bool
word_is_clean(uint64_t word)
{
	uint64_t	low = (word ^ EVERY_BYTE(0x02)) - EVERY_BYTE(0x21);
	uint64_t	backslash = (word ^ EVERY_BYTE('\\')) - EVERY_BYTE(0x01);

	return ((low | backslash) & ~word & EVERY_BYTE(0x80)) == 0;
}

TARGET_INLINE size_t
bit_count(uint64_t bits)
{
	return (unsigned int) __builtin_popcountll(bits);
}

/* Where a kernel is: the next byte to write, the next to read. */
typedef struct Cursor
{
	char	   *dst;
	const char *src;
} Cursor;

/* An EscapeText as the number that it is copied as, and its length in there. */
TARGET_INLINE uint64_t
text_by(const EscapeText *table, char c)
{
	uint64_t	text;

	memcpy(&text, &table[(unsigned char) c], 8);
	return text;
}

TARGET_INLINE uint64_t
text_of(char c)
{
	return text_by(escape_text, c);
}

TARGET_INLINE size_t
text_length(uint64_t text)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return text >> 56;
#else
	return text & 0xff;
#endif
}

/* Overwrites up to 7 bytes behind the returned end, as all that follow. */
TARGET_INLINE char *
escape_byte(char *dst, char c)
{
	uint64_t	text = text_of(c);

	store_8(dst, text);
	return dst + text_length(text);
}

/* Two at a time halve the chain of additions that each store waits for. */
TARGET_INLINE char *
escape_2_by(const EscapeText *table, char *dst, const char *src)
{
	uint64_t	first = text_by(table, src[0]);
	uint64_t	second = text_by(table, src[1]);
	size_t		length = text_length(first);

	store_8(dst, first);
	store_8(dst + length, second);
	return dst + (length + text_length(second));
}

TARGET_INLINE char *
escape_2(char *dst, const char *src)
{
	return escape_2_by(escape_text, dst, src);
}

TARGET_INLINE char *
escape_8(char *dst, const char *src)
{
	dst = escape_2(dst, src);
	dst = escape_2(dst, src + 2);
	dst = escape_2(dst, src + 4);
	return escape_2(dst, src + 6);
}

TARGET_INLINE char *
escape_bytes(char *dst, const char *src, size_t len)
{
	size_t		i;

	for (i = 0; i < len; i++)
		dst = escape_byte(dst, src[i]);
	return dst;
}

/*
 * All of [at.src, least), then on to `limit`, or to where eight bytes are
 * clean, which is asked every 32 bytes.
 */
TARGET_INLINE Cursor
escape_dense(Cursor at, const char *least, const char *limit)
{
	int			i;

	while (limit - at.src >= 32)
	{
		if (at.src >= least && word_is_clean(load_8(at.src)))
			return at;
		for (i = 0; i < 4; i++)
		{
			at.dst = escape_8(at.dst, at.src);
			at.src += 8;
		}
	}
	while (limit - at.src >= 8)
	{
		at.dst = escape_8(at.dst, at.src);
		at.src += 8;
	}
	at.dst = escape_bytes(at.dst, at.src, limit - at.src);
	at.src = limit;
	return at;
}

/* A string of up to 7 bytes, without a loop as long as it is clean. */
TARGET_INLINE char *
escape_below_8(char *dst, const char *src, size_t len)
{
	if (len >= 4)
	{
		uint32_t	head = load_4(src);
		uint32_t	tail = load_4(src + len - 4);

		if (TARGET_LIKELY(word_is_clean((uint64_t) tail << 32 | head)))
		{
			store_4(dst, head);
			store_4(dst + len - 4, tail);
			return dst + len;
		}
	}
	else if (len > 0)
	{
		uint64_t	first = text_of(src[0]);
		uint64_t	middle = text_of(src[len / 2]);
		uint64_t	last = text_of(src[len - 1]);

		store_8(dst, first);
		dst += text_length(first);
		store_8(dst, middle);
		dst += text_length(middle) & -(size_t) (len > 1);
		store_8(dst, last);
		return dst + (text_length(last) & -(size_t) (len > 2));
	}
	return escape_bytes(dst, src, len);
}

#endif							/* FASTJSON_KERNEL_ESCAPE_BYTES_H */
