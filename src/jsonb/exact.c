/*
 * exact.c
 *		A jsonb from an indexed text: every container in its place at once.
 *
 * The index tells how many elements a container has, so its JEntries are
 * reserved before its elements are written.  It tells where a container ends,
 * so the members of an object can be looked over and sorted before their
 * values are written, in the order that they have in a jsonb.  Every byte is
 * written once, and in its final place.  Objects with the keys of an earlier
 * one are recognised, and not sorted.
 *
 * The walk consumes every entry of the index, in the one role that it can
 * have; what it cannot use that way makes the text invalid.
 *
 * Room is never checked: it is allocated for the worst case, which is known
 * from the number of commas and containers.  The index limits the depth.
 */
#include "compat.h"

#include "miscadmin.h"

#include "jsonb/exact.h"
#include "jsonb/kept.h"
#include "jsonb/keys.h"
#include "jsonb/number.h"
#include "jsonb/shape.h"
#include "jsonb/write.h"

/* More bytes than shapes are made of. */
#define SHAPE_MAX_TEXT	4096

typedef struct Walk
{
	const Source *source;
	const uint32 *entries;
	const IndexContainer *containers;
	const char *shape_limit;	/* SHAPE_READ bytes behind it can be read */
	uint32	   *values;			/* entries of the values of the objects around,
								 * the innermost last */
	uint32		used;			/* of them */
	char	   *keys;			/* keys with escapes, NULL before the first */
	char	   *keys_end;
} Walk;

static Kept kept_values;
static Kept kept_members;

static char *write_container(Walk *walk, const IndexContainer *container, char *cur, Shape **slot);

/* The char that an entry stands for; of a container, one that is asked for nowhere. */
static inline char
entry_char(const Walk *walk, uint32 entry)
{
	uint32		at = walk->entries[entry];

	return (at & INDEX_CONTAINER) ? '\0' : walk->source->text[at];
}

/* The entry behind a value, if it is valid. */
static inline uint32
behind_value(const Walk *walk, uint32 entry)
{
	uint32		at = walk->entries[entry];

	if (at & INDEX_CONTAINER)
		return walk->containers[at & INDEX_NUMBER].close + 1;
	return entry + (walk->source->text[at] == '"' ? 2 : 1);
}

/* Does nothing else stick to the token that ends at `end`, up to the next entry? */
static inline bool
token_ends(const Walk *walk, uint32 entry, const char *end)
{
	return likely(walk->entries[entry] == (uint32) (end - walk->source->text)) ||
		scalar_is_white(*end);
}

/* A value that was written, returned in registers. */
typedef struct Written
{
	char	   *cur;			/* its end, or NULL if it is not valid */
	uint32		type;			/* as in a JEntry */
	uint32		entry;			/* behind it */
} Written;

/* The string at the entry, with its inside at src. */
static pg_attribute_always_inline Written
write_string(Walk *walk, uint32 entry, const char *src, char *cur)
{
	const Source *source = walk->source;
	uint32		closing = walk->entries[entry + 1];
	Size		length = source->text + (closing & ~KERNEL_INDEX_ESCAPED) - src;

	if (unlikely(closing & KERNEL_INDEX_ESCAPED))
		cur = source->unescape(cur, src, length);
	else
		cur = scalar_copy(cur, src, length, source->readable);
	return (Written) {cur, JENTRY_ISSTRING, entry + 2};
}

/* The number or literal at the entry and at src. */
static pg_attribute_always_inline Written
write_token(Walk *walk, uint32 entry, const char *src, char *cur)
{
	const char *readable = walk->source->readable;
	uint32		type;
	int			length;

	entry++;
	if (*src <= '9')
	{
		NumberEnd	end = number_write(write_align(cur), src, readable);

		if (likely(end.dst != NULL && token_ends(walk, entry, end.src)))
			return (Written) {end.dst, JENTRY_ISNUMERIC, entry};
		return (Written) {NULL};
	}
	length = scalar_literal(src, readable, &type);
	if (likely(length > 0 && token_ends(walk, entry, src + length)))
		return (Written) {cur, type, entry};
	return (Written) {NULL};
}

