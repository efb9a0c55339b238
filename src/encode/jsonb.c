/*
 * jsonb.c
 *		jsonb as JSON text.
 *
 * A container is a header with the number of its elements, one JEntry for
 * each, then their bytes; an object has first all keys, then all values.  An
 * entry gives the length of its element or, every JB_OFFSET_STRIDE entries,
 * the offset of its end.  Elements are read in order, so that an offset only
 * ever moves on.
 */
#include "compat.h"

#include "miscadmin.h"
#include "utils/jsonb.h"

#include "encode/detoast.h"
#include "encode/jsonb.h"
#include "encode/number.h"
#include "encode/string.h"

/* Shorter strings need no room of their own. */
#define SHORT_STRING	64

/*
 * Room for any element but a long string, a number of the long form, and a
 * container: the first term is for strings, the other for numbers.
 */
#define ELEMENT_ROOM \
	Max(2 + KERNEL_ESCAPE_MAX * SHORT_STRING + KERNEL_ESCAPE_SLOP, \
		NUMERIC_ROOM(NUMERIC_SHORT_WEIGHT_MAX, NUMERIC_SHORT_SCALE_MAX))

/* Separators, a key, a value, and a closing bracket. */
#define MEMBER_ROOM		(5 + 2 * ELEMENT_ROOM)

/*
 * A run of entries and where the next element starts.  Elements are written
 * at a `cur` that is kept in a register, and put back into the output only
 * where something else goes on with that.
 */
typedef struct Entries
{
	const JEntry *next;
	const char *bytes;			/* behind the container's entries */
	uint32		offset;			/* of the next element within them */
	bool		compact;		/* no blanks behind commas and colons */
} Entries;

static void encode_container(Out *out, const JsonbContainer *container, bool compact);

/* Take the output back from `cur`, with room for `room` bytes. */
static inline char *
reserve_at(Out *out, char *cur, Size room)
{
	out->cur = cur;
	out_reserve(out, room);
	return out->cur;
}

static inline char *
put_string(Out *out, char *cur, const char *bytes, uint32 length)
{
	if (likely(length <= SHORT_STRING))
	{
		*cur++ = '"';
		cur = out->kernel->escape(cur, bytes, length);
		*cur++ = '"';
		return cur;
	}
	out->cur = cur;
	encode_string(out, bytes, length);
	return reserve_at(out, out->cur, MEMBER_ROOM);
}

/* jsonb has neither NaN nor infinities, and core stores its numbers with a full varlena header. */
static inline char *
put_number(Out *out, char *cur, const char *number)
{
	const char *payload = VARDATA(number);
	NumericParts parts;

	if (likely(VARATT_IS_4B_U(number) &&
			   (numeric_header(payload) & NUMERIC_FORM_MASK) == NUMERIC_FORM_SHORT))
	{
		numeric_take_apart(payload, VARSIZE(number) - VARHDRSZ, &parts);
		return numeric_put(cur, &parts);
	}
	out->cur = cur;
	encode_numeric(out, PointerGetDatum(number));
	return reserve_at(out, out->cur, MEMBER_ROOM);
}

static inline char *
put_container(Out *out, char *cur, const char *container, bool compact)
{
	out->cur = cur;
	encode_container(out, (const JsonbContainer *) container, compact);
	return reserve_at(out, out->cur, MEMBER_ROOM);
}

static inline char *
put_word(char *cur, const char *word, Size length)
{
	memcpy(cur, word, length);
	return cur + length;
}

/*
 * The next element.  All but objects, arrays and numbers start at their
 * offset, those are aligned.  Room: ELEMENT_ROOM; there is as much behind the
 * result as behind `cur` less that.
 */
