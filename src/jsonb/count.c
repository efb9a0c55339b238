/*
 * count.c
 *		How many elements the container of a JSON text has, without parsing it.
 *
 * The text is indexed piece by piece, and nothing is kept of a piece but the
 * kinds of the brackets that are open, one bit each.
 */
#include "compat.h"

#include "miscadmin.h"

#include "jsonb/count.h"
#include "jsonb/kept.h"
#include "jsonb/scalar.h"

/* Bytes of a piece, a multiple of KERNEL_INDEX_BLOCK. */
#define PIECE	4096

static uint32 entries[PIECE + KERNEL_INDEX_SLOP];
static KernelBracket brackets[PIECE + KERNEL_INDEX_SLOP];
static Kept kept_kinds;

typedef struct Count
{
	const char *text;
	uint64		before;			/* entries in front of the piece */
	uint64		end;			/* entries up to the end of the container, 0 before */
	uint32		depth;
	uint32		inner_start;	/* commas in front of the container in the container */
	uint32		inner;			/* commas in such containers */
	uint32		count;
} Count;

static void
raise_invalid(const char *detail)
{
	kept_release(&kept_kinds);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s", "json"),
			 errdetail_internal("%s", detail)));
}

static void
open_bracket(Count *count, const KernelBracket *bracket, bool object)
{
	uint8	   *kinds = kept_reserve(&kept_kinds, count->depth / 8 + 1, sizeof(uint8));
	uint8		bit = 1 << count->depth % 8;

	if (count->depth == 0 && count->before + bracket->entry > 0)
		raise_invalid("A value is followed by something else.");
	if (object)
		kinds[count->depth / 8] |= bit;
	else
		kinds[count->depth / 8] &= ~bit;
	if (++count->depth == 2)
		count->inner_start = bracket->commas;
}

static void
close_bracket(Count *count, const KernelBracket *bracket, bool object)
{
	const uint8 *kinds = kept_kinds.array;

	if (count->depth == 0)
		raise_invalid("A bracket is closed that is not open.");
	count->depth--;
	if (((kinds[count->depth / 8] >> count->depth % 8) & 1) != object)
		raise_invalid("A bracket is closed by one of another kind.");
	if (count->depth == 1)
		count->inner += bracket->commas - count->inner_start;
	if (count->depth == 0)
	{
		count->end = count->before + bracket->entry + 1;
		count->count = count->end > 2 ? bracket->commas - count->inner + 1 : 0;
	}
}

/* { and } have bit 5, [ and ] do not; the closing ones have bit 2. */
static void
match_brackets(Count *count, uint32 bracket_count)
{
	for (uint32 i = 0; i < bracket_count; i++)
	{
		char		c = count->text[entries[brackets[i].entry]];

		if (c & 0x04)
			close_bracket(count, &brackets[i], (c & 0x20) != 0);
		else
			open_bracket(count, &brackets[i], (c & 0x20) != 0);
	}
}

/* How many entries the value has of which the first byte is given. */
static uint64
value_entries(const Count *count, char first)
{
	if (first == ',' || first == ':')
		raise_invalid("There is no value.");
	if (count->end > 0)
		return count->end;
	return first == '"' ? 2 : 1;
}

bool
count_elements(const Kernel *kernel, const char *text, Size length, uint32 *count)
{
	KernelIndex state = {.entries = entries,.brackets = brackets};
	Count		work = {text};
	char		first = '\0';

	for (Size done = 0; done < length; done += PIECE)
	{
		CHECK_FOR_INTERRUPTS();
		state.entry_count = state.bracket_count = 0;
		kernel->index(&state, text + done, Min(length - done, PIECE));
		if (work.before == 0 && state.entry_count > 0)
			first = text[entries[0]];
		match_brackets(&work, state.bracket_count);
		work.before += state.entry_count;
	}
	if (state.in_string != 0)
		raise_invalid("A string is not closed.");
	if (work.depth > 0)
		raise_invalid("A bracket is not closed.");
	if (work.before == 0)
		raise_invalid("There is no value.");
	if (work.before != value_entries(&work, first))
		raise_invalid("A value is followed by something else.");
	kept_release(&kept_kinds);
	*count = work.count;
	return work.end > 0;
}

/* In blocks of a fixed size, which the compiler makes vectors of. */
static uint32
count_commas(const char *src, const char *end)
{
	uint32		count = 0;

	for (; end - src >= 64; src += 64)
	{
		uint8		block = 0;

		for (int i = 0; i < 64; i++)
			block += src[i] == ',';
		count += block;
	}
	while (src < end)
		count += *src++ == ',';
	return count;
}

bool
count_estimate(const char *text, Size length, uint32 *count)
{
	const char *end = text + length;
	const char *inside;

	while (text < end && scalar_is_white(*text))
		text++;
	if (text == end || (*text != '{' && *text != '['))
		return false;
	while (scalar_is_white(end[-1]))
		end--;
	inside = ++text;
	if (text < end && (end[-1] == '}' || end[-1] == ']'))
		end--;
	while (inside < end && scalar_is_white(*inside))
		inside++;
	*count = inside == end ? 0 : 1 + count_commas(text, end);
	return true;
}
