/*
 * names.c
 *		Member names that are known before their values.
 */
#include "compat.h"

#include "build/names.h"
#include "jsonb/keys.h"

static Member *
sort(const BuildName *names, uint32 total, uint32 *kept)
{
	Member	   *members = palloc(sizeof(Member) * Max(total, 1));

	for (uint32 i = 0; i < total; i++)
	{
		members[i].key = names[i].bytes;
		members[i].length = names[i].length;
		members[i].prefix = keys_prefix(names[i].bytes, names[i].length,
										names[i].bytes + names[i].length);
		members[i].place = i;
	}
	*kept = keys_sort(members, total);
	return members;
}

BuildNames *
build_names(const BuildName *names, uint32 total)
{
	BuildNames *result = palloc0(sizeof(BuildNames));
	Member	   *members = sort(names, total, &result->count);
	Size		length = 0;

	for (uint32 i = 0; i < result->count; i++)
		length += members[i].length;
	if (length > JENTRY_OFFLENMASK)
		build_raise_too_large(true);
	result->total = total;
	result->order = palloc(sizeof(uint32) * Max(total, 1));
	result->entries = palloc(sizeof(JEntry) * Max(total, 1));
	result->bytes = palloc(Max(length, 1));
	for (uint32 i = 0; i < total; i++)
	{
		result->order[i] = members[i].place;
		if (i >= result->count)
			continue;
		memcpy(result->bytes + result->length, members[i].key, members[i].length);
		result->length += members[i].length;
		result->entries[i] = JENTRY_ISSTRING |
			(i % JB_OFFSET_STRIDE == 0 ? JENTRY_HAS_OFF | result->length : members[i].length);
	}
	pfree(members);
	return result;
}

void
build_open_named(Build *build, BuildContainer *object, const BuildNames *names)
{
	build_open(build, object, names->count, JB_FOBJECT);
	memcpy(build->out.base + object->entries, names->entries, sizeof(JEntry) * names->count);
	out_append(&build->out, names->bytes, names->length);
}
