/*
 * numeric.h
 *		How a numeric is stored.  Core keeps this private to numeric.c, but it
 *		is an on-disk format: the constants are the same in all releases
 *		supported here.
 *
 * From src/backend/utils/adt/numeric.c of PostgreSQL 15.18, re-written: the
 * header is taken apart from bytes that need not be aligned, so that a
 * short varlena is read where it lies.
 */
#ifndef FASTJSON_IMPORT_NUMERIC_H
#define FASTJSON_IMPORT_NUMERIC_H

#include "compat.h"

/* numeric.c, 15.18: NBASE is 10000, DEC_DIGITS is 4. */
#define NUMERIC_DIGITS_PER_GROUP	4

/* numeric.c, 15.18: "Interpretation of high bits". */
#define NUMERIC_FORM_MASK			0xC000
#define NUMERIC_FORM_NEGATIVE		0x4000	/* long form, below zero */
#define NUMERIC_FORM_SPECIAL		0xC000
#define NUMERIC_HAS_SHORT_HEADER	0x8000	/* short form and special values */

/* numeric.c, 15.18: "Definitions for special values"; the others are NaN. */
#define NUMERIC_HEADER_INFINITY		0xD000
#define NUMERIC_HEADER_MINUS_INFINITY	0xF000

/* numeric.c, 15.18: "Short format definitions", and the mask of the long one's scale. */
#define NUMERIC_SHORT_NEGATIVE		0x2000
#define NUMERIC_SHORT_SCALE(header)	(((header) & 0x1F80) >> 7)
#define NUMERIC_SHORT_WEIGHT(header)	((((header) & 0x007F) ^ 0x0040) - 0x0040)
#define NUMERIC_LONG_SCALE(header)	((header) & 0x3FFF)

/* numeric.c, 15.18: NUMERIC_SHORT; the widest scale and weights of the short form, and of the long one. */
#define NUMERIC_FORM_SHORT			0x8000
#define NUMERIC_SHORT_SCALE_SHIFT	7
#define NUMERIC_SHORT_SCALE_MAX		63
#define NUMERIC_SHORT_WEIGHT_MIN	(-64)
#define NUMERIC_SHORT_WEIGHT_MAX	63
#define NUMERIC_SHORT_WEIGHT_BITS	0x007F
#define NUMERIC_LONG_SCALE_MAX		0x3FFF

/*
 * A finite numeric: sign, and `count` groups of four decimal digits, the
 * first one worth 10000 ^ weight.  Groups beyond `count` are zero.
 */
typedef struct NumericParts
{
	const char *groups;			/* int16 in the machine's order, unaligned */
	int			count;			/* of groups; 0 for zero */
	int			weight;			/* -32768 to 32767 */
	int			scale;			/* decimal digits behind the point, to 16383 */
	bool		negative;
} NumericParts;

/* The header word that starts the payload of a numeric. */
static inline uint16
numeric_header(const char *payload)
{
	uint16		header;

	memcpy(&header, payload, sizeof(header));
	return header;
}

static inline bool
numeric_is_special(uint16 header)
{
	return (header & NUMERIC_FORM_MASK) == NUMERIC_FORM_SPECIAL;
}

/* Take apart the `size` bytes of a detoasted numeric that is not special. */
static inline void
numeric_take_apart(const char *payload, Size size, NumericParts *parts)
{
	uint16		header = numeric_header(payload);
	int			skip = sizeof(uint16);

	if (header & NUMERIC_HAS_SHORT_HEADER)
	{
		parts->negative = (header & NUMERIC_SHORT_NEGATIVE) != 0;
		parts->scale = NUMERIC_SHORT_SCALE(header);
		parts->weight = NUMERIC_SHORT_WEIGHT(header);
	}
	else
	{
		int16		weight;

		memcpy(&weight, payload + skip, sizeof(weight));
		skip += sizeof(weight);
		parts->negative = (header & NUMERIC_FORM_MASK) == NUMERIC_FORM_NEGATIVE;
		parts->scale = NUMERIC_LONG_SCALE(header);
		parts->weight = weight;
	}
	parts->groups = payload + skip;
	parts->count = ((int) size - skip) / (int) sizeof(int16);
}

/* The group at `index`, from 0 to count - 1. */
static inline uint32
numeric_group(const NumericParts *parts, int index)
{
	uint16		group;

	memcpy(&group, parts->groups + index * sizeof(group), sizeof(group));
	return group;
}

#endif							/* FASTJSON_IMPORT_NUMERIC_H */
