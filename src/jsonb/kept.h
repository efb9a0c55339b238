/*
 * kept.h
 *		Arrays that stay with the session from one text to the next, up to a
 *		size.  Small texts then need no allocation but the result's.
 *
 * They are in use within one call only, and no call runs inside another: after
 * an error the next call finds them as good as any.  What an error leaves that
 * is too large to stay goes with the end of the transaction.
 */
#ifndef FASTJSON_JSONB_KEPT_H
#define FASTJSON_JSONB_KEPT_H

#include "compat.h"

typedef struct Kept
{
	void	   *array;
	Size		room;			/* in bytes */
	struct Kept *next;			/* in the list of all that were ever used */
	bool		listed;
} Kept;

/* How often a buffer had to be made larger, by this session; for the benchmark. */
extern uint64 kept_growths;

/* Slow path of kept_reserve. */
extern void kept_grow(Kept *kept, Size room);

/* Give back what is larger than a session should keep. */
extern void kept_release(Kept *kept);

/* Make room for `count` elements; the array may move. */
static inline void *
kept_reserve(Kept *kept, Size count, Size element)
{
	if (unlikely(count * element > kept->room))
		kept_grow(kept, count * element);
	return kept->array;
}

#endif							/* FASTJSON_JSONB_KEPT_H */