/* The value at the entry. */
static pg_attribute_always_inline Written
write_value(Walk *walk, uint32 entry, char *cur, Shape **slot)
{
	uint32		at = walk->entries[entry];
	const char *src;

	if (at & INDEX_CONTAINER)
	{
		const IndexContainer *container = &walk->containers[at & INDEX_NUMBER];

		cur = write_container(walk, container, cur, slot);
		return (Written) {cur, JENTRY_ISCONTAINER, container->close + 1};
	}
	src = walk->source->text + at;
	return *src == '"' ? write_string(walk, entry, src + 1, cur) :
		write_token(walk, entry, src, cur);
}

static char *
write_array(Walk *walk, const IndexContainer *container, char *cur, Shape **slot)
{
	uint32		entry = container->open + 1;
	uint32		count = container->count;
	WriteContainer array;

	cur = write_begin(&array, cur, count, JB_FARRAY);
	for (uint32 i = 0; i < count; i++)
	{
		Written		value;

		if (i > 0 && unlikely(entry_char(walk, entry++) != ','))
			return NULL;
		value = write_value(walk, entry, cur, slot);
		if (unlikely(value.cur == NULL))
			return NULL;
		write_entry(&array, i, value.type, cur, value.cur);
		entry = value.entry;
		cur = value.cur;
		if (i % JB_OFFSET_STRIDE == 0)
			CHECK_FOR_INTERRUPTS();
	}
	return entry == container->close && write_fits(&array, cur) ? cur : NULL;
}

/* ---- Objects: the members without their values ---- */

/* Is the text at src that of a member, where fewer than SHAPE_READ bytes may be behind it? */
static bool
matches_at_end(const Walk *walk, const ShapeMember *member, const char *src)
{
	return walk->source->readable - src >= (ptrdiff_t) member->length &&
		memcmp(src, member->text, member->length) == 0;
}

