/*
 * enum.c
 *		Values of enumerated types as quoted strings.
 *
 * The labels of the values last used are kept for the session, escaped and
 * quoted, in a direct-mapped table.  A look-up copies the label at once and
 * keeps no pointer into the table, so it can be emptied at any time: whenever
 * any label changes, which is as soon as the server's own cache learns it, and
 * once more if the change is rolled back.
 */
#include "compat.h"

#include "catalog/pg_enum.h"
#include "utils/inval.h"
#include "utils/syscache.h"

#include "encode/enum.h"
#include "encode/string.h"

/* 64 kB; labels that need more text are looked up each time. */
#define SLOT_BITS		10
#define LABEL_ROOM		(64 - sizeof(Oid) - 1)

/* Most labels are not longer than that, quotes included. */
#define SHORT_LABEL		16

typedef struct LabelSlot
{
	Oid			value;			/* InvalidOid in an empty slot */
	uint8		length;
	char		label[LABEL_ROOM];	/* quotes included */
} LabelSlot;

static LabelSlot slots[1 << SLOT_BITS];

/* Multiplying by 2^32 / golden ratio spreads the values of a type, whose OIDs are near each other. */
static inline LabelSlot *
slot_of(Oid value)
{
	return &slots[(value * 2654435769U) >> (32 - SLOT_BITS)];
}

static pg_noinline bool
encode_and_keep(Out *out, Oid value)
{
	HeapTuple	tuple = SearchSysCache1(ENUMOID, ObjectIdGetDatum(value));
	const char *label;
	Size		start = out_length(out);
	Size		length;

	if (!HeapTupleIsValid(tuple))
		return false;
	label = NameStr(((Form_pg_enum) GETSTRUCT(tuple))->enumlabel);
	encode_string(out, label, strlen(label));
	ReleaseSysCache(tuple);
	length = out_length(out) - start;
	if (length <= LABEL_ROOM)
	{
		LabelSlot  *slot = slot_of(value);

		slot->value = value;
		slot->length = length;
		memcpy(slot->label, out->cur - length, length);
	}
	return true;
}

bool
encode_enum(Out *out, Oid value)
{
	LabelSlot  *slot = slot_of(value);

	if (unlikely(slot->value != value || !OidIsValid(value)))
		return encode_and_keep(out, value);
	out_reserve(out, LABEL_ROOM);
	if (likely(slot->length <= SHORT_LABEL))
		memcpy(out->cur, slot->label, SHORT_LABEL);
	else
		memcpy(out->cur, slot->label, LABEL_ROOM);
	out->cur += slot->length;
	return true;
}

static void
label_changed(Datum arg, int cache, uint32 hash)
{
	memset(slots, 0, sizeof(slots));
}

void
enum_init(void)
{
	CacheRegisterSyscacheCallback(ENUMOID, label_changed, (Datum) 0);
}
