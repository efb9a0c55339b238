/*
 * scalar.c
 *		The tier without vectors: runs everywhere, and is the reference that
 *		every other tier is judged against.
 *
 * Eight bytes at a time are tested in one general register.  Eight clean
 * bytes are copied as they are; otherwise each of the eight goes through the
 * table, without asking which of them it was.
 *
 * The tables of all tiers are here too, since this file is in every build.
 */
#include "kernel/escape_bytes.h"
#include "kernel/escape_mode.h"
#include "kernel/kernel.h"
#include "kernel/target.h"
#include "kernel/tier.h"
#include "kernel/unescape_bytes.h"

#define PLAIN(c)	{{(char) (c)}, 1}
#define PLAIN4(c)	PLAIN(c), PLAIN((c) + 1), PLAIN((c) + 2), PLAIN((c) + 3)
#define PLAIN16(c)	PLAIN4(c), PLAIN4((c) + 4), PLAIN4((c) + 8), PLAIN4((c) + 12)
#define NAMED(text)	{text, 2}
#define HEX(digits)	{"\\u00" digits, 6}

/* INDENT OFF */
#define TABLE(amp, less, greater) { \
	HEX("00"), HEX("01"), HEX("02"), HEX("03"), HEX("04"), HEX("05"), HEX("06"), HEX("07"), \
	NAMED("\\b"), NAMED("\\t"), NAMED("\\n"), HEX("0b"), NAMED("\\f"), NAMED("\\r"), HEX("0e"), HEX("0f"), \
	HEX("10"), HEX("11"), HEX("12"), HEX("13"), HEX("14"), HEX("15"), HEX("16"), HEX("17"), \
	HEX("18"), HEX("19"), HEX("1a"), HEX("1b"), HEX("1c"), HEX("1d"), HEX("1e"), HEX("1f"), \
	PLAIN(0x20), PLAIN(0x21), NAMED("\\\""), PLAIN(0x23), PLAIN(0x24), PLAIN(0x25), amp, PLAIN(0x27), \
	PLAIN4(0x28), PLAIN4(0x2c), \
	PLAIN4(0x30), PLAIN4(0x34), PLAIN4(0x38), less, PLAIN(0x3d), greater, PLAIN(0x3f), \
	PLAIN16(0x40), \
	PLAIN4(0x50), PLAIN4(0x54), PLAIN4(0x58), NAMED("\\\\"), PLAIN(0x5d), PLAIN(0x5e), PLAIN(0x5f), \
	PLAIN16(0x60), PLAIN16(0x70), PLAIN16(0x80), PLAIN16(0x90), PLAIN16(0xa0), \
	PLAIN16(0xb0), PLAIN16(0xc0), PLAIN16(0xd0), PLAIN16(0xe0), PLAIN16(0xf0), \
}

const EscapeText escape_text[256] __attribute__((aligned(64))) =
	TABLE(PLAIN('&'), PLAIN('<'), PLAIN('>'));
const EscapeText escape_text_html[256] __attribute__((aligned(64))) =
	TABLE(HEX("26"), HEX("3c"), HEX("3e"));

#ifdef TARGET_X86_64
#define TIMES_4(c)		c, c, c, c
#define TIMES_32(c)		{TIMES_4(c), TIMES_4(c), TIMES_4(c), TIMES_4(c), \
						 TIMES_4(c), TIMES_4(c), TIMES_4(c), TIMES_4(c)}
#define WORD			'\\', 0
#define NUMBER			'\\', 'u', '0', '0', 0, 0, 0, 0
/* At no other place a byte whose low half is the place. */
#define HTML			0xff, 0xff, 0xff, 0xff, 0xff, 0xff, '&', 0xff, \
						0xff, 0xff, 0xff, 0xff, '<', 0xff, '>', 0
#define HTML_RANGE		0x02, 0x02, 0x02, 0, 0, 0, 0x07, 0, \
						0, 0, 0, 0, 0x1c, 0, 0x1e, 0
#define HEX_DIGITS		'0', '1', '2', '3', '4', '5', '6', '7', \
						'8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
#define LETTERS			TIMES_4(0), TIMES_4(0), 'b', 't', 'n', 0, 'f', 'r', 0, 0

const X86Constants x86_constants __attribute__((aligned(64))) = {
	.range = TIMES_32(0x02),
	.range_end = TIMES_32(0x20),
	.slash = TIMES_32('\\'),
	.named = TIMES_32(0x70),
	.letters = {LETTERS, LETTERS},
	.control = TIMES_32(0x1f),
	.shift = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	.low_half = TIMES_32(0x0f),
	.digit = TIMES_32('0'),
	.hex = {HEX_DIGITS, HEX_DIGITS},
	.slash_word = {TIMES_4(WORD), TIMES_4(WORD), TIMES_4(WORD), TIMES_4(WORD)},
	.number = {TIMES_4(NUMBER)},
	.separator = TIMES_32(0xe2),
	.html = {HTML, HTML},
	.html_range = {HTML_RANGE, HTML_RANGE},
	.html_end = TIMES_32(0x21),
	.top_bit = TIMES_32(0x80),
};
#endif
/* INDENT ON */

