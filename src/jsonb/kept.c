/*
 * kept.c
 *		Arrays that stay with the session from one text to the next.
 */
#include "compat.h"

#include "jsonb/kept.h"
#include "type/session.h"

#define FIRST_ROOM	8192
#define KEPT_ROOM	(4 * 1024 * 1024)

uint64		kept_growths = 0;

static Kept *all = NULL;

/* A call that was cancelled, or ran out of memory, has released nothing. */
static void
release_all(void)
{
	for (Kept *kept = all; kept != NULL; kept = kept->next)
		kept_release(kept);
}

static void
list(Kept *kept)
{
	if (all == NULL)
		session_at_end(release_all);
	kept->next = all;
	kept->listed = true;
	all = kept;
}

void
kept_grow(Kept *kept, Size room)
{
	Size		larger = Max(Max(room, FIRST_ROOM), 2 * kept->room);

	kept_growths++;
	if (!kept->listed)
		list(kept);
	if (kept->array == NULL)
		kept->array = MemoryContextAllocHuge(session_context(), larger);
	else
		kept->array = repalloc_huge(kept->array, larger);
	kept->room = larger;
}

void
kept_release(Kept *kept)
{
	if (kept->room <= KEPT_ROOM)
		return;
	pfree(kept->array);
	kept->array = NULL;
	kept->room = 0;
}
