/*
 * escape_mode.h
 *		The operations `escape_html` and `escape_ascii` in general registers: all
 *		of them in scalar.c, and in the vector tiers what is not clean.
 *
 * The mode is an argument that every caller knows when it is compiled, so that
 * each function exists once per mode without a test of it.
 */
#ifndef FASTJSON_KERNEL_ESCAPE_MODE_H
#define FASTJSON_KERNEL_ESCAPE_MODE_H

#include "kernel/escape_bytes.h"

typedef enum EscapeMode
{
	ESCAPE_JSON,				/* not for the functions of this file */
	ESCAPE_HTML,
	ESCAPE_ASCII
} EscapeMode;

/* Escaped in one go, without asking whether it is over, are so many bytes. */
#define MODE_RUN_BYTES	16

/* In the top bit of each byte of an ASCII text: is it c?  Borrows as in word_is_clean(). */
TARGET_INLINE uint64_t
equal_to(uint64_t word, char c)
{
	return (word ^ EVERY_BYTE((unsigned char) c)) - EVERY_BYTE(0x01);
}

/* Does a separator, or another character that begins with 0xe2, begin in the word? */
TARGET_INLINE bool
word_has_e2(uint64_t word)
{
	uint64_t	zero = word ^ EVERY_BYTE(0xe2);

	return ((zero - EVERY_BYTE(0x01)) & ~zero & EVERY_BYTE(0x80)) != 0;
}

/* As word_is_clean(). */
TARGET_INLINE bool
word_is_clean_in(uint64_t word, const EscapeMode mode)
{
	uint64_t	low = (word ^ EVERY_BYTE(0x02)) - EVERY_BYTE(0x21);
	uint64_t	found = low | equal_to(word, '\\');

	if (mode == ESCAPE_ASCII)
		return ((found | word) & EVERY_BYTE(0x80)) == 0;
	found |= equal_to(word, '&') | equal_to(word | EVERY_BYTE(0x02), '>');
	return (found & ~word & EVERY_BYTE(0x80)) == 0 && !word_has_e2(word);
}

/* Is each byte of it a character of its own? */
TARGET_INLINE bool
word_is_bytes(uint64_t word, const EscapeMode mode)
{
	return mode == ESCAPE_HTML ? !word_has_e2(word) : (word & EVERY_BYTE(0x80)) == 0;
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

/* The six bits of a byte that continues a character, or more if it does not. */
TARGET_INLINE uint32_t
continuation(char c)
{
	return (unsigned char) c ^ 0x80;
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
	size_t		left = (size_t) (end - src);
	uint32_t	b;
	uint32_t	c;
	uint32_t	d;
	uint32_t	code;

	*length = 1;
	if (left < 2 || (b = continuation(src[1])) > 0x3f)
		return 0xfffd;
	if (lead < 0xe0)
	{
		if (lead < 0xc2)
			return 0xfffd;
		*length = 2;
		return (lead & 0x1f) << 6 | b;
	}
	if (left < 3 || (c = continuation(src[2])) > 0x3f)
		return 0xfffd;
	if (lead < 0xf0)
	{
		code = (lead & 0x0f) << 12 | b << 6 | c;
		if (code < 0x800 || (code >= 0xd800 && code < 0xe000))
			return 0xfffd;
		*length = 3;
		return code;
	}
	if (left < 4 || lead > 0xf4 || (d = continuation(src[3])) > 0x3f)
		return 0xfffd;
	code = (lead & 0x07) << 18 | b << 12 | c << 6 | d;
	if (code < 0x10000 || code > 0x10ffff)
		return 0xfffd;
	*length = 4;
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
	uint64_t	text = text_by(escape_text_html, *at.src);

	if (TARGET_UNLIKELY((unsigned char) *at.src == 0xe2) && end - at.src >= 3
		&& (unsigned char) at.src[1] == 0x80 && ((unsigned char) at.src[2] | 1) == 0xa9)
	{
		at.dst = escape_code(at.dst, 0x2000 | ((unsigned char) at.src[2] & 0x3f));
		at.src += 3;
		return at;
	}
	at.src++;
	store_8(at.dst, text);
	at.dst += text_length(text);
	return at;
}

TARGET_INLINE Cursor
escape_character(Cursor at, const char *end, const EscapeMode mode)
{
	return mode == ESCAPE_HTML ? escape_character_html(at, end) : escape_character_ascii(at, end);
}

/* Eight bytes, each a character of its own. */
TARGET_INLINE Cursor
escape_8_in(Cursor at, const EscapeMode mode)
{
	int			i;

	for (i = 0; i < 8; i += 2)
		at.dst = escape_2_by(mode == ESCAPE_HTML ? escape_text_html : escape_text, at.dst, at.src + i);
	at.src += 8;
	return at;
}

/* MODE_RUN_BYTES or more, without asking whether they are clean, then until eight bytes are. */
TARGET_INLINE Cursor
escape_run(Cursor at, const char *end, const EscapeMode mode)
{
	const char *least = at.src;

	while (at.src < end)
	{
		if (end - at.src >= 8)
		{
			uint64_t	word = load_8(at.src);

			if (at.src - least >= MODE_RUN_BYTES && word_is_clean_in(word, mode))
				break;
			if (word_is_bytes(word, mode))
			{
				at = escape_8_in(at, mode);
				continue;
			}
		}
		at = escape_character(at, end, mode);
	}
	return at;
}

/* Copy a text of up to 7 bytes; was it clean?  May write 4 bytes if it is shorter. */
TARGET_INLINE bool
copy_below_8_if_clean(char *dst, const char *src, size_t len, const EscapeMode mode)
{
	uint32_t	head;
	uint32_t	tail = 0x61616161;	/* clean */

	if (len >= 4)
	{
		head = load_4(src);
		tail = load_4(src + len - 4);
		store_4(dst, head);
		store_4(dst + len - 4, tail);
	}
	else
	{
		if (len == 0)
			return true;
		head = load_below_4(src, len);
		store_4(dst, head);
		head |= tail << 8 * len;
	}
	return word_is_clean_in((uint64_t) tail << 32 | head, mode);
}

#endif							/* FASTJSON_KERNEL_ESCAPE_MODE_H */
