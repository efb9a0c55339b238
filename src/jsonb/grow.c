/*
 * grow.c
 *		A jsonb in one pass over a text: containers are put together as they
 *		end.
 *
 * How many elements a container has is not known before it ends.  So its
 * elements are written one after the other, each with a note of where and
 * what it is; at the end of the container they are copied, behind a header and
 * JEntries, and in the order of their keys, and the copy moves to where the
 * first element was.
 *
 * There is no recursion: the notes of all open containers are on one stack.
 * Any text is decided here, but for what depends on the server's own stack and
 * limits.
 */
#include "compat.h"

#include "miscadmin.h"
#include "tcop/tcopprot.h"

#include "jsonb/grow.h"
#include "jsonb/kept.h"
#include "jsonb/keys.h"
#include "jsonb/number.h"
#include "jsonb/write.h"
#include "kernel/escape_bytes.h"

/* A depth that the server accepts for sure, with the smallest max_stack_depth. */
#define SAFE_DEPTH		500

/* Bytes of stack that the server needs for one level at the least. */
#define BYTES_PER_LEVEL	96

/* An element of an open container, or a key. */
typedef struct Element
{
	uint32		type;			/* as in a JEntry */
	uint32		start;			/* from the start of the jsonb */
	uint32		length;			/* without padding */
} Element;

typedef struct Level
{
	uint32		first;			/* of its elements; in an object keys and values by turns */
	uint32		start;			/* of what is written for them, aligned */
	bool		object;
} Level;

typedef struct Grow
{
	const Source *source;
	const char *at;				/* the next byte */
	const char *end;
	char	   *base;			/* the jsonb under construction */
	char	   *cur;
	Size		room;
	Element    *elements;
	uint32		element_count;
	Level	   *levels;
	uint32		depth;
	uint32		max_depth;		/* seen so far */
	bool		too_deep;		/* for the server, for sure */
	bool		too_large;		/* only validity is of interest now */
} Grow;

static Kept kept_elements;
static Kept kept_levels;
static Kept kept_members;

static void
grow_reserve(Grow *grow, Size more)
{
	Size		used = grow->cur - grow->base;

	if (likely(used + more + SIZE_SLOP <= grow->room))
		return;
	kept_growths++;
	grow->room = Max(grow->room * 2, used + more + SIZE_SLOP);
	grow->base = repalloc_huge(grow->base, grow->room);
	grow->cur = grow->base + used;
}

/*
 * Too large for a jsonb, unless what makes it so is a duplicate member: forget
 * what was written, note nothing more, and go on with validation.
 */
static void
give_up(Grow *grow)
{
	grow->too_large = true;
	grow->cur = grow->base + VARHDRSZ;
	grow->element_count = 0;
	for (uint32 i = 0; i < grow->depth; i++)
	{
		grow->levels[i].first = 0;
		grow->levels[i].start = VARHDRSZ;
	}
}

static void
add_element(Grow *grow, uint32 type, const char *start)
{
	Element    *element;

	if (unlikely(grow->too_large))
	{
		grow->cur = grow->base + VARHDRSZ;
		return;
	}
	grow->elements = kept_reserve(&kept_elements, grow->element_count + 1, sizeof(Element));
	element = &grow->elements[grow->element_count++];
	element->type = type;
	element->start = start - grow->base;
	element->length = grow->cur - start;
	if (unlikely(grow->cur - grow->base + grow->element_count * sizeof(JEntry) >
				 JENTRY_OFFLENMASK + VARHDRSZ))
		give_up(grow);
}

static inline void
skip_white(Grow *grow)
{
	while (grow->at < grow->end && scalar_is_white(*grow->at))
		grow->at++;
}

/* The next byte that is not white, 0 at the end. */
static inline char
peek(Grow *grow)
{
	skip_white(grow);
	return grow->at < grow->end ? *grow->at : '\0';
}

/* The closing quote of the string whose inside starts at `src`, or NULL. */
static const char *
find_quote(const char *src, const char *end, bool *escaped)
{
	for (;;)
	{
		while (end - src >= 8 && word_is_clean(load_8(src)))
			src += 8;
		if (src == end || (unsigned char) *src < 0x20)
			return NULL;
		if (*src == '"')
			return src;
		if (*src == '\\')
		{
			*escaped = true;
			src++;
			if (src == end || (unsigned char) *src < 0x20)
				return NULL;
		}
		src++;
	}
}

