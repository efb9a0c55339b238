/*
 * collect.c
 *		Members and elements that come one by one.
 *
 * Elements are kept as they will lie in the array, so that the result is two
 * copies.  Of members, keys and values are kept apart, and put in order for
 * each result.
 */
#include "compat.h"

#include "miscadmin.h"

#include "build/collect.h"
#include "encode/large.h"
#include "jsonb/keys.h"

/* Groups are often small, and there can be many at a time. */
#define FIRST_BYTES		(64 - VARHDRSZ)
#define FIRST_ENTRIES	4

void
collect_array_init(CollectArray *array, const Kernel *kernel)
{
	build_init_values(&array->values, kernel, FIRST_BYTES);
	array->count = 0;
	array->room = FIRST_ENTRIES;
	array->entries = palloc(sizeof(JEntry) * FIRST_ENTRIES);
}

void
collect_object_init(CollectObject *object, const Kernel *kernel)
{
	build_init_values(&object->keys, kernel, FIRST_BYTES);
	build_init_values(&object->values, kernel, FIRST_BYTES);
	object->count = 0;
	object->room = FIRST_ENTRIES;
	object->members = palloc(sizeof(CollectMember) * FIRST_ENTRIES);
}

static Size
payload_length(const Build *build)
{
	return build_offset(build) - VARHDRSZ - sizeof(uint32);
}

static inline uint32
put_value(Build *build, const TypeInfo *type, Datum value)
{
	return type == NULL ? JENTRY_ISNULL : build_value(build, type, value);
}

void
collect_element(CollectArray *array, const TypeInfo *type, Datum value)
{
	Size		from = build_offset(&array->values);
	uint32		entry = put_value(&array->values, type, value);

	if (unlikely(payload_length(&array->values) > JENTRY_OFFLENMASK))
		build_raise_too_large(false);
	if (unlikely(array->count == array->room))
	{
		if (array->count >= BUILD_MAX_ELEMENTS)
			build_raise_too_many(false);
		array->room *= 2;
		array->entries = repalloc_huge(array->entries, sizeof(JEntry) * array->room);
	}
	array->entries[array->count++] = entry | (uint32) (build_offset(&array->values) - from);
}

static CollectMember *
next_member(CollectObject *object)
{
	if (unlikely(object->count == object->room))
	{
		if (object->count >= BUILD_MAX_PAIRS)
			build_raise_too_many(true);
		object->room *= 2;
		object->members = repalloc_huge(object->members, sizeof(CollectMember) * object->room);
	}
	return &object->members[object->count];
}

/* With members that others replace there can be more than a jsonb holds, up to what 32 bits tell. */
static inline void
check_offsets(const Build *build)
{
	if (unlikely(build_offset(build) > PG_UINT32_MAX))
		build_raise_too_large(true);
}

static void
end_key(CollectObject *object, Size from)
{
	CollectMember *member = next_member(object);

	check_offsets(&object->keys);
	member->key = from;
	member->key_length = build_offset(&object->keys) - from;
}

bool
collect_key(CollectObject *object, const TypeInfo *type, Datum key)
{
	Size		from = build_offset(&object->keys);

	if (!build_key(&object->keys, type, key))
		return false;
	end_key(object, from);
	return true;
}

void
collect_text_key(CollectObject *object, Datum key)
{
	Size		from = build_offset(&object->keys);

	build_any_text(&object->keys, key);
	end_key(object, from);
}

/* The value that was appended from `from` on. */
static inline void
end_value(CollectObject *object, Size from, uint32 entry)
{
	CollectMember *member = &object->members[object->count];

	check_offsets(&object->values);
	if (write_is_aligned(entry))
		from = INTALIGN(from);
	member->value = from;
	member->value_length = build_offset(&object->values) - from;
	member->type = entry;
	object->count++;
}

void
collect_value(CollectObject *object, const TypeInfo *type, Datum value)
{
	Size		from = build_offset(&object->values);
	uint32		entry = put_value(&object->values, type, value);

	end_value(object, from, entry);
}

void
collect_text_value(CollectObject *object, bool is_null, Datum value)
{
	Size		from = build_offset(&object->values);

	end_value(object, from, is_null ? JENTRY_ISNULL : build_any_text(&object->values, value));
}