/* Is it an object of that shape?  Note where its values are, in the order of the text. */
static bool
gather_known(Walk *walk, const IndexContainer *container, const Shape *shape, uint32 *values)
{
	const char *text = walk->source->text;
	uint32		entry = container->open + 1;
	uint32		to_value = 3;	/* entries of a key and a colon; of a comma later */

	for (uint32 i = 0; i < shape->count; i++)
	{
		const ShapeMember *member = &shape->members[i];
		uint32		at = walk->entries[entry];
		const char *src = text + at;

		if (unlikely(at & INDEX_CONTAINER))
			return false;
		if (unlikely(src + member->length > walk->shape_limit) ?
			!matches_at_end(walk, member, src) : !shape_matches(member, src))
			return false;
		entry += to_value;
		to_value = 4;
		if (unlikely(entry == container->close))
			return false;
		values[i] = entry;
		entry = behind_value(walk, entry);
	}
	return entry == container->close;
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

/* The members of any object, in the order of the text. */
static bool
gather_members(Walk *walk, const IndexContainer *container, Member *member, uint32 *values)
{
	const Source *source = walk->source;
	uint32		entry = container->open + 1;

	for (uint32 i = 0; i < container->count; i++, member++)
	{
		uint32		closing;

		if (i > 0 && unlikely(entry_char(walk, entry++) != ','))
			return false;
		if (unlikely(entry_char(walk, entry) != '"' || entry_char(walk, entry + 2) != ':' ||
					 entry + 3 == container->close))
			return false;
		closing = walk->entries[entry + 1];
		member->place = i;
		member->key = source->text + walk->entries[entry] + 1;
		member->length = source->text + (closing & ~KERNEL_INDEX_ESCAPED) - member->key;
		if (unlikely(closing & KERNEL_INDEX_ESCAPED))
		{
			if (!unescape_key(walk, member))
				return false;
		}
		else
			member->prefix = keys_prefix(member->key, member->length, source->readable);
		values[i] = entry + 3;
		entry = behind_value(walk, entry + 3);
	}
	return entry == container->close;
}

/* ---- Objects: shapes ---- */

/* The text of a member, with the comma in front of it: its start, and its length. */
static const char *
member_text(const Walk *walk, uint32 value, bool first, uint32 *length)
{
	uint32		start = walk->entries[value - (first ? 3 : 4)];

	*length = walk->entries[value - 1] + 1 - start;
	return walk->source->text + start;
}

/* Find the shape of an object among all with its first key; walk->values[first..] gets its values. */
static Shape *
find_shape(Walk *walk, const IndexContainer *container, uint32 first, uint32 hash)
{
	Shape	  **link = shape_bucket(hash);
	int			tries = shape_tries();

	for (int i = 0; i < tries && *link != NULL; i++)
	{
		Shape	   *shape = *link;

		if (shape->hash == hash && shape->count == container->count &&
			gather_known(walk, container, shape, walk->values + first))
		{
			*link = shape->next;
			shape->next = *shape_bucket(hash);
			*shape_bucket(hash) = shape;
			return shape;
		}
		link = &shape->next;
	}
	return NULL;
}

/* The hash of an object that is not empty, valid or not. */
static uint32
object_hash(const Walk *walk, const IndexContainer *container)
{
	uint32		start = walk->entries[container->open + 1];
	uint32		colon = walk->entries[container->open + 3];
	const char *src = walk->source->text + start;

	if ((start & INDEX_CONTAINER) || src > walk->shape_limit)
		return 0;
	return shape_hash(container->count, src, colon - start);
}

/* The shape of an object whose keys have been written; NULL if it shall have none. */
static Shape *
make_shape(const Walk *walk, const Member *members, const uint32 *values, uint32 count,
		   uint32 hash, const WriteContainer *object, const char *keys_end)
{
	Size		text_bytes = 0;
	uint32		length;
	char	   *text;
	Shape	   *shape;

	if (count > SHAPE_MAX_MEMBERS)
		return NULL;
	for (uint32 i = 0; i < count; i++)
	{
		member_text(walk, values[i], i == 0, &length);
		text_bytes += length;
	}
	if (text_bytes > SHAPE_MAX_TEXT)
		return NULL;
	shape = shape_make(hash, count, keys_end - object->payload, text_bytes, &text);
	if (shape == NULL)
		return NULL;
	memcpy(shape->entries, object->entries, count * sizeof(JEntry));
	memcpy(shape->keys, object->payload, shape->key_bytes);
	for (uint32 i = 0; i < count; i++)
	{
		ShapeMember *member = &shape->members[i];
		const char *src = member_text(walk, values[i], i == 0, &member->length);

		memcpy(text, src, member->length);
		member->text = text;
		member->head = shape_load_8(text);
		member->tail = member->length < 8 ? 0 : shape_load_8(text + member->length - 8);
		member->place = members[i].place;
		member->child = NULL;
		text += member->length;
	}
	return shape;
}

/* ---- Objects: writing ---- */

/*
 * Write the values, noted from walk->values[first] on.  With a shape they are
 * noted in the order of the text, without one in theirs.
 */
static char *
write_values(Walk *walk, WriteContainer *object, uint32 first, uint32 count, Shape *shape,
			 char *cur)
{
	Shape	   *last = NULL;

	for (uint32 i = 0; i < count; i++)
	{
		ShapeMember *member = shape != NULL ? &shape->members[i] : NULL;
		uint32		entry = walk->values[first + (member != NULL ? member->place : i)];
		Written		value = write_value(walk, entry, cur, member != NULL ? &member->child : &last);

		if (unlikely(value.cur == NULL))
			return NULL;
		write_entry(object, count + i, value.type, cur, value.cur);
		cur = value.cur;
	}
	return write_fits(object, cur) ? cur : NULL;
}

/* An object of a known shape. */
static char *
write_known(Walk *walk, uint32 first, Shape *shape, char *cur)
{
	WriteContainer object;

	shape_was_found();
	cur = write_begin(&object, cur, shape->count, JB_FOBJECT);
	write_copy((char *) object.entries, (const char *) shape->entries,
			   shape->count * sizeof(JEntry));
	write_copy(cur, shape->keys, shape->key_bytes);
	return write_values(walk, &object, first, shape->count, shape, cur + shape->key_bytes);
}

/* The values of duplicate members must be valid, but leave nothing behind. */
static bool
check_dropped(Walk *walk, uint32 first, uint32 count, char *cur)
{
	for (uint32 i = first; i < count; i++)
	{
		Shape	   *slot = NULL;

		if (write_value(walk, walk->values[i], cur, &slot).cur == NULL)
			return false;
	}
	return true;
}

/* An object of no known shape, with at least one member; *slot gets the one that is made. */
static char *
write_new(Walk *walk, const IndexContainer *container, uint32 first, uint32 hash, char *cur,
		  Shape **slot)
{
	uint32		count = container->count;
	Member	   *members = kept_reserve(&kept_members, count, sizeof(Member));
	uint32	   *values = walk->values + first;
	uint32		kept;
	WriteContainer object;
	Shape	   *shape;

	if (unlikely(!gather_members(walk, container, members, values)))
		return NULL;
	kept = keys_sort(members, count);
	cur = write_begin(&object, cur, kept, JB_FOBJECT);
	for (uint32 i = 0; i < kept; i++)
	{
		const char *from = cur;

		cur = scalar_copy(cur, members[i].key, members[i].length, walk->source->readable);
		write_entry(&object, i, JENTRY_ISSTRING, from, cur);
	}
	shape = kept < count ? NULL :
		make_shape(walk, members, values, count, hash, &object, cur);
	if (shape != NULL)
	{
		*slot = shape;
		return write_values(walk, &object, first, count, shape, cur);
	}
	for (uint32 i = 0; i < count; i++)
		values[count + i] = values[members[i].place];
	first += count;
	if (unlikely(kept < count) && !check_dropped(walk, first + kept, first + count, cur))
		return NULL;
	return write_values(walk, &object, first, kept, NULL, cur);
}

static char *
write_object(Walk *walk, const IndexContainer *container, char *cur, Shape **slot)
{
	uint32		first = walk->used;
	Shape	   *shape = *slot;
	uint32		hash = 0;
	WriteContainer empty;

	CHECK_FOR_INTERRUPTS();
	if (container->count == 0)
		return write_begin(&empty, cur, 0, JB_FOBJECT);

	/* the places of the values, twice: in the order of the text, and in theirs */
	walk->used += 2 * container->count;
	walk->values = kept_reserve(&kept_values, walk->used, sizeof(uint32));
	if (shape == NULL || shape->count != container->count ||
		!gather_known(walk, container, shape, walk->values + first))
	{
		hash = object_hash(walk, container);
		shape = find_shape(walk, container, first, hash);
		if (shape != NULL)
			*slot = shape;
	}
	if (shape != NULL)
		cur = write_known(walk, first, shape, cur);
	else
		cur = write_new(walk, container, first, hash, cur, slot);
	walk->used = first;
	return cur;
}

static char *
write_container(Walk *walk, const IndexContainer *container, char *cur, Shape **slot)
{
	if (walk->entries[container->open] & INDEX_OBJECT)
		return write_object(walk, container, cur, slot);
	return write_array(walk, container, cur, slot);
}

Jsonb *
exact_parse(const Source *source, const TextIndex *index, Size bound)
{
	Walk		walk = {source, index->entries, index->containers, source->readable - SHAPE_READ};
	Jsonb	   *jsonb = palloc(bound);
	char	   *end;

	check_stack_depth();
	shape_begin();
	end = write_container(&walk, &index->containers[0], VARDATA(jsonb), &shape_root);
	kept_release(&kept_values);
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