static pg_attribute_always_inline char *
put_element(Out *out, char *cur, Entries *elements)
{
	JEntry		entry = *elements->next++;
	uint32		start = elements->offset;
	const char *aligned = elements->bytes + INTALIGN(start);

	JBE_ADVANCE_OFFSET(elements->offset, entry);
	switch (entry & JENTRY_TYPEMASK)
	{
		case JENTRY_ISSTRING:
			return put_string(out, cur, elements->bytes + start, elements->offset - start);
		case JENTRY_ISNUMERIC:
			return put_number(out, cur, aligned);
		case JENTRY_ISBOOL_TRUE:
			return put_word(cur, "true", 4);
		case JENTRY_ISBOOL_FALSE:
			return put_word(cur, "false", 5);
		case JENTRY_ISNULL:
			return put_word(cur, "null", 4);
		case JENTRY_ISCONTAINER:
			return put_container(out, cur, aligned, elements->compact);
		default:
			elog(ERROR, "unknown jsonb scalar type");
			return cur;
	}
}

/* The next key, which is always a string. */
static inline char *
put_key(Out *out, char *cur, Entries *keys)
{
	uint32		start = keys->offset;

	JBE_ADVANCE_OFFSET(keys->offset, *keys->next);
	keys->next++;
	return put_string(out, cur, keys->bytes + start, keys->offset - start);
}

/* Where the values start: at the end of the last key. */
static uint32
end_of_keys(const JEntry *entries, int count)
{
	uint32		offset = 0;

	for (int i = count - 1; i >= 0; i--)
	{
		offset += JBE_OFFLENFLD(entries[i]);
		if (JBE_HAS_OFF(entries[i]))
			break;
	}
	return offset;
}

static inline char *
put_separator(char *cur, char separator, bool compact)
{
	cur[0] = separator;
	cur[1] = ' ';
	return cur + (compact ? 1 : 2);
}

static void
encode_elements(Out *out, const Entries *entries, int count)
{
	Entries		elements = *entries;
	char	   *cur = reserve_at(out, out->cur, MEMBER_ROOM);

	*cur++ = '[';
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		cur = reserve_at(out, cur, MEMBER_ROOM);
		if (i > 0)
			cur = put_separator(cur, ',', elements.compact);
		cur = put_element(out, cur, &elements);
	}
	*cur++ = ']';
	out->cur = cur;
}

static void
encode_members(Out *out, const Entries *entries, int count)
{
	Entries		keys = *entries;
	Entries		values = *entries;
	char	   *cur = reserve_at(out, out->cur, MEMBER_ROOM);

	values.next += count;
	values.offset = end_of_keys(entries->next, count);
	*cur++ = '{';
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		cur = reserve_at(out, cur, MEMBER_ROOM);
		if (i > 0)
			cur = put_separator(cur, ',', keys.compact);
		cur = put_key(out, cur, &keys);
		cur = put_separator(cur, ':', keys.compact);
		cur = put_element(out, cur, &values);
	}
	*cur++ = '}';
	out->cur = cur;
}

/* Core's printer does not recurse, so no value is too deep for it. */
static void
encode_container_as_core(Out *out, const JsonbContainer *container)
{
	char	   *printed = JsonbToCString(NULL, unconstify(JsonbContainer *, container), 0);

	out_append(out, printed, strlen(printed));
	pfree(printed);
}

static void
encode_container(Out *out, const JsonbContainer *container, bool compact)
{
	int			count = JsonContainerSize(container);
	Entries		entries;

	if (unlikely(stack_is_too_deep()))
	{
		if (compact)
			check_stack_depth();	/* raises */
		encode_container_as_core(out, container);
		return;
	}
	entries.next = container->children;
	entries.offset = 0;
	entries.compact = compact;
	if (JsonContainerIsObject(container))
	{
		entries.bytes = (const char *) (container->children + 2 * count);
		encode_members(out, &entries, count);
		return;
	}
	entries.bytes = (const char *) (container->children + count);
	if (JsonContainerIsScalar(container))
		out->cur = put_element(out, reserve_at(out, out->cur, MEMBER_ROOM), &entries);
	else
		encode_elements(out, &entries, count);
}

void
encode_jsonb(Out *out, Datum value, bool compact)
{
	ShortRoom	room;
	struct varlena *plain = detoast_aligned(value, &room);

	encode_container(out, (const JsonbContainer *) VARDATA(plain), compact);
	detoast_done(plain, value, &room);
}
