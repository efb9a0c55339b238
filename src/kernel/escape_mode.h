/*
 * escape_mode.h
 *		The operations `escape_html` and `escape_ascii` in general registers: all
 *		of them in scalar.c, and in the vector tiers what is not clean.
 *
 * The mode is an argument that every caller knows when it is compiled, so that
 * each function exists once per mode without a test of it.
 */
#ifndef KERNEL_ESCAPE_MODE_H
#define KERNEL_ESCAPE_MODE_H

#include "kernel/escape_bytes.h"

typedef enum EscapeMode
{
	ESCAPE_HTML,
	ESCAPE_ASCII
} EscapeMode;

/* Escaped in one go, without asking whether it is over, are so many bytes. */
#define MODE_RUN_BYTES	16

/* Does it have a byte of which the tests in word_is_clean() see the top bit? */
TARGET_INLINE uint64_t
below_one(uint64_t word, char c)
{
	return (word ^ EVERY_BYTE((unsigned char) c)) - EVERY_BYTE(0x01);
}

/* As word_is_clean(); 0xe2 begins the separators, and others. */
TARGET_INLINE bool
word_is_clean_in(uint64_t word, const EscapeMode mode)
{
	uint64_t	low = (word ^ EVERY_BYTE(0x02)) - EVERY_BYTE(0x21);
	uint64_t	found = low | below_one(word, '\\');
	uint64_t	separators = word ^ EVERY_BYTE(0xe2);

	if (mode == ESCAPE_ASCII)
		return ((found | word) & EVERY_BYTE(0x80)) == 0;
	found |= below_one(word, '&') | below_one(word | EVERY_BYTE(0x02), '>');
	separators = (separators - EVERY_BYTE(0x01)) & ~separators;
	return (((found & ~word) | separators) & EVERY_BYTE(0x80)) == 0;
}

/* "\uxxxx" for a code below 0x10000; writes eight bytes. */
TARGET_INLINE char *
escape_code(char *dst, uint32_t code)
{
	uint32_t	digits = (code & 0x0f) << 24 | (code & 0xf0) << 12 | (code & 0xf00) | code >> 12;
	uint32_t	letters = ((digits + 0x06060606) >> 4) & 0x01010101;

	digits += 0x30303030 + letters * ('a' - '0' - 10);
	dst[0] = '\\';
	dst[1] = 'u';
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	digits = __builtin_bswap32(digits);
#endif
	store_4(dst + 2, digits);
	return dst + 6;
}

TARGET_INLINE bool
is_continuation(char c)
{
	return ((unsigned char) c & 0xc0) == 0x80;
}

/*
 * The character of UTF-8 at src that is not ASCII; *length is how many bytes
 * it has.  What is cut off, too long for its value, a surrogate or above
 * U+10FFFF is one byte of U+FFFD.
 */
TARGET_INLINE uint32_t
decode_utf8(const char *src, const char *end, size_t *length)
{
	uint32_t	lead = (unsigned char) src[0];
	size_t		n = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
	uint32_t	least = n == 4 ? 0x10000 : n == 3 ? 0x800 : 0x80;
	uint32_t	code = lead & (0x7f >> n);
	size_t		i;

	*length = 1;
	if (lead < 0xc2 || lead > 0xf4 || (size_t) (end - src) < n)
		return 0xfffd;
	for (i = 1; i < n; i++)
	{
		if (!is_continuation(src[i]))
			return 0xfffd;
		code = code << 6 | ((unsigned char) src[i] & 0x3f);
	}
	if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0xfffd;
	*length = n;
	return code;
}

TARGET_INLINE Cursor
escape_character_ascii(Cursor at, const char *end)
{
	size_t		length;
	uint32_t	code;

	if ((unsigned char) *at.src < 0x80)
	{
		at.dst = escape_byte(at.dst, *at.src++);
		return at;
	}
	code = decode_utf8(at.src, end, &length);
	at.src += length;
	if (code >= 0x10000)
	{
		at.dst = escape_code(at.dst, 0xd800 + ((code - 0x10000) >> 10));
		code = 0xdc00 + (code & 0x3ff);
	}
	at.dst = escape_code(at.dst, code);
	return at;
}

TARGET_INLINE Cursor
escape_character_html(Cursor at, const char *end)
{
	uint64_t	text;

	if (TARGET_UNLIKELY((unsigned char) *at.src == 0xe2) && end - at.src >= 3
		&& (unsigned char) at.src[1] == 0x80 && ((unsigned char) at.src[2] | 1) == 0xa9)
	{
		at.dst = escape_code(at.dst, 0x2000 | ((unsigned char) at.src[2] & 0x3f));
		at.src += 3;
		return at;
	}
	memcpy(&text, &escape_text_html[(unsigned char) *at.src++], 8);
	store_8(at.dst, text);
	at.dst += text_length(text);
	return at;
}

TARGET_INLINE Cursor
escape_character(Cursor at, const char *end, const EscapeMode mode)
{
	return mode == ESCAPE_HTML ? escape_character_html(at, end) : escape_character_ascii(at, end);
}

/* Character by character, until eight bytes are clean. */
TARGET_INLINE Cursor
escape_run(Cursor at, const char *end, const EscapeMode mode)
{
	while (at.src < end)
	{
		const char *stop = end - at.src > MODE_RUN_BYTES ? at.src + MODE_RUN_BYTES : end;

		while (at.src < stop)
			at = escape_character(at, end, mode);
		if (end - at.src >= 8 && word_is_clean_in(load_8(at.src), mode))
			break;
	}
	return at;
}

#endif							/* KERNEL_ESCAPE_MODE_H */