/* The elements of the array become those of the jsonb at `result`, which has room for it. */
static Jsonb *
write_array(const CollectArray *array, char *result)
{
	const char *elements = array->values.out.base + VARHDRSZ + sizeof(uint32);
	Size		head = size_head(array->count, false);
	Size		length = payload_length(&array->values);
	WriteContainer written;
	char	   *cur;

	/* The head may lie over the elements. */
	memmove(result + VARHDRSZ + head, elements, length);
	cur = write_begin(&written, result + VARHDRSZ, array->count, JB_FARRAY);
	for (uint32 i = 0; i < array->count; i++)
	{
		const char *from = cur;

		cur += JBE_OFFLENFLD(array->entries[i]);
		write_entry(&written, i, array->entries[i] & JENTRY_TYPEMASK, from, cur);
	}
	SET_VARSIZE(result, VARHDRSZ + head + length);
	return (Jsonb *) result;
}

/* Bytes of the jsonb; raises core's error if it is too large. */
static Size
array_length(const CollectArray *array)
{
	Size		length = size_head(array->count, false) + payload_length(&array->values);

	if (length > JENTRY_OFFLENMASK)
		build_raise_too_large(false);
	return VARHDRSZ + length;
}

Jsonb *
collect_array_result(const CollectArray *array)
{
	return write_array(array, large_alloc(array_length(array)));
}

Jsonb *
collect_array_finish(CollectArray *array)
{
	Out		   *out = &array->values.out;

	out_reserve(out, array_length(array) - (out->cur - out->base));
	return write_array(array, out->base);
}

/* Take out those with null as value. */
static uint32
drop_nulls(const CollectObject *object, Member *members, uint32 count)
{
	uint32		kept = 0;

	for (uint32 i = 0; i < count; i++)
		if (object->members[members[i].place].type != JENTRY_ISNULL)
			members[kept++] = members[i];
	return kept;
}

/* The members that the result has, in order. */
static uint32
sort(const CollectObject *object, Member *members, bool unique, bool strict)
{
	const char *keys = object->keys.out.base;
	uint32		count = object->count;
	uint32		kept;

	for (uint32 i = 0; i < count; i++)
	{
		const CollectMember *member = &object->members[i];

		members[i].key = keys + member->key;
		members[i].length = member->key_length;
		members[i].prefix = keys_prefix(members[i].key, member->key_length, object->keys.out.cur);
		members[i].place = i;
	}
	if (strict && !unique)
		count = drop_nulls(object, members, count);
	kept = keys_sort(members, count);
	if (unique && kept < count)
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_JSON_OBJECT_KEY_VALUE),
				 errmsg("duplicate JSON object key value")));
	return strict && unique ? drop_nulls(object, members, kept) : kept;
}

static char *
write_keys(WriteContainer *written, char *cur, const Member *members, uint32 count)
{
	for (uint32 i = 0; i < count; i++)
	{
		const char *from = cur;

		CHECK_FOR_INTERRUPTS();
		memcpy(cur, members[i].key, members[i].length);
		cur += members[i].length;
		write_entry(written, i, JENTRY_ISSTRING, from, cur);
	}
	return cur;
}

static char *
write_values(WriteContainer *written, char *cur, const CollectObject *object,
			 const Member *members, uint32 count)
{
	for (uint32 i = 0; i < count; i++)
	{
		const CollectMember *member = &object->members[members[i].place];
		const char *from = cur;

		CHECK_FOR_INTERRUPTS();
		if (write_is_aligned(member->type))
			cur = write_align(cur);
		memcpy(cur, object->values.out.base + member->value, member->value_length);
		cur += member->value_length;
		write_entry(written, count + i, member->type, from, cur);
	}
	return cur;
}

Jsonb *
collect_object_result(const CollectObject *object, bool unique, bool strict)
{
	Member	   *members = palloc_extended(sizeof(Member) * (Size) object->count, MCXT_ALLOC_HUGE);
	uint32		count = sort(object, members, unique, strict);
	Size		room = VARHDRSZ + size_head(count, true) + payload_length(&object->keys) +
		payload_length(&object->values) + sizeof(uint32) * (Size) count + SIZE_SLOP;
	char	   *result = large_alloc(room);
	WriteContainer written;
	char	   *cur = write_begin(&written, result + VARHDRSZ, count, JB_FOBJECT);

	cur = write_keys(&written, cur, members, count);
	cur = write_values(&written, cur, object, members, count);
	if (!write_fits(&written, cur))
		build_raise_too_large(true);
	pfree(members);
	return write_finish((Jsonb *) result, cur, room);
}
