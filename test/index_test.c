/*
 * index_test.c
 *		`index` and `unescape` of every tier of src/kernel against references
 *		that are written from the contract alone, without a server.
 *
 * Inputs lie with their first or their last byte at a page that cannot be
 * read, outputs with their promised room in front of such a page.  Prints one
 * line per check and the totals; the exit status says whether all passed.
 * --quick does about a tenth of it.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/kernel.h"

#define MAX_INPUT		4096
#define CANARIES		64
#define CANARY			0xa5

#define LENGTHOF(array)	((int) (sizeof(array) / sizeof((array)[0])))

/* Pages between two that cannot be touched. */
typedef struct Arena
{
	char	   *start;
	char	   *end;
} Arena;

/* What a text's index must be. */
typedef struct Expected
{
	uint32_t	entries[MAX_INPUT];
	uint32_t	entry_count;
	KernelBracket brackets[MAX_INPUT];
	uint32_t	bracket_count;
	uint32_t	commas;
	bool		in_string;
	bool		control;
} Expected;

static Arena input;
static Arena entries;
static Arena brackets;
static Arena output;
static Expected expected;
static bool quick;
static int	passed;
static int	failed;

/* What runs now, for the report when it fails or crashes. */
static const char *current_check;
static const Kernel *current_kernel;
static int	mismatches;

static uint64_t random_state = 7;