static bool
grow_string(Grow *grow)
{
	const char *inside = grow->at + 1;
	bool		escaped = false;
	const char *quote = find_quote(inside, grow->end, &escaped);
	char	   *start;

	if (quote == NULL)
		return false;
	grow_reserve(grow, quote - inside);
	start = grow->cur;
	if (escaped)
	{
		grow->cur = grow->source->unescape(start, inside, quote - inside);
		if (grow->cur == NULL)
			return false;
	}
	else
		grow->cur = scalar_copy(start, inside, quote - inside, grow->source->readable);
	if (grow->cur - start > JENTRY_OFFLENMASK)
		return false;
	grow->at = quote + 1;
	add_element(grow, JENTRY_ISSTRING, start);
	return true;
}

static bool
grow_number(Grow *grow)
{
	const char *src = grow->at;
	const char *end = src;
	char	   *start;
	NumberEnd	number;

	while (end < grow->end && !scalar_is_white(*end) && *end != ',' && *end != ']' && *end != '}')
		end++;
	grow_reserve(grow, SIZE_VALUE + (end - src));
	start = write_align(grow->cur);
	number = number_write(start, src, grow->source->readable);
	if (number.dst == NULL || number.src != end)
		return false;
	grow->cur = number.dst;
	grow->at = end;
	add_element(grow, JENTRY_ISNUMERIC, start);
	return true;
}

/* What follows the literal is looked at as what follows any value. */
static bool
grow_literal(Grow *grow)
{
	uint32		type;
	int			length = scalar_literal(grow->at, grow->end, &type);

	if (length == 0)
		return false;
	grow->at += length;
	add_element(grow, type, grow->cur);
	return true;
}

static bool
grow_scalar(Grow *grow, char c)
{
	if (c == '"')
		return grow_string(grow);
	if (c == '-' || (c >= '0' && c <= '9'))
		return grow_number(grow);
	return grow_literal(grow);
}

static bool
grow_key(Grow *grow)
{
	if (peek(grow) != '"' || !grow_string(grow) || peek(grow) != ':')
		return false;
	grow->at++;
	return true;
}

static bool
open_level(Grow *grow, bool object)
{
	Level	   *level;

	if (grow->depth >= (uint32) max_stack_depth * 1024 / BYTES_PER_LEVEL)
	{
		grow->too_deep = true;
		return false;
	}
	grow->levels = kept_reserve(&kept_levels, grow->depth + 1, sizeof(Level));
	level = &grow->levels[grow->depth++];
	grow->max_depth = Max(grow->max_depth, grow->depth);
	grow_reserve(grow, 0);
	grow->cur = write_align(grow->cur);
	level->first = grow->element_count;
	level->start = grow->cur - grow->base;
	level->object = object;
	return true;
}

/* Copy one element to `cur`, where the container is put together. */
static char *
copy_element(const Grow *grow, const Element *element, char *cur)
{
	if (write_is_aligned(element->type))
		cur = write_align(cur);
	memcpy(cur, grow->base + element->start, element->length);
	return cur + element->length;
}

static char *
copy_array(const Grow *grow, const Level *level, char *cur, uint32 flags)
{
	const Element *elements = grow->elements + level->first;
	uint32		count = grow->element_count - level->first;
	WriteContainer array;

	cur = write_begin(&array, cur, count, JB_FARRAY | flags);
	for (uint32 i = 0; i < count; i++)
	{
		const char *from = cur;

		cur = copy_element(grow, &elements[i], cur);
		write_entry(&array, i, elements[i].type, from, cur);
	}
	return cur;
}

/* The members of the object that ends, in their order; returns how many. */
static uint32
sort_members(const Grow *grow, const Level *level)
{
	const Element *elements = grow->elements + level->first;
	uint32		count = (grow->element_count - level->first) / 2;
	Member	   *members = kept_reserve(&kept_members, count, sizeof(Member));

	for (uint32 i = 0; i < count; i++)
	{
		members[i].key = grow->base + elements[2 * i].start;
		members[i].length = elements[2 * i].length;
		members[i].prefix = keys_prefix(members[i].key, members[i].length, grow->base + grow->room);
		members[i].place = i;
	}
	return keys_sort(members, count);
}

