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

void
kept_grow(Kept *kept, Size room)
{
	Size		larger = Max(Max(room, FIRST_ROOM), 2 * kept->room);

	kept_growths++;
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
