/*
 * keys.h
 *		The members of an object: their order in a jsonb, and duplicates.
 */
#ifndef FASTJSON_JSONB_KEYS_H
#define FASTJSON_JSONB_KEYS_H

#include "compat.h"

#include "port/pg_bswap.h"

/* Keys of this length and more are compared without a prefix. */
#define KEYS_LONG	255

typedef struct Member
{
	uint64		prefix;			/* see keys_prefix */
	const char *key;
	uint32		length;			/* of the key, in bytes */
	uint32		place;			/* which member of the text it is */
} Member;

/*
 * The order is by length, then by bytes.  The prefix has the length in its
 * upper byte and the first seven bytes below, so that most keys are compared
 * at once.  `readable` is the end of what may be read, which can be behind the
 * key.
 */
static inline uint64
keys_prefix(const char *key, Size length, const char *readable)
{
	uint64		word = 0;

	if (unlikely(length >= KEYS_LONG))
		return UINT64CONST(255) << 56;
	if (likely(readable - key >= (ptrdiff_t) sizeof(word)))
		memcpy(&word, key, sizeof(word));
	else
		memcpy(&word, key, Min(length, sizeof(word)));
#ifndef WORDS_BIGENDIAN
	word = pg_bswap64(word);
#endif
	/* without the bytes behind the key, and without the eighth */
	word = length >= 7 ? word >> 8 : (word >> 8) & ~(UINT64_MAX >> (8 + 8 * length));
	return word | (uint64) length << 56;
}

/*
 * Sort members, which are in the order of the text.  Of members with the same
 * key only the last stays in place; returns how many stay.  The others are put
 * behind them, in any order.
 */
extern uint32 keys_sort(Member *members, uint32 count);

#endif							/* FASTJSON_JSONB_KEYS_H */
