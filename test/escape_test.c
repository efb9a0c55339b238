/*
 * escape_test.c
 *		Every tier of the escaping operations against independent references.
 *
 * Each input is placed so that its first or its last byte touches a page that
 * cannot be read, and each output so that the promised room ends, or begins,
 * at such a page; the other end is watched by canaries.
 */
#include "harness.h"

#define MAX_INPUT		8192
#define MAX_ROOM		(KERNEL_ESCAPE_MAX * MAX_INPUT + KERNEL_ESCAPE_SLOP)
#define CANARIES		128

/* An operation of a kernel, and the independent reference for it. */
typedef struct Operation
{
	const char *name;
	size_t		offset;			/* of the pointer in a Kernel */
	size_t		(*reference) (char *dst, const char *src, size_t len);
} Operation;

/* One byte of each kind that matters, and the neighbours of each kind. */
static const unsigned char classes[] = {
	'"', '\\', '\b', '\f', '\n', '\r', '\t',
	0x00, 0x01, 0x07, 0x0b, 0x0e, 0x10, 0x1f,
	'<', '>', '&', 0xe2,
	0x20, 0x21, 0x23, '%', '\'', ';', '=', '?', '/', 0x5b, 0x5d, 0x7f, 0x80, 0x82, 0x9f,
	0xa2, 0xa6, 0xbc, 0xdc, 0xff
};

#define ESCAPED_CLASSES		14	/* the first of them, in every mode */

/* What the modes do not treat byte by byte: characters of UTF-8, and what is none. */
static const char *const pieces[] = {
	"<", ">", "&", "\"", "\\", "\n", "\001", "a", "clean text of some length, to be copied ",
	"\302\200", "\303\251", "\337\277", "\340\240\200", "\344\270\255", "\355\237\277", "\356\200\200",
	"\357\277\277", "\360\220\200\200", "\360\237\230\200", "\364\217\277\277",
	"\342\200\250", "\342\200\251", "\342\200\247", "\342\200\252", "\342\201\250", "\342\202\254",
	"\342", "\342\200", "\200", "\250", "\300\257", "\301\277", "\302", "\340\237\277", "\355\240\200",
	"\344\270", "\360\217\277\277", "\364\220\200\200", "\360\237\230", "\360\237", "\365\200\200\200",
	"\377", "\376"
};

static Pages input;
static Pages output;
static char expected[MAX_ROOM];
static const Operation *operation;

/* The reference: RFC 8259 section 7, with PostgreSQL's choice of the short forms. */
static size_t
reference_escape(char *dst, const char *src, size_t len)
{
	size_t		n = 0;
	size_t		i;

	for (i = 0; i < len; i++)
	{
		unsigned char c = (unsigned char) src[i];

		if (c == '"')
			n += (size_t) sprintf(dst + n, "\\\"");
		else if (c == '\\')
			n += (size_t) sprintf(dst + n, "\\\\");
		else if (c == '\b')
			n += (size_t) sprintf(dst + n, "\\b");
		else if (c == '\f')
			n += (size_t) sprintf(dst + n, "\\f");
		else if (c == '\n')
			n += (size_t) sprintf(dst + n, "\\n");
		else if (c == '\r')
			n += (size_t) sprintf(dst + n, "\\r");
		else if (c == '\t')
			n += (size_t) sprintf(dst + n, "\\t");
		else if (c < 0x20)
			n += (size_t) sprintf(dst + n, "\\u%04x", (unsigned int) c);
		else
			dst[n++] = (char) c;
	}
	return n;
}

