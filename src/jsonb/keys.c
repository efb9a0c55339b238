/*
 * keys.c
 *		The members of an object: their order in a jsonb, and duplicates.
 *
 * Few members are sorted by insertion, many by the server's quicksort.  Both
 * bring equal keys into the order of the text, by their place in it.
 */
#include "compat.h"

#include "miscadmin.h"

#include "jsonb/keys.h"

#define INSERTION_MAX	16

/*
 * Two keys with the same prefix, of 8 bytes or more.  Below KEYS_LONG they
 * have the same length and seven bytes in common, which a word that reaches
 * back to them may compare once more.
 */
static int
compare_long(const Member *a, const Member *b)
{
	uint32		at = Min(7, a->length - 8);
	uint64		x;
	uint64		y;

	if (a->length != b->length)
		return a->length < b->length ? -1 : 1;
	if (a->length >= KEYS_LONG)
		return memcmp(a->key, b->key, a->length);
	memcpy(&x, a->key + at, sizeof(x));
	memcpy(&y, b->key + at, sizeof(y));
	if (x != y)
		return pg_hton64(x) < pg_hton64(y) ? -1 : 1;
	return a->length <= 15 ? 0 : memcmp(a->key + 15, b->key + 15, a->length - 15);
}

static inline int
compare(const Member *a, const Member *b)
{
	if (likely(a->prefix != b->prefix))
		return a->prefix < b->prefix ? -1 : 1;
	return a->length <= 7 ? 0 : compare_long(a, b);
}

/* As above; equal keys by their place. */
static int
compare_placed(const Member *a, const Member *b)
{
	int			order = compare(a, b);

	if (order == 0)
		order = a->place < b->place ? -1 : 1;
	return order;
}

#define ST_SORT sort_many
#define ST_ELEMENT_TYPE Member
#define ST_COMPARE(a, b) compare_placed(a, b)
#define ST_CHECK_FOR_INTERRUPTS
#define ST_SCOPE static
#define ST_DEFINE
#include "lib/sort_template.h"

static bool
sort_few(Member *members, uint32 count)
{
	bool		duplicates = false;

	for (uint32 i = 1; i < count; i++)
	{
		Member		member = members[i];
		uint32		to = i;

		while (to > 0)
		{
			int			order = compare(&members[to - 1], &member);

			duplicates |= order == 0;
			if (order <= 0)
				break;
			members[to] = members[to - 1];
			to--;
		}
		members[to] = member;
	}
	return duplicates;
}

static bool
has_duplicates(const Member *members, uint32 count)
{
	for (uint32 i = 1; i < count; i++)
		if (unlikely(compare(&members[i - 1], &members[i]) == 0))
			return true;
	return false;
}

/* Equal keys are neighbours, in the order of the text: keep the last of each. */
static uint32
keep_last(Member *members, uint32 count)
{
	Member	   *dropped = palloc_extended(count * sizeof(Member), MCXT_ALLOC_HUGE);
	uint32		kept = 0;

	for (uint32 i = 0; i < count; i++)
	{
		if (i + 1 < count && compare(&members[i], &members[i + 1]) == 0)
			dropped[i - kept] = members[i];
		else
			members[kept++] = members[i];
	}
	memcpy(members + kept, dropped, (count - kept) * sizeof(Member));
	pfree(dropped);
	return kept;
}

uint32
keys_sort(Member *members, uint32 count)
{
	bool		duplicates;

	if (count <= INSERTION_MAX)
		duplicates = sort_few(members, count);
	else
	{
		sort_many(members, count);
		duplicates = has_duplicates(members, count);
	}
	return duplicates ? keep_last(members, count) : count;
}
