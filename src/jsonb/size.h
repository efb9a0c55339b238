/*
 * size.h
 *		How many bytes of a jsonb something needs: arithmetic only.
 */
#ifndef FASTJSON_JSONB_SIZE_H
#define FASTJSON_JSONB_SIZE_H

#include "compat.h"

#include "utils/jsonb.h"

/* Bytes behind a jsonb under construction that may be overwritten. */
#define SIZE_SLOP	64

/*
 * Beyond its text, a value takes a JEntry, and as the member of an object
 * another for the key.  A number takes padding (3), a header (4 + 4) and
 * digits: two bytes for every four in the text and for those on either side
 * of the point that are not four.  A container takes padding (3) and a header
 * (4); it is a value itself.
 */
#define SIZE_VALUE		(2 * sizeof(JEntry) + 3 + 8 + 4)
#define SIZE_CONTAINER	(3 + sizeof(uint32))

/*
 * A bound for the jsonb made from a text of so many bytes, if the text has so
 * many commas and containers: each value but the first of a container has a
 * comma in front.
 */
static inline Size
size_bound(Size length, Size commas, Size containers)
{
	return VARHDRSZ + length + (commas + containers + 1) * SIZE_VALUE +
		containers * SIZE_CONTAINER + SIZE_SLOP;
}

/* The header and the JEntries of a container of so many elements, or members. */
static inline Size
size_head(uint32 count, bool object)
{
	return sizeof(uint32) + sizeof(JEntry) * (object ? 2 * (Size) count : (Size) count);
}

#endif							/* FASTJSON_JSONB_SIZE_H */
