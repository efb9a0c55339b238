/*
 * unescape_bytes.h
 *		One escape of a JSON string.  Shared by all tiers.
 */
#ifndef FASTJSON_KERNEL_UNESCAPE_BYTES_H
#define FASTJSON_KERNEL_UNESCAPE_BYTES_H

#include <string.h>

#include "kernel/escape_bytes.h"
#include "kernel/target.h"

/* What the letter behind a backslash stands for, 0 if it is none of them; 'u' is not. */
extern const uint8_t unescape_letters[256];

/* The value of a hex digit, 0xff for other bytes. */
extern const uint8_t unescape_hex[256];

/* The value of four hex digits, above 0xffff if they are not. */
TARGET_INLINE uint32_t
unescape_unit(const char *src)
{
	const unsigned char *digits = (const unsigned char *) src;
	uint32_t	a = unescape_hex[digits[0]];
	uint32_t	b = unescape_hex[digits[1]];
	uint32_t	c = unescape_hex[digits[2]];
	uint32_t	d = unescape_hex[digits[3]];

	return (a << 12 | b << 8 | c << 4 | d) | ((a | b | c | d) & 0x80) << 16;
}

/* Write a code point above 0 as UTF-8; may write four bytes. */
TARGET_INLINE char *
unescape_utf8(char *dst, uint32_t code)
{
	if (code < 0x80)
	{
		dst[0] = (char) code;
		return dst + 1;
	}
	if (code < 0x800)
	{
		dst[0] = (char) (0xc0 | code >> 6);
		dst[1] = (char) (0x80 | (code & 0x3f));
		return dst + 2;
	}
	if (code < 0x10000)
	{
		dst[0] = (char) (0xe0 | code >> 12);
		dst[1] = (char) (0x80 | (code >> 6 & 0x3f));
		dst[2] = (char) (0x80 | (code & 0x3f));
		return dst + 3;
	}
	dst[0] = (char) (0xf0 | code >> 18);
	dst[1] = (char) (0x80 | (code >> 12 & 0x3f));
	dst[2] = (char) (0x80 | (code >> 6 & 0x3f));
	dst[3] = (char) (0x80 | (code & 0x3f));
	return dst + 4;
}

/*
 * The escape at src, which is a backslash: *src moves behind it.  Returns the
 * code point, 0 if it is not valid.
 */
TARGET_INLINE uint32_t
unescape_one(const char **src, const char *end)
{
	const char *at = *src;
	uint32_t	code;
	uint32_t	low;

	if (TARGET_UNLIKELY(end - at < 2))
		return 0;
	code = unescape_letters[(unsigned char) at[1]];
	if (code != 0)
	{
		*src = at + 2;
		return code;
	}
	if (TARGET_UNLIKELY(at[1] != 'u' || end - at < 6))
		return 0;
	code = unescape_unit(at + 2);
	*src = at + 6;
	if (TARGET_LIKELY(code - 0xd800 >= 0x800))
		return code <= 0xffff ? code : 0;
	if (code >= 0xdc00 || end - at < 12 || at[6] != '\\' || at[7] != 'u')
		return 0;
	low = unescape_unit(at + 8);
	if (low - 0xdc00 >= 0x400)
		return 0;
	*src = at + 12;
	return 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
}

TARGET_INLINE Cursor
unescape_skip(Cursor at, size_t n)
{
	at.dst += n;
	at.src += n;
	return at;
}

/* The escape at at.src and those that follow without a gap; at.dst becomes NULL if one is not valid. */
TARGET_INLINE Cursor
unescape_run(Cursor at, const char *end)
{
	do
	{
		uint32_t	code = unescape_one(&at.src, end);

		if (TARGET_UNLIKELY(code == 0))
		{
			at.dst = NULL;
			return at;
		}
		at.dst = unescape_utf8(at.dst, code);
	} while (at.src < end && *at.src == '\\');
	return at;
}

/* The number of bytes in front of the first backslash of eight; 8 if there is none. */
TARGET_INLINE size_t
unescape_clean_bytes(uint64_t word)
{
	uint64_t	zero = word ^ EVERY_BYTE('\\');
	uint64_t	found = (zero - EVERY_BYTE(0x01)) & ~zero & EVERY_BYTE(0x80);

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	/* borrows come from bytes behind: do not ask where */
	return found == 0 ? 8 : 0;
#else
	return found == 0 ? 8 : (size_t) __builtin_ctzll(found) / 8;
#endif
}

/* All that is left, in general registers; NULL if it is not valid. */
TARGET_INLINE char *
unescape_short(Cursor at, const char *end)
{
	for (;;)
	{
		size_t		clean = 8;

		while (end - at.src >= 8 && clean == 8)
		{
			uint64_t	word = load_8(at.src);

			store_8(at.dst, word);
			clean = unescape_clean_bytes(word);
			at = unescape_skip(at, clean);
		}
		while (at.src < end && *at.src != '\\')
			*at.dst++ = *at.src++;
		if (at.src == end)
			return at.dst;
		at = unescape_run(at, end);
		if (TARGET_UNLIKELY(at.dst == NULL))
			return NULL;
	}
}

#endif							/* FASTJSON_KERNEL_UNESCAPE_BYTES_H */