/* splitmix64 */
static uint64_t
random_64(void)
{
	uint64_t	z = (random_state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static int
random_below(int bound)
{
	return (int) (random_64() % (uint64_t) bound);
}

static Arena
arena_make(size_t bytes)
{
	size_t		page = (size_t) sysconf(_SC_PAGESIZE);
	size_t		size = (bytes + page - 1) / page * page;
	char	   *map = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	Arena		arena;

	if (map == MAP_FAILED || mprotect(map + page, size, PROT_READ | PROT_WRITE) != 0)
	{
		perror("index_test: mmap");
		exit(2);
	}
	arena.start = map + page;
	arena.end = arena.start + size;
	return arena;
}

static void
crashed(int signal_number)
{
	char		line[200];
	int			n = snprintf(line, sizeof(line), "not ok - %s: signal %d in %s\n", current_check,
							 signal_number, current_kernel ? current_kernel->name : "the test");

	if (write(STDOUT_FILENO, line, (size_t) n) < 0)
		_exit(3);
	_exit(2);
}

static void
begin(const char *name)
{
	current_check = name;
	mismatches = 0;
}

static void
finish(void)
{
	if (mismatches > 1)
		printf("# %d mismatches in all\n", mismatches);
	printf("%s - %s\n", mismatches == 0 ? "ok" : "not ok", current_check);
	if (mismatches == 0)
		passed++;
	else
		failed++;
}

static void
mismatch(const char *what, const char *src, size_t len)
{
	size_t		i;

	if (mismatches++ > 0)
		return;
	printf("# %s, %s: %s; length %zu:", current_check, current_kernel->name, what, len);
	for (i = 0; i < len && i < 300; i++)
		printf(" %02x", (unsigned char) src[i]);
	printf("\n");
}

/* ---- index ---- */

static void
expect_entry(uint32_t entry)
{
	expected.entries[expected.entry_count++] = entry;
}

/* The reference: one byte after the other, as kernel.h has it. */
static void
reference_index(const char *text, size_t len)
{
	bool		escaped = false;
	bool		in_token = false;
	bool		string_escape = false;
	uint32_t	i;

	memset(&expected, 0, sizeof(expected));
	for (i = 0; i < len; i++)
	{
		char		c = text[i];
		bool		quote = c == '"' && !escaped;

		escaped = c == '\\' && !escaped;
		if (expected.in_string)
		{
			string_escape |= c == '\\';
			expected.control |= (unsigned char) c < 0x20;
			if (quote)
			{
				expect_entry(i | (string_escape ? KERNEL_INDEX_ESCAPED : 0));
				expected.in_string = false;
			}
			continue;
		}
		if (quote)
		{
			expect_entry(i);
			expected.in_string = true;
			string_escape = in_token = false;
		}
		else if (c != '\0' && strchr("{}[]:,", c) != NULL)
		{
			if (c != ':' && c != ',')
			{
				expected.brackets[expected.bracket_count].entry = expected.entry_count;
				expected.brackets[expected.bracket_count++].commas = expected.commas;
			}
			expect_entry(i);
			expected.commas += c == ',';
			in_token = false;
		}
		else if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
			in_token = false;
		else
		{
			if (!in_token)
				expect_entry(i);
			in_token = true;
		}
	}
}

/* Is what lies behind a room as it was? */
static bool
canaries_alive(const char *behind, const char *end)
{
	for (; behind < end; behind++)
		if ((unsigned char) *behind != CANARY)
			return false;
	return true;
}

/* Index text[0..len), which is at its place, in pieces of so many blocks, or in one. */
static void
run_pieces(const char *text, size_t len, size_t piece)
{
	KernelIndex index = {0};
	size_t		done = 0;
	size_t		room = len + KERNEL_INDEX_SLOP;

	memset(entries.start, CANARY, (size_t) (entries.end - entries.start));
	memset(brackets.start, CANARY, (size_t) (brackets.end - brackets.start));
	index.entries = (uint32_t *) entries.end - room;
	index.brackets = (KernelBracket *) brackets.end - room;
	do
	{
		size_t		step = len - done < piece ? len - done : piece;
		size_t		entry_room = index.entry_count + step + KERNEL_INDEX_SLOP;
		size_t		bracket_room = index.bracket_count + step + KERNEL_INDEX_SLOP;

		current_kernel->index(&index, text + done, step);
		done += step;
		if (!canaries_alive((char *) (index.entries + entry_room), entries.end)
			|| !canaries_alive((char *) (index.brackets + bracket_room), brackets.end))
			mismatch("wrote behind the room of a piece", text, len);
	} while (done < len);

	if (index.entry_count != expected.entry_count
		|| memcmp(index.entries, expected.entries, expected.entry_count * sizeof(uint32_t)) != 0)
		mismatch("wrong entries", text, len);
	if (index.bracket_count != expected.bracket_count
		|| memcmp(index.brackets, expected.brackets, expected.bracket_count * sizeof(KernelBracket)) != 0)
		mismatch("wrong brackets", text, len);
	if (index.commas != expected.commas)
		mismatch("wrong commas", text, len);
	if ((index.in_string != 0) != expected.in_string)
		mismatch("wrong end of a string", text, len);
	if ((index.control != 0) != expected.control)
		mismatch("wrong about control characters", text, len);
}

static void
run_index(const char *text, size_t len)
{
	int			i;

	reference_index(text, len);
	for (i = 0; i < kernel_tier_count; i++)
	{
		current_kernel = kernel_find(kernel_tiers[i].name);
		if (current_kernel == NULL)
			continue;
		memcpy(input.end - len, text, len);
		run_pieces(input.end - len, len, len + 1);
		run_pieces(input.end - len, len, KERNEL_INDEX_BLOCK);
		memcpy(input.start, text, len);
		run_pieces(input.start, len, 3 * KERNEL_INDEX_BLOCK);
	}
	current_kernel = NULL;
}

static void
fill(char *text, size_t len, const char *bytes, int count)
{
	size_t		i;

	for (i = 0; i < len; i++)
		text[i] = bytes[random_below(count)];
}

static void
test_index_every_byte(void)
{
	static const char *const around[] = {"aaaa", "    ", "\"\"\"\"", "\\\\\\\\", ",,,,", "[[[["};
	char		text[140];
	size_t		len;
	size_t		at;
	int			i;
	int			c;

	begin("index: each of the 256 bytes, among others of each kind, in and out of strings");
	for (i = 0; i < LENGTHOF(around); i++)
		for (c = 0; c < 256; c++)
			for (at = 0; at < 66; at += 13)
				for (len = at + 1; len < sizeof(text); len += quick ? 307 : 37)
				{
					memset(text, around[i][0], len);
					text[at] = (char) c;
					run_index(text, len);
					text[0] = '"';
					run_index(text, len);
				}
	finish();
}

/* So many rounds in a full test. */
static int
most(int rounds)
{
	return quick ? rounds / 10 : rounds;
}

static void
test_index_lengths(void)
{
	static const char document[] = "{\"key\\\"\":[1,-2.5e3 ,\"a,b]\\\\\",{}],\"x\":\ttrue}\n";
	char		text[600];
	size_t		len;

	begin("index: every length to 600");
	for (len = 0; len < sizeof(text); len++)
		text[len] = document[len % (sizeof(document) - 1)];
	for (len = 0; len <= sizeof(text); len++)
		run_index(text, len);
	finish();
}

static void
test_index_backslashes(void)
{
	char		text[300];
	size_t		from;
	size_t		count;

	begin("index: runs of backslashes of every length, over the ends of blocks");
	for (from = 0; from < 70; from++)
		for (count = 0; count < 140; count++)
		{
			memset(text, 'a', sizeof(text));
			text[from] = '"';
			memset(text + from + 1, '\\', count);
			text[from + 1 + count] = '"';
			text[from + 2 + count] = ',';
			text[from + 3 + count] = '"';
			run_index(text, from + 60 + count);
		}
	finish();
}

static void
test_index_random(void)
{
	static const struct
	{
		const char *name;
		const char *bytes;
	}			kinds[] = {
		{"index: random texts of everything", "{}[]:,\"\\ \t\n\ra1-\x01\x0c\x1a\x7f\xc3"},
		{"index: random texts, mostly of strings", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"\\ ,["},
		{"index: random texts, mostly of backslashes and quotes", "\\\\\\\\\"\"a"},
		{"index: random texts of structural characters", "{}[]:,"},
		{"index: random texts of tokens and white space", "ab1 \n,"},
	};
	char		text[MAX_INPUT];
	int			kind;
	int			i;

	for (kind = 0; kind < LENGTHOF(kinds); kind++)
	{
		begin(kinds[kind].name);
		for (i = 0; i < most(3000); i++)
		{
			size_t		len = (size_t) random_below(i % 100 == 0 ? MAX_INPUT : 300);

			fill(text, len, kinds[kind].bytes, (int) strlen(kinds[kind].bytes));
			run_index(text, len);
		}
		finish();
	}

	begin("index: random bytes");
	for (i = 0; i < most(3000); i++)
	{
		size_t		len = (size_t) random_below(400);
		size_t		at;

		for (at = 0; at < len; at++)
			text[at] = (char) random_64();
		run_index(text, len);
	}
	finish();
}

/* ---- unescape ---- */

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
			memset(output.start, CANARY, (size_t) (output.end - output.start));
			end = current_kernel->unescape(dst, src, len);
			if ((end == NULL) != (length < 0))
				mismatch(end == NULL ? "refused" : "accepted", text, len);
			else if (end != NULL && (end != dst + length || memcmp(dst, want, (size_t) length) != 0))
				mismatch("wrong output", text, len);
			if (!canaries_alive(output.start, dst)
				|| !canaries_alive(dst + room, output.end))
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

	begin("unescape: each escape, valid or not, at every place of strings to 180");
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

	begin("unescape: each byte behind a backslash, and as each hex digit");
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

	begin("unescape: every code unit");
	for (i = 0; i < 65536; i += quick ? 13 : 1)
		run_unescape(text, (size_t) sprintf(text, "%.*s\\u%04x%c", i % 40,
											"0123456789012345678901234567890123456789", (unsigned int) i, 'a'));
	finish();

	begin("unescape: random strings");
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
	struct sigaction action = {.sa_handler = crashed};

	quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	sigaction(SIGILL, &action, NULL);
	input = arena_make(MAX_INPUT);
	output = arena_make(MAX_INPUT + KERNEL_UNESCAPE_SLOP + CANARIES);
	entries = arena_make((MAX_INPUT + KERNEL_INDEX_SLOP) * sizeof(uint32_t));
	brackets = arena_make((MAX_INPUT + KERNEL_INDEX_SLOP) * sizeof(KernelBracket));

	test_index_lengths();
	test_index_every_byte();
	test_index_backslashes();
	test_index_random();
	test_unescape_places();
	test_unescape_random();

	printf("%d passed, %d failed\n", passed, failed);
	return failed == 0 ? 0 : 1;
}
