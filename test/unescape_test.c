/*
 * unescape_test.c
 *		`unescape` of every tier against a reference that is written from the
 *		contract alone.
 *
 * Input and room lie between pages that cannot be touched, at their start and
 * at their end; canaries fill what is left of the output's.
 */
#include "harness.h"

#define MAX_INPUT		4096
#define CANARIES		64

static Pages input;
static Pages output;

static size_t
put_utf8(char *dst, unsigned int code)
{
	if (code < 0x80)
		return (size_t) sprintf(dst, "%c", (int) code);
	if (code < 0x800)
		return (size_t) sprintf(dst, "%c%c", (int) (0xc0 + code / 64), (int) (0x80 + code % 64));
	if (code < 0x10000)
		return (size_t) sprintf(dst, "%c%c%c", (int) (0xe0 + code / 4096), (int) (0x80 + code / 64 % 64),
								(int) (0x80 + code % 64));
	return (size_t) sprintf(dst, "%c%c%c%c", (int) (0xf0 + code / 262144), (int) (0x80 + code / 4096 % 64),
							(int) (0x80 + code / 64 % 64), (int) (0x80 + code % 64));
}

/* The unit of \uXXXX at src, or -1. */
static long
unit_at(const char *src, size_t left)
{
	char		digits[5] = {0};

	if (left < 6 || src[0] != '\\' || src[1] != 'u')
		return -1;
	memcpy(digits, src + 2, 4);
	if (strspn(digits, "0123456789abcdefABCDEF") != 4)
		return -1;
	return strtol(digits, NULL, 16);
}

/* Returns the length, or -1 when the string is not valid. */
static long
reference_unescape(char *dst, const char *src, size_t len)
{
	static const char letters[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";
	size_t		n = 0;
	size_t		i = 0;

	while (i < len)
	{
		const char *letter;
		long		unit;
		long		low;

		if (src[i] != '\\')
		{
			dst[n++] = src[i++];
			continue;
		}
		if (i + 1 == len)
			return -1;
		letter = src[i + 1] == '\0' ? NULL : strchr(letters, src[i + 1]);
		if (letter != NULL)
		{
			dst[n++] = meanings[letter - letters];
			i += 2;
			continue;
		}
		unit = unit_at(src + i, len - i);
		if (unit <= 0 || (unit >= 0xdc00 && unit <= 0xdfff))
			return -1;
		i += 6;
		if (unit >= 0xd800 && unit <= 0xdbff)
		{
			low = unit_at(src + i, len - i);
			if (low < 0xdc00 || low > 0xdfff)
				return -1;
			i += 6;
			unit = 0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00);
		}
		n += put_utf8(dst + n, (unsigned int) unit);
	}
	return (long) n;
}

static void
run_unescape(const char *text, size_t len)
{
	static char want[MAX_INPUT + 8];
	size_t		room = len + KERNEL_UNESCAPE_SLOP;
	long		length = reference_unescape(want, text, len);
	int			i;
	int			place;

	current_length = len;
	for (i = 0; i < kernel_tier_count; i++)
		for (place = 0; place < 2; place++)
		{
			char	   *src = place == 0 ? input.end - len : input.start;
			char	   *dst = place == 0 ? output.end - room : output.start;
			char	   *end;

			current_kernel = kernel_find(kernel_tiers[i].name);
			if (current_kernel == NULL)
				continue;
			memcpy(src, text, len);
			canaries_set(output.start, (size_t) (output.end - output.start));
			end = current_kernel->unescape(dst, src, len);
			if ((end == NULL) != (length < 0))
				mismatch(end == NULL ? "refused" : "accepted", text, len);
			else if (end != NULL && (end != dst + length || memcmp(dst, want, (size_t) length) != 0))
				mismatch("wrong output", text, len);
			if (!canaries_alive(output.start, (size_t) (dst - output.start))
				|| !canaries_alive(dst + room, (size_t) (output.end - dst) - room))
				mismatch("wrote outside its room", text, len);
		}
	current_kernel = NULL;
}

static void
test_unescape_places(void)
{
	static const char *const escapes[] = {
		"\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\u00e9", "\\u20ac", "\\uffff", "\\ud83d\\ude00", "\\uDBFF\\uDFFF",
		"\\u0000", "\\ud800", "\\udc00", "\\ud800\\ud800", "\\ud83dx", "\\ud83d\\n", "\\u12", "\\u123g", "\\x", "\\", "\\u",
		"\\ud83d\\u", "\\ud83d\\ude0", "\\U0041", "\\\n"
	};
	char		text[200];
	size_t		before;
	size_t		behind;
	int			i;

	begin("unescape", "each escape, valid or not, at every place of strings to 180");
	for (i = 0; i < LENGTHOF(escapes); i++)
		for (before = 0; before < 90; before++)
			for (behind = 0; behind < 80; behind += behind < 10 ? 1 : 13)
			{
				size_t		len = strlen(escapes[i]);

				memset(text, 'x', sizeof(text));
				memcpy(text + before, escapes[i], len);
				run_unescape(text, before + len + behind);
			}
	finish();

	begin("unescape", "each byte behind a backslash, and as each hex digit");
	for (i = 0; i < 256; i++)
		for (before = 1; before < 12; before++)
		{
			memcpy(text, "\\u1234\\uabcd", 12);
			text[before] = (char) i;
			run_unescape(text, 12);
		}
	finish();
}

static void
test_unescape_random(void)
{
	static const char *const pieces[] = {
		"a", "text of some length", "\\n", "\\\\", "\\\"", "\\u00e9", "\\u4e2d", "\\ud83d\\ude00", "\xc3\xa9", "\x01"
	};
	static const char *const bad[] = {"\\u0000", "\\ud83d", "\\ude00", "\\q", "\\u12g4"};
	char		text[MAX_INPUT];
	int			i;

	begin("unescape", "every code unit");
	for (i = 0; i < 65536; i += quick ? 13 : 1)
		run_unescape(text, (size_t) sprintf(text, "%.*s\\u%04x%c", i % 40,
											"0123456789012345678901234567890123456789", (unsigned int) i, 'a'));
	finish();

	begin("unescape", "random strings");
	for (i = 0; i < most(20000); i++)
	{
		size_t		len = 0;
		size_t		limit = (size_t) random_below(i % 100 == 0 ? MAX_INPUT - 100 : 300);

		while (len < limit)
		{
			const char *piece = pieces[random_below(LENGTHOF(pieces))];

			if (i % 3 == 0 && random_below(60) == 0)
				piece = bad[random_below(LENGTHOF(bad))];
			memcpy(text + len, piece, strlen(piece));
			len += strlen(piece);
		}
		run_unescape(text, len - (size_t) (len > 0 ? random_below(2) : 0));
	}
	finish();
}

int
main(int argc, char **argv)
{
	test_begin(argc, argv);
	pages_make(&input, MAX_INPUT);
	pages_make(&output, MAX_INPUT + KERNEL_UNESCAPE_SLOP + CANARIES);
	test_unescape_places();
	test_unescape_random();
	return test_end();
}
