/*
 * session.c
 *		Memory and lifetime of the session-wide caches.
 *
 * A cache entry can go stale while it is in use: an output function or a cast
 * may run DDL in the middle of a row, and may call us again.  Instead of
 * counting the users of every entry, a stale entry is unlinked at once and
 * kept until the transaction ends.  No call of ours can span that moment, whether
 * it ends well or by an error, so no entry is freed under a user and none is
 * leaked by an error.  A transaction keeps at most one entry per type and per
 * DDL command that could change how that type is written.
 *
 * Invalidation callbacks retire entries; they may run anywhere, even while a
 * transaction is being aborted, and retiring allocates nothing.
 */
#include "compat.h"

#include "access/xact.h"
#include "utils/catcache.h"
#include "utils/memutils.h"

#include "type/session.h"

uint64		session_generation = 1;

static MemoryContext caches = NULL;
static MemoryContext retired = NULL;

#define MAX_AT_END	4
static void (*at_end[MAX_AT_END]) (void);
static int	at_end_count = 0;

MemoryContext
session_context(void)
{
	if (caches == NULL)
	{
		if (CacheMemoryContext == NULL)
			CreateCacheMemoryContext();
		retired = AllocSetContextCreate(CacheMemoryContext,
										"fastjson retired cache entries",
										ALLOCSET_SMALL_SIZES);
		caches = AllocSetContextCreate(CacheMemoryContext, "fastjson caches",
									   ALLOCSET_SMALL_SIZES);
	}
	return caches;
}

void
session_retire(MemoryContext context)
{
	MemoryContextSetParent(context, retired);
}

static void
free_retired(XactEvent event, void *arg)
{
	switch (event)
	{
		case XACT_EVENT_COMMIT:
		case XACT_EVENT_PARALLEL_COMMIT:
		case XACT_EVENT_ABORT:
		case XACT_EVENT_PARALLEL_ABORT:
		case XACT_EVENT_PREPARE:
			for (int i = 0; i < at_end_count; i++)
				at_end[i] ();
			if (retired != NULL)
				MemoryContextDeleteChildren(retired);
			break;
		case XACT_EVENT_PRE_COMMIT:
		case XACT_EVENT_PARALLEL_PRE_COMMIT:
		case XACT_EVENT_PRE_PREPARE:
			break;
	}
}

void
session_at_end(void (*function) (void))
{
	Assert(at_end_count < MAX_AT_END);
	at_end[at_end_count++] = function;
}

void
session_init(void)
{
	RegisterXactCallback(free_retired, NULL);
}
