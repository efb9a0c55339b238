/*
 * index.c
 *		The structural index of a JSON text and, from it, each container's
 *		number of elements and where it ends.
 *
 * The kernel indexes a piece of the text at a time; then its brackets, still
 * warm, are matched.  The elements of a container are counted without a look
 * at them: they are one more than the commas between its brackets less those
 * between the brackets of the containers in it.
 */
#include "compat.h"

#include "miscadmin.h"

#include "jsonb/index.h"
#include "jsonb/kept.h"

/* Bytes of a piece, a multiple of KERNEL_INDEX_BLOCK: few enough for the nearest cache. */
#define PIECE	4096

/*
 * Entries allowed in any text, and beyond that per byte: with four bytes for
 * an entry no text needs more memory than 32 MB or its own size.
 */
#define FREE_ENTRIES		(8 * 1024 * 1024)
#define BYTES_PER_ENTRY		4

#define NO_CONTAINER		PG_UINT32_MAX

static Kept entries;
static Kept containers;
static KernelBracket brackets[PIECE + KERNEL_INDEX_SLOP];

/* The matching of brackets, so far. */
typedef struct Match
{
	TextIndex  *index;
	const char *text;
	uint32		open;			/* the innermost open container, or NO_CONTAINER */
	int			depth;
} Match;

void
index_release(void)
{
	kept_release(&entries);
	kept_release(&containers);
}

/* While a container is open, `close` is the one around it, and `count` the commas that are not its own. */
static inline void
match_open(Match *match, const KernelBracket *bracket, uint32 object)
{
	TextIndex  *index = match->index;
	IndexContainer *container = &index->containers[index->container_count];

	container->open = bracket->entry;
	container->close = match->open;
	container->count = container->commas = bracket->commas;
	match->open = index->container_count++;
	match->depth++;
	index->entries[bracket->entry] = INDEX_CONTAINER | object | match->open;
}

static inline bool
match_close(Match *match, const KernelBracket *bracket, uint32 object)
{
	TextIndex  *index = match->index;
	IndexContainer *container;
	uint32		around;

	if (unlikely(match->open == NO_CONTAINER))
		return false;
	container = &index->containers[match->open];
	around = container->close;
	if (around != NO_CONTAINER)
		index->containers[around].count += bracket->commas - container->commas;
	container->close = bracket->entry;
	container->count = bracket->commas - container->count +
		(bracket->entry - container->open > 1);
	match->open = around;
	match->depth--;
	return (index->entries[container->open] & INDEX_OBJECT) == object;
}

/* { and } have bit 5, [ and ] do not; the closing ones have bit 2. */
static IndexResult
match_brackets(Match *match, uint32 count)
{
	for (uint32 i = 0; i < count; i++)
	{
		char		c = match->text[match->index->entries[brackets[i].entry]];
		uint32		object = (c & 0x20) ? INDEX_OBJECT : 0;

		if (c & 0x04)
		{
			if (unlikely(!match_close(match, &brackets[i], object)))
				return INDEX_INVALID;
		}
		else
		{
			if (unlikely(match->depth == INDEX_MAX_DEPTH))
				return INDEX_TOO_LARGE;
			if (unlikely(match->open == NO_CONTAINER && match->index->container_count > 0))
				return INDEX_INVALID;
			match_open(match, &brackets[i], object);
		}
	}
	return INDEX_MADE;
}

IndexResult
index_build(TextIndex *index, const Kernel *kernel, const char *text, Size length)
{
	KernelIndex state = {0};
	Match		match = {index, text, NO_CONTAINER, 0};
	IndexResult result;

	index->container_count = 0;
	for (Size done = 0; done < length;)
	{
		Size		piece = Min(length - done, PIECE);

		CHECK_FOR_INTERRUPTS();
		state.entries = kept_reserve(&entries, state.entry_count + piece + KERNEL_INDEX_SLOP,
									 sizeof(uint32));
		state.brackets = brackets;
		state.bracket_count = 0;
		kernel->index(&state, text + done, piece);
		if (unlikely(state.entry_count > FREE_ENTRIES + done / BYTES_PER_ENTRY))
			return INDEX_TOO_LARGE;

		index->entries = state.entries;
		index->containers = kept_reserve(&containers, index->container_count + state.bracket_count,
										 sizeof(IndexContainer));
		result = match_brackets(&match, state.bracket_count);
		if (unlikely(result != INDEX_MADE))
			return result;
		done += piece;
	}
	if (state.control != 0 || state.in_string != 0 || match.depth != 0 ||
		index->container_count == 0 || index->containers[0].open != 0 ||
		index->containers[0].close + 1 != state.entry_count)
		return INDEX_INVALID;
	index->entries[state.entry_count] = length;
	index->commas = state.commas;
	return INDEX_MADE;
}
