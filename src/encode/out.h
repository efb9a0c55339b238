/*
 * out.h
 *		Growable output for JSON text: reserve the worst case, write unchecked,
 *		advance `cur`.
 *
 * The buffer starts with room for a varlena header, so that the finished
 * text is returned in place, without a copy.
 */
#ifndef FASTJSON_ENCODE_OUT_H
#define FASTJSON_ENCODE_OUT_H

#include "compat.h"

#include "kernel/kernel.h"

/*
 * Rows that are nested deeper than that are core's, which takes less stack for
 * each: what core can write, we can.
 */
#define OUT_MAX_DEPTH	32

typedef struct Out
{
	char	   *cur;			/* the next byte goes here */
	char	   *end;			/* first byte behind the buffer */
	char	   *base;			/* start of the buffer: VARHDRSZ bytes for the
								 * header, then the text */
	Size		longest;		/* text that is not too long */
	int			depth;			/* rows being written, each in the one before */
	const Kernel *kernel;		/* the tier to escape with */
} Out;

/* Start an empty text in CurrentMemoryContext with room for about `estimate` bytes. */
extern void out_init(Out *out, const Kernel *kernel, Size estimate);

/* Slow path of out_reserve. */
extern void out_grow(Out *out, Size room);

/*
 * Close the text and return it; it stays where it was built.  Raises what
 * core raises for a text of that length.  `out` must not be used again.
 */
extern text *out_finish(Out *out);

/*
 * The same with `tail` behind it, for an output that goes on afterwards: the
 * text must not be used any more by then.
 */
extern text *out_finish_so_far(Out *out, const char *tail);

/* A new text in CurrentMemoryContext: what `out` holds, then `tail`.  `out` stays as it is. */
extern text *out_copy(const Out *out, const char *tail);

/* Bytes of text written so far. */
static inline Size
out_length(const Out *out)
{
	return out->cur - out->base - VARHDRSZ;
}

/*
 * Guarantee `room` writable bytes from out->cur on.  The buffer may move:
 * read out->cur afterwards.  Raises core's "out of memory" (54000) once the
 * text itself has reached the size that a StringInfo cannot hold; room that
 * is reserved but not written never raises.
 */
static inline void
out_reserve(Out *out, Size room)
{
	if (unlikely((Size) (out->end - out->cur) < room))
		out_grow(out, room);
}

static inline void
out_append(Out *out, const char *bytes, Size length)
{
	out_reserve(out, length);
	memcpy(out->cur, bytes, length);
	out->cur += length;
}

static inline void
out_char(Out *out, char c)
{
	out_reserve(out, 1);
	*out->cur++ = c;
}

#endif							/* FASTJSON_ENCODE_OUT_H */