static char *
copy_object(const Grow *grow, const Level *level, char *cur)
{
	const Element *elements = grow->elements + level->first;
	uint32		count = sort_members(grow, level);
	const Member *members = kept_members.array;
	WriteContainer object;

	cur = write_begin(&object, cur, count, JB_FOBJECT);
	for (uint32 i = 0; i < count; i++)
	{
		const char *from = cur;

		cur = copy_element(grow, &elements[2 * members[i].place], cur);
		write_entry(&object, i, JENTRY_ISSTRING, from, cur);
	}
	for (uint32 i = 0; i < count; i++)
	{
		const Element *value = &elements[2 * members[i].place + 1];
		const char *from = cur;

		cur = copy_element(grow, value, cur);
		write_entry(&object, count + i, value->type, from, cur);
	}
	return cur;
}

/* A bound for what the elements of a level need as a container. */
static Size
level_bound(const Grow *grow, const Level *level)
{
	Size		bound = SIZE_CONTAINER;

	for (uint32 i = level->first; i < grow->element_count; i++)
		bound += SIZE_VALUE + grow->elements[i].length;
	return bound;
}

/* The innermost container ends: make it one element of the one around. */
static void
close_level(Grow *grow, uint32 flags)
{
	const Level *level = &grow->levels[--grow->depth];
	char	   *copy;
	char	   *end;
	char	   *start;

	grow_reserve(grow, level_bound(grow, level));
	copy = write_align(grow->cur);
	end = level->object ? copy_object(grow, level, copy) : copy_array(grow, level, copy, flags);
	start = grow->base + level->start;
	memmove(start, copy, end - copy);
	grow->cur = start + (end - copy);
	grow->element_count = level->first;
	add_element(grow, JENTRY_ISCONTAINER, start);
	if (unlikely(end - copy > JENTRY_OFFLENMASK))
		give_up(grow);
}

/* Behind a value: everything up to where the next one starts, or to the end. */
static bool
finish_value(Grow *grow)
{
	while (grow->depth > 0)
	{
		const Level *level = &grow->levels[grow->depth - 1];
		char		c = peek(grow);

		CHECK_FOR_INTERRUPTS();
		if (c == ',')
		{
			grow->at++;
			return !level->object || grow_key(grow);
		}
		if (c != (level->object ? '}' : ']'))
			return false;
		grow->at++;
		close_level(grow, 0);
	}
	return true;
}

/* A value, up to where the next one starts. */
static bool
start_value(Grow *grow)
{
	char		c = peek(grow);
	bool		object = c == '{';

	if (!object && c != '[')
		return grow_scalar(grow, c) && finish_value(grow);
	grow->at++;
	if (!open_level(grow, object))
		return false;
	if (peek(grow) == (object ? '}' : ']'))
		return finish_value(grow);
	return !object || grow_key(grow);
}

/* A scalar is the only element of an array that says so. */
static bool
grow_text(Grow *grow)
{
	char		c = peek(grow);

	if (c != '{' && c != '[')
	{
		if (!open_level(grow, false) || !grow_scalar(grow, c))
			return false;
		close_level(grow, JB_FSCALAR);
	}
	else
		do
		{
			if (!start_value(grow))
				return false;
		} while (grow->depth > 0);
	skip_white(grow);
	return grow->at == grow->end;
}

ParseResult
grow_parse(const Source *source, Jsonb **jsonb)
{
	Grow		grow = {source, source->text, source->text + source->length};
	bool		valid;

	grow.room = VARHDRSZ + source->length + source->length / 2 + 64 + SIZE_SLOP;
	grow.base = palloc_extended(grow.room, MCXT_ALLOC_HUGE);
	grow.cur = grow.base + VARHDRSZ;
	valid = grow_text(&grow);
	kept_release(&kept_elements);
	kept_release(&kept_levels);
	kept_release(&kept_members);
	if (valid && !grow.too_large && grow.max_depth <= SAFE_DEPTH)
	{
		*jsonb = write_finish((Jsonb *) grow.base, grow.cur, grow.room);
		return PARSE_DONE;
	}
	pfree(grow.base);
	return valid || grow.too_deep ? PARSE_LIMIT : PARSE_INVALID;
}
