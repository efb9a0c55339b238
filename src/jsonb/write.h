/*
 * write.h
 *		One container of a jsonb whose number of elements is known: header,
 *		JEntries, payload.
 *
 * The bytes are written in the order in which they lie, so that stores may be
 * wider than what they are for.  The caller has room for the whole and for
 * SIZE_SLOP bytes behind it.
 */
#ifndef FASTJSON_JSONB_WRITE_H
#define FASTJSON_JSONB_WRITE_H

#include "compat.h"

#include "utils/jsonb.h"

#include "jsonb/size.h"

/* Bytes copied at a time. */
#define WRITE_COPY	32

/* Copy in pieces of a fixed size; reads and writes up to WRITE_COPY bytes too many. */
static inline void
write_copy(char *dst, const char *src, Size length)
{
	for (Size done = 0; done < length; done += WRITE_COPY)
		memcpy(dst + done, src + done, WRITE_COPY);
}

typedef struct WriteContainer
{
	const char *start;			/* with the padding, which is part of it */
	JEntry	   *entries;
	const char *payload;
} WriteContainer;

/* Pad to the next multiple of four bytes from the start of the jsonb. */
static inline char *
write_align(char *cur)
{
	const uint32 zeros = 0;

	memcpy(cur, &zeros, sizeof(zeros));
	return (char *) INTALIGN(cur);
}

/* Do values of that JEntry type start at such a multiple? */
static inline bool
write_is_aligned(uint32 type)
{
	return type == JENTRY_ISNUMERIC || type == JENTRY_ISCONTAINER;
}

/* Returns where the payload goes. */
static inline char *
write_begin(WriteContainer *container, char *cur, uint32 count, uint32 kind)
{
	uint32	   *header;

	container->start = cur;
	header = (uint32 *) write_align(cur);
	*header = count | kind;
	container->entries = header + 1;
	container->payload = (char *) header + size_head(count, kind == JB_FOBJECT);
	return (char *) container->payload;
}

/* The entry at `index` for the payload from..to, padding included. */
static inline void
write_entry(const WriteContainer *container, uint32 index, uint32 type, const char *from,
			const char *to)
{
	if (unlikely(index % JB_OFFSET_STRIDE == 0))
		container->entries[index] = type | JENTRY_HAS_OFF | (uint32) (to - container->payload);
	else
		container->entries[index] = type | (uint32) (to - from);
}

/* Is it small enough to be an element, or the root? */
static inline bool
write_fits(const WriteContainer *container, const char *end)
{
	return end - container->start <= JENTRY_OFFLENMASK;
}

/*
 * The jsonb that ends at `end`, for which `allocated` bytes were.  Much that was
 * too much is given back; less would cost more than it saves, since memory
 * that was never written to takes none, and the server keeps small chunks whole.
 */
static inline Jsonb *
write_finish(Jsonb *jsonb, const char *end, Size allocated)
{
	Size		size = end - (char *) jsonb;

	SET_VARSIZE(jsonb, size);
	if (allocated > 8192 && size < allocated / 4)
		return repalloc(jsonb, size);
	return jsonb;
}

#endif							/* FASTJSON_JSONB_WRITE_H */
