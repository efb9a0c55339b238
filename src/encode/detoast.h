/*
 * detoast.h
 *		Stored values that must be read with a full, aligned header: arrays,
 *		ranges, composites and jsonb.
 *
 * Within rows small values have a header of one byte and are not aligned;
 * copying them to the stack is much cheaper than what the server does.
 */
#ifndef FASTJSON_ENCODE_DETOAST_H
#define FASTJSON_ENCODE_DETOAST_H

#include "compat.h"

/* Room for the largest value that can have a short header. */
typedef union ShortRoom
{
	struct varlena header;
	int64		force_align;
	char		bytes[VARATT_SHORT_MAX + VARHDRSZ];
} ShortRoom;

/* The first n and the last n bytes, which may overlap. */
#define COPY_ENDS(to, from, length, n) \
	(memcpy((to), (from), (n)), \
	 memcpy((to) + (length) - (n), (from) + (length) - (n), (n)))

/*
 * memcpy() of at most 128 bytes.  Where compilers know such a limit they make
 * a string instruction of it, which takes longer to start than all of this.
 */
static inline void
copy_short(char *to, const char *from, Size length)
{
	if (length > 32)
	{
		COPY_ENDS(to, from, length, 32);
		if (length > 64)
			COPY_ENDS(to + 32, from + 32, length - 64, 32);
	}
	else if (length > 16)
		COPY_ENDS(to, from, length, 16);
	else if (length >= 8)
		COPY_ENDS(to, from, length, 8);
	else if (length >= 4)
		COPY_ENDS(to, from, length, 4);
	else
		while (length-- > 0)
			to[length] = from[length];
}

/*
 * A value with a short header as a copy in `room`, others as they are.  For
 * rows, which only DatumGetHeapTupleHeader may take further: since 15.20 it
 * marks those that older servers stored.
 */
static inline Datum
detoast_short(Datum value, ShortRoom *room)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(value);
	Size		length;

	/* A pointer to a value stored out of line passes for short, too. */
	if (!VARATT_IS_SHORT(stored) || VARATT_IS_EXTERNAL(stored))
		return value;
	length = VARSIZE_SHORT(stored) - VARHDRSZ_SHORT;
	SET_VARSIZE(room->bytes, length + VARHDRSZ);
	copy_short(room->bytes + VARHDRSZ, VARDATA_SHORT(stored), length);
	return PointerGetDatum(&room->header);
}

/*
 * The value with a full header: itself, a copy in `room`, or one in
 * CurrentMemoryContext; to be given to detoast_done.
 */
static inline struct varlena *
detoast_aligned(Datum value, ShortRoom *room)
{
	return pg_detoast_datum((struct varlena *) DatumGetPointer(detoast_short(value, room)));
}

static inline void
detoast_done(struct varlena *plain, Datum value, ShortRoom *room)
{
	if (plain != &room->header && (Pointer) plain != DatumGetPointer(value))
		pfree(plain);
}

#endif							/* FASTJSON_ENCODE_DETOAST_H */