/* Unicode's table of well-formed sequences: bytes of the one at src, or 0. */
static size_t
well_formed(const unsigned char *src, size_t len)
{
	static const unsigned char rows[][6] = {
		/* first byte from, to, second byte from, to, bytes */
		{0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
		{0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
		{0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}
	};
	size_t		i;
	int			row;

	for (row = 0; row < LENGTHOF(rows); row++)
	{
		if (src[0] < rows[row][0] || src[0] > rows[row][1])
			continue;
		if (len < rows[row][4] || src[1] < rows[row][2] || src[1] > rows[row][3])
			return 0;
		for (i = 2; i < rows[row][4]; i++)
			if (src[i] < 0x80 || src[i] > 0xbf)
				return 0;
		return rows[row][4];
	}
	return 0;
}

static size_t
reference_html(char *dst, const char *src, size_t len)
{
	size_t		n = 0;
	size_t		i;

	for (i = 0; i < len; i++)
	{
		if (strchr("<>&", src[i]) != NULL && src[i] != '\0')
			n += (size_t) sprintf(dst + n, "\\u%04x", (unsigned int) (unsigned char) src[i]);
		else if (len - i >= 3 && memcmp(src + i, "\342\200\250", 3) == 0)
			n += (size_t) sprintf(dst + n, "\\u2028"), i += 2;
		else if (len - i >= 3 && memcmp(src + i, "\342\200\251", 3) == 0)
			n += (size_t) sprintf(dst + n, "\\u2029"), i += 2;
		else
			n += reference_escape(dst + n, src + i, 1);
	}
	return n;
}

static size_t
reference_ascii(char *dst, const char *src, size_t len)
{
	const unsigned char *bytes = (const unsigned char *) src;
	size_t		n = 0;
	size_t		i = 0;

	while (i < len)
	{
		size_t		length = bytes[i] < 0x80 ? 1 : well_formed(bytes + i, len - i);

		if (bytes[i] < 0x80)
			n += reference_escape(dst + n, src + i, 1);
		else if (length == 2)
			n += (size_t) sprintf(dst + n, "\\u%04x", (bytes[i] - 0xc0u) * 64 + bytes[i + 1] - 0x80u);
		else if (length == 3)
			n += (size_t) sprintf(dst + n, "\\u%04x", (bytes[i] - 0xe0u) * 4096
								  + (bytes[i + 1] - 0x80u) * 64 + bytes[i + 2] - 0x80u);
		else if (length == 4)
		{
			unsigned int code = (bytes[i] - 0xf0u) * 262144 + (bytes[i + 1] - 0x80u) * 4096
				+ (bytes[i + 2] - 0x80u) * 64 + bytes[i + 3] - 0x80u;

			n += (size_t) sprintf(dst + n, "\\u%04x\\u%04x", 0xd7c0 + code / 1024, 0xdc00 + code % 1024);
		}
		else
			n += (size_t) sprintf(dst + n, "\\ufffd");
		i += length == 0 ? 1 : length;
	}
	return n;
}

static const Operation operations[] = {
	{"escape", offsetof(Kernel, escape), reference_escape},
	{"escape_html", offsetof(Kernel, escape_html), reference_html},
	{"escape_ascii", offsetof(Kernel, escape_ascii), reference_ascii},
};

static KernelEscape
operation_of(const Kernel *kernel)
{
	return *(const KernelEscape *) ((const char *) kernel + operation->offset);
}

/* Run one kernel once; `before` and `behind` canaries surround the room. */
static void
run_once(const Kernel *kernel, char *dst, const char *src, size_t len, size_t want,
		 size_t before, size_t behind)
{
	size_t		room = KERNEL_ESCAPE_MAX * len + KERNEL_ESCAPE_SLOP;
	char	   *end;

	canaries_set(dst - before, before);
	canaries_set(dst + room, behind);
	current_kernel = kernel;
	current_length = len;
	end = operation_of(kernel) (dst, src, len);
	if (end != dst + want)
		mismatch("wrong length of the output", src, len);
	else if (memcmp(dst, expected, want) != 0)
		mismatch("wrong output", src, len);
	if (!canaries_alive(dst - before, before))
		mismatch("wrote in front of its room", src, len);
	if (!canaries_alive(dst + room, behind))
		mismatch("wrote behind its room", src, len);
	current_kernel = NULL;
}

/* Run every tier on a copy of text[0..len), at both ends of the pages. */
static void
run(const char *text, size_t len)
{
	size_t		room = KERNEL_ESCAPE_MAX * len + KERNEL_ESCAPE_SLOP;
	size_t		want = operation->reference(expected, text, len);
	char	   *high = input.end - len;
	int			i;

	for (i = 0; i < kernel_tier_count; i++)
	{
		const Kernel *kernel = kernel_find(kernel_tiers[i].name);

		if (kernel == NULL)
			continue;
		memcpy(high, text, len);
		run_once(kernel, output.end - room, high, len, want, CANARIES, 0);
		memcpy(input.start, text, len);
		run_once(kernel, output.start, input.start, len, want, 0, CANARIES);
	}
}

/* The same in memory of exactly the right size, for the eyes of a sanitizer. */
static void
run_malloc(const char *text, size_t len)
{
	size_t		want = operation->reference(expected, text, len);
	int			i;

	for (i = 0; i < kernel_tier_count; i++)
	{
		const Kernel *kernel = kernel_find(kernel_tiers[i].name);
		char	   *src = malloc(len + (len == 0));
		char	   *dst = malloc(KERNEL_ESCAPE_MAX * len + KERNEL_ESCAPE_SLOP);

		if (src == NULL || dst == NULL)
			abort();
		memcpy(src, text, len);
		if (kernel != NULL)
			run_once(kernel, dst, src, len, want, 0, 0);
		free(src);
		free(dst);
	}
}

static void
fill_clean(char *text, size_t len)
{
	size_t		i;

	for (i = 0; i < len; i++)
		text[i] = (char) ('a' + i % 26);
}

static void
test_clean(void)
{
	char		text[MAX_INPUT];
	size_t		len;

	begin(operation->name, "clean text of every length");
	fill_clean(text, sizeof(text));
	for (len = 0; len <= (quick ? 600 : 2000); len++)
		run(text, len);
	run(text, sizeof(text));
	finish();
}

static void
test_every_byte(void)
{
	char		text[70];
	size_t		len;
	size_t		at;
	int			c;

	begin(operation->name, "each of the 256 bytes at every place of every short length");
	for (len = 1; len <= (quick ? 33 : sizeof(text)); len++)
		for (at = 0; at < len; at += quick ? 4 : 1)
			for (c = 0; c < 256; c++)
			{
				fill_clean(text, len);
				text[at] = (char) c;
				run(text, len);
			}
	finish();
}

static void
test_every_class(void)
{
	char		text[300];
	size_t		len;
	size_t		at;
	int			c;

	begin(operation->name, "a byte of each class at every place of every length");
	for (len = 34; len <= sizeof(text); len += quick ? 11 : 1)
		for (at = 0; at < len; at += quick && len > 70 ? 3 : 1)
		{
			fill_clean(text, len);
			for (c = 0; c < LENGTHOF(classes); c++)
			{
				text[at] = (char) classes[c];
				run(text, len);
			}
		}
	finish();
}

static void
test_pairs(void)
{
	static const unsigned char pairs[][2] = {
		{'"', '"'}, {'\n', '\\'}, {0x01, '"'}, {'\t', 0x1f}, {0x00, 0x0b}, {0x7f, 0xff}
	};
	static const size_t lengths[] = {2, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 97, 129, 200};
	char		text[200];
	size_t		first;
	size_t		second;
	int			i;
	int			p;

	begin(operation->name, "pairs of bytes at every two places");
	for (i = 0; i < LENGTHOF(lengths) - (quick ? 4 : 0); i++)
		for (first = 0; first < lengths[i]; first++)
			for (second = first + 1; second < lengths[i]; second++)
				for (p = 0; p < LENGTHOF(pairs); p++)
				{
					fill_clean(text, lengths[i]);
					text[first] = (char) pairs[p][0];
					text[second] = (char) pairs[p][1];
					run(text, lengths[i]);
				}
	finish();
}

static void
test_all_special(void)
{
	char		text[300];
	size_t		len;
	size_t		i;
	int			c;

	begin(operation->name, "nothing but one byte, every length");
	for (c = 0; c < LENGTHOF(classes); c++)
	{
		memset(text, classes[c], sizeof(text));
		for (len = 0; len <= sizeof(text); len++)
			run(text, len);
	}
	finish();

	begin(operation->name, "nothing but escaped bytes, mixed, every length");
	for (c = 0; c < ESCAPED_CLASSES; c++)
		for (len = 0; len <= sizeof(text); len++)
		{
			for (i = 0; i < len; i++)
				text[i] = (char) classes[(c + i * i) % ESCAPED_CLASSES];
			run(text, len);
		}
	finish();
}

/* `per_mille` of the bytes come from classes[from .. from + count). */
static void
fill_random(char *text, size_t len, int per_mille, int from, int count)
{
	size_t		i;

	for (i = 0; i < len; i++)
	{
		if (random_below(1000) < per_mille)
			text[i] = (char) classes[from + random_below(count)];
		else
			text[i] = (char) (0x23 + random_below(0x5c - 0x23));
	}
}

static void
test_random(void)
{
	static const int densities[] = {2, 8, 30, 100, 300, 600, 1000};
	static const struct
	{
		const char *name;
		int			from;
		int			count;
	}			kinds[] = {
		{"random text, escapes by name, all densities", 0, 7},
		{"random text, escapes by number, all densities", 7, 7},
		{"random text, all classes, all densities", 0, LENGTHOF(classes)}
	};
	char		text[MAX_INPUT];
	int			kind;
	int			density;
	int			i;

	for (kind = 0; kind < LENGTHOF(kinds); kind++)
	{
		begin(operation->name, kinds[kind].name);
		for (density = 0; density < LENGTHOF(densities); density++)
			for (i = 0; i < (quick ? 300 : 2000); i++)
			{
				size_t		len = (size_t) random_below(i % 50 == 0 ? MAX_INPUT : 400);

				fill_random(text, len, densities[density], kinds[kind].from, kinds[kind].count);
				run(text, len);
				run_malloc(text, len);
			}
		finish();
	}

	begin(operation->name, "random bytes");
	for (i = 0; i < (quick ? 500 : 5000); i++)
	{
		size_t		len = (size_t) random_below(i % 50 == 0 ? MAX_INPUT : 400);
		size_t		at;

		for (at = 0; at < len; at++)
			text[at] = (char) random_64();
		run(text, len);
		run_malloc(text, len);
	}
	finish();

	/*
	 * Regions of different density one after the other: every way is entered
	 * from every other.
	 */
	begin(operation->name, "random text whose density changes");
	for (i = 0; i < (quick ? 500 : 5000); i++)
	{
		size_t		len = 0;

		while (len < 2000)
		{
			size_t		piece = 1 + (size_t) random_below(150);
			int			from = random_below(2) * 7;

			fill_random(text + len, piece, densities[random_below(LENGTHOF(densities))], from, 7);
			len += piece;
		}
		run(text, len);
	}
	finish();
}

/* Text made of pieces, cut off anywhere. */
static void
test_pieces(void)
{
	char		text[MAX_INPUT];
	int			i;

	begin(operation->name, "characters of UTF-8, and what is none");
	for (i = 0; i < (quick ? 2000 : 20000); i++)
	{
		size_t		len = 0;
		size_t		most = (size_t) random_below(i % 50 == 0 ? MAX_INPUT - 64 : 300);
		int			from = random_below(LENGTHOF(pieces));
		int			count = 1 + random_below(LENGTHOF(pieces) - from);

		while (len < most)
		{
			const char *piece = pieces[from + random_below(count)];

			memcpy(text + len, piece, strlen(piece));
			len += strlen(piece);
		}
		run(text, most);
		run_malloc(text, most);
	}
	finish();
}

/* A code as that many bytes of UTF-8, whether it may be written so or not. */
static size_t
put_form(char *dst, unsigned int code, int size)
{
	static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
	int			i;

	for (i = size - 1; i > 0; i--, code >>= 6)
		dst[i] = (char) (0x80 | (code & 0x3f));
	dst[0] = (char) (leads[size] | code);
	return (size_t) size;
}

/* One that must be written so. */
static size_t
put_character(char *dst, int size)
{
	static const unsigned int least[] = {0, 0, 0x80, 0x800, 0x10000, 0x110000};
	unsigned int code;

	do
		code = least[size] + (unsigned int) random_below((int) (least[size + 1] - least[size]));
	while (code >= 0xd800 && code < 0xe000);
	return put_form(dst, code, size);
}

/* Characters of one length in a row, and what ends the row. */
static void
test_rows(void)
{
	char		text[MAX_INPUT];
	int			i;

	begin(operation->name, "rows of characters of one length, some bytes damaged");
	for (i = 0; i < (quick ? 2000 : 20000); i++)
	{
		size_t		len = 0;

		while (len < 200)
		{
			int			size = 2 + random_below(3);
			int			count = 1 + random_below(12);

			while (count-- > 0)
				len += put_character(text + len, size);
			if (random_below(2) == 0)
				text[len++] = (char) classes[random_below(LENGTHOF(classes))];
		}
		while (random_below(3) == 0)
			text[random_below((int) len)] ^= (char) (1 << random_below(8));
		run(text, len);
		run_malloc(text, len);
	}
	finish();
}

/* What looks like a character of two to four bytes, at each place in a row of them. */
static void
test_forms(void)
{
	char		text[64];
	int			size;
	int			place;
	unsigned int code;

	begin(operation->name, "codes as two to four bytes, also where that is wrong");
	for (size = 2; size <= 4; size++)
		for (place = 0; place < 5; place++)
			for (code = 0; code < 1u << (size == 2 ? 11 : 5 * size + 1);)
			{
				size_t		len = 0;
				int			i;

				for (i = 0; i < 8; i++)
					len += i == place ? put_form(text + len, code, size) : put_character(text + len, size);
				run(text, len);
				/* all next to a multiple of 0x400, where limits are */
				code += size == 2 || (code + 2) % 0x400 < 4 ? 1 : quick ? 0x1fe : 0x33;
			}
	finish();
}

/* Every start modulo 64, of input and output independently. */
static void
test_alignment(void)
{
	char		text[1024];
	size_t		want;
	size_t		from;
	size_t		to;
	int			i;

	begin(operation->name, "every alignment of input and output");
	fill_random(text, sizeof(text), 20, 0, LENGTHOF(classes));
	want = operation->reference(expected, text, sizeof(text));
	for (i = 0; i < kernel_tier_count; i++)
	{
		const Kernel *kernel = kernel_find(kernel_tiers[i].name);

		if (kernel == NULL)
			continue;
		for (from = 0; from < 64; from++)
			for (to = 0; to < 64; to++)
			{
				memcpy(input.start + from, text, sizeof(text));
				run_once(kernel, output.start + CANARIES + to, input.start + from, sizeof(text),
						 want, CANARIES, CANARIES);
			}
	}
	finish();
}

int
main(int argc, char **argv)
{
	test_begin(argc, argv);
	pages_make(&input, MAX_INPUT + 64);
	pages_make(&output, MAX_ROOM + 2 * CANARIES + 64);
	for (operation = operations; operation < operations + LENGTHOF(operations); operation++)
	{
		test_clean();
		test_every_byte();
		test_every_class();
		test_pairs();
		test_all_special();
		test_random();
		test_pieces();
		test_rows();
		test_forms();
		test_alignment();
	}
	return test_end();
}
