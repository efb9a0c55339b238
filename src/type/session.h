/*
 * session.h
 *		What all session-wide caches share: their memory, the generation that
 *		tells whether a remembered pointer is still good, and the moment at
 *		which stale entries may be freed.
 */
#ifndef FASTJSON_TYPE_SESSION_H
#define FASTJSON_TYPE_SESSION_H

#include "compat.h"

/*
 * Grows whenever an entry that others point to was taken out of use.
 * A pointer into a cache, remembered together with the generation of that
 * moment, may be followed while the generation is the same.
 */
extern uint64 session_generation;

/* Called once, at load. */
extern void session_init(void);

/* The parent of all session caches, a child of CacheMemoryContext; made by the first call. */
extern MemoryContext session_context(void);

/*
 * Take an entry out of use: its memory context is deleted at the end of the
 * transaction.  Until then every call that is still running with the entry,
 * below an output function that ran DDL for example, may go on using it.
 * Allocates nothing; session_context() must have been called before.
 */
extern void session_retire(MemoryContext context);

/*
 * Have a function called when a transaction ends, well or not, before what is
 * retired is freed; it must not raise errors.  For caches that have grown too
 * large: within the transaction that would free nothing.
 */
extern void session_at_end(void (*function) (void));

/* Entries changed: remembered pointers must be looked up again. */
static inline void
session_invalidate(void)
{
	session_generation++;
}

#endif							/* FASTJSON_TYPE_SESSION_H */
