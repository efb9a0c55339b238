/*
 * detoast.h
 *		Stored values that must be read with a full, aligned header: arrays and
 *		jsonb.
 *
 * Within rows small values have a header of one byte and are not aligned;
 * copying them to the stack is much cheaper than what the server does.
 */
#ifndef FASTJSON_ENCODE_DETOAST_H
#define FASTJSON_ENCODE_DETOAST_H

#include "compat.h"

#include "access/detoast.h"

/* Room for the largest value that can have a short header. */
typedef union ShortRoom
{
	struct varlena header;
	int64		force_align;
	char		bytes[VARATT_SHORT_MAX + VARHDRSZ];
} ShortRoom;

/*
 * The value with a full header: itself, a copy in `room`, or one in
 * CurrentMemoryContext; to be given to detoast_done.
 */
static inline struct varlena *
detoast_aligned(Datum value, ShortRoom *room)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(value);

	/* A pointer to a value stored out of line passes for short, too. */
	if (VARATT_IS_SHORT(stored) && !VARATT_IS_EXTERNAL(stored))
	{
		Size		length = VARSIZE_SHORT(stored) - VARHDRSZ_SHORT;

		SET_VARSIZE(room->bytes, length + VARHDRSZ);
		memcpy(room->bytes + VARHDRSZ, VARDATA_SHORT(stored), length);
		return &room->header;
	}
	return pg_detoast_datum(stored);
}

static inline void
detoast_done(struct varlena *plain, Datum value, ShortRoom *room)
{
	if (plain != &room->header && (Pointer) plain != DatumGetPointer(value))
		pfree(plain);
}

#endif							/* FASTJSON_ENCODE_DETOAST_H */
