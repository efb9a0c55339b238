/*
 * large.c
 *		Memory that can be large: in huge pages then, where the system gives them.
 *
 * From LARGE on, malloc maps each chunk by itself and unmaps it at the end (no
 * threshold of glibc's goes beyond 32 MB), so that every page of it is new and
 * faults.  Faults of small pages can take half the time of an aggregate.
 */
#include "compat.h"

#include <sys/mman.h>
#include <unistd.h>

#include "utils/memutils.h"

#include "encode/large.h"

#define LARGE			((Size) 32 * 1024 * 1024)

/* All of the mapping that the chunk lies in: the system moves none half of which is special. */
static void
want_huge_pages(char *chunk, Size size)
{
#ifdef MADV_HUGEPAGE
	uintptr_t	page = sysconf(_SC_PAGESIZE);
	uintptr_t	start = TYPEALIGN_DOWN(page, chunk);
	uintptr_t	end = TYPEALIGN(page, chunk + size);

	(void) madvise((void *) start, end - start, MADV_HUGEPAGE);
#endif
}

void *
large_alloc(Size size)
{
	char	   *chunk = palloc_extended(size, MCXT_ALLOC_HUGE);

	if (size >= LARGE)
		want_huge_pages(chunk, size);
	return chunk;
}

/* A large chunk keeps its pages when it grows. */
void *
large_realloc(void *chunk, Size used, Size size)
{
	MemoryContext caller;
	void	   *larger;

	if (size < LARGE || GetMemoryChunkSpace(chunk) >= LARGE)
		return repalloc_huge(chunk, size);
	caller = MemoryContextSwitchTo(GetMemoryChunkContext(chunk));
	larger = large_alloc(size);
	MemoryContextSwitchTo(caller);
	memcpy(larger, chunk, used);
	pfree(chunk);
	return larger;
}