static char *
escape_scalar(char *dst, const char *src, size_t len)
{
	const char *start = src;
	const char *end = src + len;
	char	   *out = dst;
	uint64_t	word;

	if (len < 8)
		return escape_below_8(dst, src, len);

	do
	{
		word = load_8(src);
		if (TARGET_LIKELY(word_is_clean(word)))
		{
			store_8(out, word);
			out += 8;
		}
		else
			out = escape_8(out, src);
		src += 8;
	} while (end - src >= 8);

	/* As long as nothing grew, the last eight bytes fit over the seam. */
	word = load_8(end - 8);
	if (out - dst == src - start && TARGET_LIKELY(word_is_clean(word)))
	{
		store_8(dst + len - 8, word);
		return dst + len;
	}
	return escape_bytes(out, src, end - src);
}

TARGET_INLINE char *
escape_in_mode(char *dst, const char *src, size_t len, const EscapeMode mode)
{
	const char *end = src + len;
	Cursor		at = {dst, src};

	for (;;)
	{
		while (end - at.src >= 8 && word_is_clean_in(load_8(at.src), mode))
		{
			store_8(at.dst, load_8(at.src));
			at.dst += 8;
			at.src += 8;
		}
		if (at.src == end)
			return at.dst;
		at = escape_run(at, end, mode);
	}
}

static char *
escape_html_scalar(char *dst, const char *src, size_t len)
{
	return escape_in_mode(dst, src, len, ESCAPE_HTML);
}

static char *
escape_ascii_scalar(char *dst, const char *src, size_t len)
{
	return escape_in_mode(dst, src, len, ESCAPE_ASCII);
}

/* What a byte is to the index. */
enum
{
	TOKEN,						/* part of a token that is no string */
	WHITE,
	QUOTE,
	COLON,
	COMMA,
	BRACKET
};

static const uint8_t index_kinds[256] = {
	[' '] = WHITE, ['\t'] = WHITE, ['\n'] = WHITE, ['\r'] = WHITE,
	['"'] = QUOTE, [':'] = COLON, [','] = COMMA,
	['{'] = BRACKET, ['}'] = BRACKET, ['['] = BRACKET, [']'] = BRACKET
};

/*
 * The rest of a string: from src, inside it, to the closing quote, or to the
 * end; returns where that is.
 */
static const char *
index_string(KernelIndex *index, const char *src, const char *end)
{
	for (;;)
	{
		unsigned char c;

		while (end - src >= 8 && index->escape == 0 && word_is_clean(load_8(src)))
			src += 8;
		if (src == end)
			return end;
		c = (unsigned char) *src;
		index->control |= c < 0x20;
		if (index->escape != 0)
			index->escape = 0;
		else if (c == '"')
			return src;
		else if (c == '\\')
			index->escape = index->string_escape = 1;
		src++;
	}
}

static void
index_bracket(KernelIndex *index)
{
	KernelBracket *bracket = &index->brackets[index->bracket_count++];

	bracket->entry = index->entry_count;
	bracket->commas = index->commas;
}

static void
index_scalar(KernelIndex *index, const char *src, size_t len)
{
	const char *start = src;
	const char *end = src + len;
	uint32_t	offset = index->offset;

	while (src < end)
	{
		uint8_t		kind = index_kinds[(unsigned char) *src];

		if (index->in_string != 0)
		{
			src = index_string(index, src, end);
			if (src == end)
				break;
			index->entries[index->entry_count++] = (offset + (uint32_t) (src - start))
				| (index->string_escape != 0 ? KERNEL_INDEX_ESCAPED : 0);
			index->in_string = 0;
			index->string_escape = 0;
			src++;
			continue;
		}
		if (index->escape != 0 && kind == QUOTE)
			kind = TOKEN;
		index->escape = *src == '\\' && index->escape == 0;
		if (kind == BRACKET)
			index_bracket(index);
		if (kind >= QUOTE || (kind == TOKEN && index->in_token == 0))
			index->entries[index->entry_count++] = offset + (uint32_t) (src - start);
		index->commas += kind == COMMA;
		index->in_token = kind == TOKEN;
		if (kind == QUOTE)
			index->in_string = ~UINT64_C(0);
		src++;
	}
	index->offset += (uint32_t) len;
}

/* *INDENT-OFF* */
const uint8_t unescape_letters[256] = {
	['"'] = '"', ['\\'] = '\\', ['/'] = '/',
	['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'
};

#define NONE4	0xff, 0xff, 0xff, 0xff
#define NONE16	NONE4, NONE4, NONE4, NONE4

const uint8_t unescape_hex[256] = {
	NONE16, NONE16, NONE16,
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xff, 0xff, NONE4,
	0xff, 10, 11, 12, 13, 14, 15, 0xff, NONE4, NONE4, NONE16,
	0xff, 10, 11, 12, 13, 14, 15, 0xff, NONE4, NONE4, NONE16,
	NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16, NONE16
};
/* *INDENT-ON* */

static char *
unescape_scalar(char *dst, const char *src, size_t len)
{
	return unescape_short((Cursor) {dst, src}, src + len);
}

const Kernel kernel_scalar = {
	.name = "scalar",
	.escape = escape_scalar,
	.escape_html = escape_html_scalar,
	.escape_ascii = escape_ascii_scalar,
	.index = index_scalar,
	.unescape = unescape_scalar,
};
