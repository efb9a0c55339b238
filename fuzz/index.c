/*
 * index.c
 *		Fuzz target: every tier of `index` against scalar.
 *
 * Each text is indexed in one piece, and in pieces of one block and of three.
 * It touches a page that cannot be read, with its end and then with its
 * start; the rooms end at such pages.  Canaries stand in front of the rooms,
 * and behind what is promised for each piece.  That scalar is right is what
 * test/index_test.c is about.
 */
#include "fuzz.h"

#include "kernel/kernel.h"

#define MAX_ROOM		(FUZZ_MAX_INPUT + KERNEL_INDEX_SLOP)

/* Elements that a piece may overwrite, and what lies behind them up to the end. */
typedef struct Room
{
	char	   *start;
	char	   *behind;
	size_t		canaries;
} Room;

static void
check(bool ok, const Kernel *kernel, const char *what)
{
	fuzz_check(ok, "index", kernel->name, what);
}

static Room
room_make(void *first, size_t elements, size_t size, char *end)
{
	Room		room;

	room.start = first;
	room.behind = room.start + elements * size;
	room.canaries = (size_t) (end - room.behind);
	if (room.canaries > FUZZ_CANARIES)
		room.canaries = FUZZ_CANARIES;
	canaries_set(room.start - FUZZ_CANARIES, FUZZ_CANARIES);
	canaries_set(room.behind, room.canaries);
	return room;
}

static void
room_check(const Room *room, const Kernel *kernel)
{
	check(canaries_alive(room->start - FUZZ_CANARIES, FUZZ_CANARIES), kernel,
		  "wrote in front of its room");
	check(canaries_alive(room->behind, room->canaries), kernel, "wrote behind its room");
}

static KernelIndex
index_in_pieces(const Kernel *kernel, const char *src, size_t len, size_t piece)
{
	static Pages entries;
	static Pages brackets;
	KernelIndex index = {0};
	size_t		done = 0;

	pages_make(&entries, MAX_ROOM * sizeof(uint32_t) + FUZZ_CANARIES);
	pages_make(&brackets, MAX_ROOM * sizeof(KernelBracket) + FUZZ_CANARIES);
	index.entries = (uint32_t *) entries.end - (len + KERNEL_INDEX_SLOP);
	index.brackets = (KernelBracket *) brackets.end - (len + KERNEL_INDEX_SLOP);
	do
	{
		size_t		step = len - done < piece ? len - done : piece;
		Room		entry_room = room_make(index.entries, index.entry_count + step + KERNEL_INDEX_SLOP,
										   sizeof(uint32_t), entries.end);
		Room		bracket_room = room_make(index.brackets, index.bracket_count + step + KERNEL_INDEX_SLOP,
											 sizeof(KernelBracket), brackets.end);

		kernel->index(&index, src + done, step);
		room_check(&entry_room, kernel);
		room_check(&bracket_room, kernel);
		done += step;
	} while (done < len);
	return index;
}

/* Index src in pieces of so many bytes; `want` is what scalar found. */
static void
run_one(const Kernel *kernel, const char *src, size_t len, size_t piece, const KernelIndex *want)
{
	KernelIndex index = index_in_pieces(kernel, src, len, piece);

	check(index.entry_count == want->entry_count, kernel, "another number of entries");
	check(memcmp(index.entries, want->entries, sizeof(uint32_t) * want->entry_count) == 0, kernel,
		  "other entries");
	check(index.bracket_count == want->bracket_count, kernel, "another number of brackets");
	check(memcmp(index.brackets, want->brackets, sizeof(KernelBracket) * want->bracket_count) == 0,
		  kernel, "other brackets");
	check(index.commas == want->commas, kernel, "another number of commas");
	check((index.in_string != 0) == (want->in_string != 0), kernel, "another end of the last string");
	check((index.control != 0) == (want->control != 0), kernel, "another verdict on controls");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static Pages input;
	static uint32_t entries[MAX_ROOM];
	static KernelBracket brackets[MAX_ROOM];
	size_t		len = size < FUZZ_MAX_INPUT ? size : FUZZ_MAX_INPUT;
	KernelIndex want = {.entries = entries,.brackets = brackets};
	char	   *src;
	int			tier;

	pages_make(&input, FUZZ_MAX_INPUT);
	src = input.end - len;
	memcpy(src, data, len);
	kernel_find("scalar")->index(&want, src, len);
	for (tier = 0; tier < kernel_tier_count; tier++)
	{
		const Kernel *kernel = kernel_find(kernel_tiers[tier].name);

		if (kernel == NULL)
			continue;
		memcpy(src, data, len);
		run_one(kernel, src, len, len + 1, &want);
		run_one(kernel, src, len, KERNEL_INDEX_BLOCK, &want);
		memcpy(input.start, data, len);
		run_one(kernel, input.start, len, 3 * KERNEL_INDEX_BLOCK, &want);
	}
	return 0;
}
