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
#include "encode/value.h"

/* A run of entries and where the next element starts. */
typedef struct Entries
{
	const JEntry *next;
	const char *bytes;			/* behind the container's entries */
	uint32		offset;			/* of the next element within them */
	bool		compact;		/* no blanks behind commas and colons */
} Entries;

static void encode_container(Out *out, const JsonbContainer *container, bool compact);

/* Everything but objects and arrays starts at its offset, those and numbers are aligned. */
static void
encode_element(Out *out, Entries *elements)
{
	JEntry		entry = *elements->next++;
	uint32		start = elements->offset;
	const char *aligned = elements->bytes + INTALIGN(start);

	JBE_ADVANCE_OFFSET(elements->offset, entry);
	switch (entry & JENTRY_TYPEMASK)
	{
		case JENTRY_ISSTRING:
			encode_string(out, elements->bytes + start, elements->offset - start);
			break;
		case JENTRY_ISNUMERIC:
			encode_numeric(out, PointerGetDatum(aligned));
			break;
		case JENTRY_ISBOOL_TRUE:
			encode_bool(out, true);
			break;
		case JENTRY_ISBOOL_FALSE:
			encode_bool(out, false);
			break;
		case JENTRY_ISNULL:
			encode_null(out);
			break;
		case JENTRY_ISCONTAINER:
			encode_container(out, (const JsonbContainer *) aligned, elements->compact);
			break;
		default:
			elog(ERROR, "unknown jsonb scalar type");
	}
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

static inline void
separate(Out *out, char separator, bool compact)
{
	out_reserve(out, 2);
	out->cur[0] = separator;
	out->cur[1] = ' ';
	out->cur += compact ? 1 : 2;
}

static void
encode_elements(Out *out, Entries *elements, int count)
{
	out_char(out, '[');
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i > 0)
			separate(out, ',', elements->compact);
		encode_element(out, elements);
	}
	out_char(out, ']');
}

static void
encode_members(Out *out, Entries *keys, int count)
{
	Entries		values = *keys;

	values.next += count;
	values.offset = end_of_keys(keys->next, count);
	out_char(out, '{');
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i > 0)
			separate(out, ',', keys->compact);
		encode_element(out, keys);
		separate(out, ':', keys->compact);
		encode_element(out, &values);
	}
	out_char(out, '}');
}

static void
encode_container(Out *out, const JsonbContainer *container, bool compact)
{
	int			count = JsonContainerSize(container);
	Entries		entries;

	check_stack_depth();
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
		encode_element(out, &entries);
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
