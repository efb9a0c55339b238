/*
 * index_test.c
 *		`index` of every tier against a reference that is written from the
 *		contract alone.
 *
 * Inputs lie with their first or their last byte at a page that cannot be
 * read, outputs with their promised room in front of such a page.
 */
#include "harness.h"

#define MAX_INPUT		4096

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

static Pages input;
static Pages entries;
static Pages brackets;
static Expected expected;

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

/* Index text[0..len), which is at its place, in pieces of so many blocks, or in one. */
static void
run_pieces(const char *text, size_t len, size_t piece)
{
	KernelIndex index = {0};
	size_t		done = 0;
	size_t		room = len + KERNEL_INDEX_SLOP;

	canaries_set(entries.start, (size_t) (entries.end - entries.start));
	canaries_set(brackets.start, (size_t) (brackets.end - brackets.start));
	index.entries = (uint32_t *) entries.end - room;
	index.brackets = (KernelBracket *) brackets.end - room;
	do
	{
		size_t		step = len - done < piece ? len - done : piece;
		char	   *behind_entries = (char *) (index.entries + index.entry_count + step + KERNEL_INDEX_SLOP);
		char	   *behind_brackets = (char *) (index.brackets + index.bracket_count + step + KERNEL_INDEX_SLOP);

		current_kernel->index(&index, text + done, step);
		done += step;
		if (!canaries_alive(behind_entries, (size_t) (entries.end - behind_entries))
			|| !canaries_alive(behind_brackets, (size_t) (brackets.end - behind_brackets)))
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
	current_length = len;
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

	begin("index", "each of the 256 bytes, among others of each kind, in and out of strings");
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

static void
test_index_lengths(void)
{
	static const char document[] = "{\"key\\\"\":[1,-2.5e3 ,\"a,b]\\\\\",{}],\"x\":\ttrue}\n";
	char		text[600];
	size_t		len;

	begin("index", "every length to 600");
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

	begin("index", "runs of backslashes of every length, over the ends of blocks");
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
		{"random texts of everything", "{}[]:,\"\\ \t\n\ra1-\x01\x0c\x1a\x7f\xc3"},
		{"random texts, mostly of strings", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"\\ ,["},
		{"random texts, mostly of backslashes and quotes", "\\\\\\\\\"\"a"},
		{"random texts of structural characters", "{}[]:,"},
		{"random texts of tokens and white space", "ab1 \n,"},
	};
	char		text[MAX_INPUT];
	int			kind;
	int			i;

	for (kind = 0; kind < LENGTHOF(kinds); kind++)
	{
		begin("index", kinds[kind].name);
		for (i = 0; i < most(3000); i++)
		{
			size_t		len = (size_t) random_below(i % 100 == 0 ? MAX_INPUT : 300);

			fill(text, len, kinds[kind].bytes, (int) strlen(kinds[kind].bytes));
			run_index(text, len);
		}
		finish();
	}

	begin("index", "random bytes");
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

int
main(int argc, char **argv)
{
	test_begin(argc, argv);
	pages_make(&input, MAX_INPUT);
	pages_make(&entries, (MAX_INPUT + KERNEL_INDEX_SLOP) * sizeof(uint32_t));
	pages_make(&brackets, (MAX_INPUT + KERNEL_INDEX_SLOP) * sizeof(KernelBracket));
	test_index_lengths();
	test_index_every_byte();
	test_index_backslashes();
	test_index_random();
	return test_end();
}
