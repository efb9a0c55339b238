/*
 * exact.c
 *		A jsonb from an indexed text: every container in its place at once.
 *
 * The index tells how many elements a container has, so its JEntries are
 * reserved before its elements are written.  It tells where a container ends,
 * so the members of an object can be looked over and sorted before their
 * values are written, in the order that they have in a jsonb.  Every byte is
 * written once, and in its final place.
 *
 * The walk consumes every entry of the index, in the one role that it can
 * have; what it cannot use that way makes the text invalid.
 *
 * Room is never checked: it is allocated for the worst case, which is known
 * from the number of commas and containers.  The index limits the depth.
 */
#include "compat.h"

#include "miscadmin.h"
#include "utils/memutils.h"

#include "jsonb/exact.h"
#include "jsonb/kept.h"
#include "jsonb/keys.h"
#include "jsonb/number.h"
#include "jsonb/size.h"
#include "jsonb/write.h"

typedef struct Walk
{
	const Source *source;
	const uint32 *entries;
	const IndexContainer *containers;
	Member	   *members;		/* of the objects around, the innermost last */
	uint32		used;			/* of them */
	char	   *keys;			/* keys with escapes, NULL before the first */
	char	   *keys_end;
} Walk;

static Kept kept_members;

static char *write_container(Walk *walk, const IndexContainer *container, char *cur);

/* The char that an entry stands for; of a container, one that is asked for nowhere. */
static inline char
entry_char(const Walk *walk, uint32 entry)
{
	uint32		at = walk->entries[entry];

	return (at & INDEX_CONTAINER) ? '\0' : walk->source->text[at];
}

/* Does the token that ends at `end` have nothing else sticking to it, up to the next entry? */
static inline bool
token_ends(const Walk *walk, uint32 entry, const char *end)
{
	return likely(walk->entries[entry] == (uint32) (end - walk->source->text)) ||
		scalar_is_white(*end);
}

/* The string with its closing quote at the entry; NULL if an escape is not valid. */
static inline char *
write_string(Walk *walk, uint32 closing, const char *start, char *cur)
{
	const Source *source = walk->source;
	uint32		at = walk->entries[closing];
	Size		length = source->text + (at & ~KERNEL_INDEX_ESCAPED) - start;

	if (unlikely(at & KERNEL_INDEX_ESCAPED))
		return source->unescape(cur, start, length);
	return scalar_copy(cur, start, length, source->readable);
}

/*
 * Write the value at *entry and move that to the entry behind it.  NULL if it
 * is not valid.
 */
static inline char *
write_value(Walk *walk, uint32 *entry, char *cur, uint32 *type)
{
	uint32		at = walk->entries[*entry];
	const char *src;
	const char *end;

	if (at & INDEX_CONTAINER)
	{
		const IndexContainer *container = &walk->containers[at & INDEX_NUMBER];

		*entry = container->close + 1;
		*type = JENTRY_ISCONTAINER;
		return write_container(walk, container, cur);
	}
	src = walk->source->text + at;
	if (*src == '"')
	{
		*entry += 2;
		*type = JENTRY_ISSTRING;
		return write_string(walk, *entry - 1, src + 1, cur);
	}
	*entry += 1;
	if (*src <= '9')
	{
		*type = JENTRY_ISNUMERIC;
		cur = number_write(write_align(cur), src, walk->source->readable, &end);
		if (unlikely(cur == NULL))
			return NULL;
	}
	else
		end = src + scalar_literal(src, walk->source->readable, type);
	return likely(end > src && token_ends(walk, *entry, end)) ? cur : NULL;
}

static char *
write_array(Walk *walk, const IndexContainer *container, char *cur)
{
	uint32		entry = container->open + 1;
	uint32		count = container->count;
	WriteContainer array;

	cur = write_begin(&array, cur, count, JB_FARRAY);
	for (uint32 i = 0; i < count; i++)
	{
		const char *from = cur;
		uint32		type;

		if (i > 0 && unlikely(entry_char(walk, entry++) != ','))
			return NULL;
		cur = write_value(walk, &entry, cur, &type);
		if (unlikely(cur == NULL))
			return NULL;
		write_entry(&array, i, type, from, cur);
		if (i % JB_OFFSET_STRIDE == 0)
			CHECK_FOR_INTERRUPTS();
	}
	return entry == container->close && write_fits(&array, cur) ? cur : NULL;
}

