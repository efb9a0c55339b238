/*
 * shape.h
 *		The keys of an object as they were seen before, with their order, and
 *		their bytes as a jsonb has them.
 *
 * An object of a known shape is recognised by comparing the text from each
 * comma to the colon behind the key; then the keys need not be sorted, and
 * their JEntries and bytes are copied as one piece.
 *
 * Objects at the same place of a document tend to have the same keys.  So
 * each member of a shape has a slot for the shape of the last object that was, or
 * was in an array in, its value; it is tried first.  Any other shape is found
 * by its number of members and its first key.
 *
 * Shapes stay with the session.  They go all at once, between two texts, when
 * there is no room for more.
 */
#ifndef FASTJSON_JSONB_SHAPE_H
#define FASTJSON_JSONB_SHAPE_H

#include "compat.h"

#include "utils/jsonb.h"

/* Bytes behind a text that a comparison may read. */
#define SHAPE_READ		8

/* An object with more members is not worth a shape. */
#define SHAPE_MAX_MEMBERS	256

/* So many shapes with the same first key are tried, at most. */
#define SHAPE_MAX_TRIED		8

/* What a shape costs, in objects that are found to have one. */
#define SHAPE_PRICE			8

#define SHAPE_BUCKETS		256

typedef struct Shape Shape;

typedef struct ShapeMember
{
	/* of this member of the text */
	uint64		head;			/* its first and last eight bytes */
	uint64		tail;
	const char *text;
	uint32		length;			/* from the comma, or its own start, to the colon */

	/* of this member of the jsonb */
	uint32		place;			/* where in the text it is */
	Shape	   *child;			/* the slot for its value */
} ShapeMember;

struct Shape
{
	Shape	   *next;			/* in the bucket */
	uint32		hash;			/* see shape_hash */
	uint32		count;			/* of members */
	uint32		key_bytes;
	JEntry	   *entries;		/* of the keys */
	char	   *keys;
	ShapeMember members[FLEXIBLE_ARRAY_MEMBER];
};

/* The slot of the outermost object, or of those in the outermost array. */
extern Shape *shape_root;

/* The shapes by their hash, those used last in front. */
extern Shape *shape_buckets[SHAPE_BUCKETS];

/* What can be spent on shapes; an object that was found to have one adds to it. */
extern int	shape_credit;

/* Called before a text: forgets all shapes when there is no room for another. */
extern void shape_begin(void);

/*
 * A shape of so many members whose fields are still to be set, with room for
 * so many bytes at `entries`, `keys` and *text.  NULL if there is no room, or
 * if too few of the last ones were of use.
 */
extern Shape *shape_make(uint32 hash, uint32 count, uint32 key_bytes, Size text_bytes,
						 char **text);

static inline void
shape_was_found(void)
{
	if (shape_credit < PG_INT16_MAX)
		shape_credit++;
}

/* With how many shapes an object is compared: with one while few are of use. */
static inline int
shape_tries(void)
{
	return shape_credit < SHAPE_PRICE ? 1 : SHAPE_MAX_TRIED;
}

static inline uint64
shape_load_8(const char *src)
{
	uint64		word;

	memcpy(&word, src, sizeof(word));
	return word;
}

/* The first `length` bytes of a word, 1 to 8, of which the others do not matter. */
static inline uint64
shape_first_bytes(uint64 word, uint32 length)
{
#ifdef WORDS_BIGENDIAN
	return word >> (64 - 8 * length);
#else
	return word << (64 - 8 * length);
#endif
}

/* Of an object with so many members, the first one with so long a text at src, of which eight bytes can be read. */
static inline uint32
shape_hash(uint32 count, const char *src, uint32 length)
{
	uint64		word = shape_load_8(src) + ((uint64) length << 8) + count;

	return (word * UINT64CONST(0x9E3779B97F4A7C15)) >> 32;
}

static inline Shape **
shape_bucket(uint32 hash)
{
	return &shape_buckets[hash / (UINT64CONST(0x100000000) / SHAPE_BUCKETS)];
}

/* Is the text at src that of the member?  SHAPE_READ bytes behind it can be read. */
static inline bool
shape_matches(const ShapeMember *member, const char *src)
{
	uint32		length = member->length;
	uint64		different = shape_load_8(src) ^ member->head;

	if (length < 8)
		return shape_first_bytes(different, length) == 0;
	different |= shape_load_8(src + length - 8) ^ member->tail;
	if (length > 16)
	{
		const char *text = member->text;

		different |= shape_load_8(src + 8) ^ shape_load_8(text + 8);
		different |= shape_load_8(src + length - 16) ^ shape_load_8(text + length - 16);
		if (unlikely(length > 32) && different == 0)
			return memcmp(src + 16, text + 16, length - 32) == 0;
	}
	return different == 0;
}

#endif							/* FASTJSON_JSONB_SHAPE_H */