/* A key with escapes, resolved. */
static bool
unescape_key(Walk *walk, Member *member)
{
	const Source *source = walk->source;
	char	   *end;

	/* keys do not overlap in the text, so there is room for all of them */
	if (walk->keys == NULL)
		walk->keys = walk->keys_end = palloc_extended(source->length + KERNEL_UNESCAPE_SLOP,
													  MCXT_ALLOC_HUGE);
	end = source->unescape(walk->keys_end, member->key, member->length);
	if (end == NULL)
		return false;
	member->key = walk->keys_end;
	member->length = end - walk->keys_end;
	member->prefix = keys_prefix(member->key, member->length, end);
	walk->keys_end = end;
	return true;
}

/* Look over the members of an object, without their values. */
static bool
gather_members(Walk *walk, const IndexContainer *container, Member *member)
{
	const Source *source = walk->source;
	uint32		entry = container->open + 1;

	for (uint32 i = 0; i < container->count; i++, member++)
	{
		uint32		closing;
		uint32		value;

		if (i > 0 && unlikely(entry_char(walk, entry++) != ','))
			return false;
		if (unlikely(entry_char(walk, entry) != '"' || entry_char(walk, entry + 2) != ':'))
			return false;
		closing = walk->entries[entry + 1];
		member->key = source->text + walk->entries[entry] + 1;
		member->length = source->text + (closing & ~KERNEL_INDEX_ESCAPED) - member->key;
		member->value = entry + 3;
		if (unlikely(member->value == container->close))
			return false;
		if (unlikely(closing & KERNEL_INDEX_ESCAPED))
		{
			if (!unescape_key(walk, member))
				return false;
		}
		else
			member->prefix = keys_prefix(member->key, member->length, source->readable);

		value = walk->entries[entry + 3];
		if (value & INDEX_CONTAINER)
			entry = walk->containers[value & INDEX_NUMBER].close + 1;
		else
			entry += source->text[value] == '"' ? 5 : 4;
	}
	return entry == container->close;
}

/* The values of duplicate members must be valid, but leave nothing behind. */
static bool
check_dropped(Walk *walk, uint32 first, uint32 count, char *cur)
{
	for (uint32 i = first; i < count; i++)
	{
		uint32		entry = walk->members[i].value;
		uint32		type;

		if (write_value(walk, &entry, cur, &type) == NULL)
			return false;
	}
	return true;
}

static char *
write_members(Walk *walk, uint32 first, uint32 count, char *cur)
{
	WriteContainer object;

	cur = write_begin(&object, cur, count, JB_FOBJECT);
	for (uint32 i = 0; i < count; i++)
	{
		const Member *member = &walk->members[first + i];
		const char *from = cur;

		cur = scalar_copy(cur, member->key, member->length, walk->source->readable);
		write_entry(&object, i, JENTRY_ISSTRING, from, cur);
	}
	for (uint32 i = 0; i < count; i++)
	{
		uint32		entry = walk->members[first + i].value;
		const char *from = cur;
		uint32		type;

		cur = write_value(walk, &entry, cur, &type);
		if (unlikely(cur == NULL))
			return NULL;
		write_entry(&object, count + i, type, from, cur);
	}
	return write_fits(&object, cur) ? cur : NULL;
}

static char *
write_object(Walk *walk, const IndexContainer *container, char *cur)
{
	uint32		first = walk->used;
	uint32		count = container->count;
	uint32		kept;

	CHECK_FOR_INTERRUPTS();
	walk->members = kept_reserve(&kept_members, first + count, sizeof(Member));
	walk->used += count;
	if (unlikely(!gather_members(walk, container, &walk->members[first])))
		return NULL;
	kept = keys_sort(&walk->members[first], count);
	if (unlikely(kept < count) && !check_dropped(walk, first + kept, first + count, cur))
		return NULL;
	cur = write_members(walk, first, kept, cur);
	walk->used = first;
	return cur;
}

static char *
write_container(Walk *walk, const IndexContainer *container, char *cur)
{
	if (walk->entries[container->open] & INDEX_OBJECT)
		return write_object(walk, container, cur);
	return write_array(walk, container, cur);
}

Jsonb *
exact_parse(const Source *source, const TextIndex *index, Size bound)
{
	Walk		walk = {source, index->entries, index->containers, NULL, 0, NULL, NULL};
	Jsonb	   *jsonb = palloc(bound);
	char	   *end;

	check_stack_depth();
	end = write_container(&walk, &index->containers[0], VARDATA(jsonb));
	kept_release(&kept_members);
	if (walk.keys != NULL)
		pfree(walk.keys);
	if (end == NULL)
	{
		pfree(jsonb);
		return NULL;
	}
	return write_finish(jsonb, end, bound);
}
