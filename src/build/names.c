/*
 * names.c
 *		Member names that are known before their values.
 *
 * Values that have to be made as given, not in the order of their names, are
 * made somewhere else and put in order afterwards.
 */
#include "compat.h"

#include "build/names.h"
#include "jsonb/keys.h"

static Member *
sort(const BuildName *names, uint32 total, uint32 *kept)
{
	Member	   *members = palloc(sizeof(Member) * total);

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
	result->total = total;
	result->order = palloc(sizeof(uint32) * total);
	result->given = palloc(sizeof(uint32) * total);
	result->entries = palloc(sizeof(JEntry) * total);
	result->bytes = palloc(length);
	for (uint32 i = 0; i < total; i++)
	{
		result->order[i] = members[i].place;
		result->given[members[i].place] = i;
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

/* Enough for most. */
#define FIRST_BYTES		(1024 - VARHDRSZ)

/* A value made elsewhere. */
typedef struct Made
{
	Size		from;
	Size		length;
	uint32		type;
} Made;

/* Entry i is for the value of the member that is number i in the order of names. */
static Made *
make_as_given(Build *values, const BuildNames *names, BuildPut put, const void *source)
{
	Made	   *made = palloc(sizeof(Made) * names->total);

	for (uint32 i = 0; i < names->total; i++)
	{
		Made	   *value = &made[names->given[i]];

		value->from = build_offset(values);
		value->type = put(values, source, names->order[names->given[i]]);
		if (write_is_aligned(value->type))
			value->from = INTALIGN(value->from);
		value->length = build_offset(values) - value->from;
	}
	return made;
}

void
build_named_as_given(Build *build, const BuildNames *names, BuildPut put, const void *source)
{
	Build		values;
	Made	   *made;
	BuildContainer object;

	build_init_values(&values, build->kernel, FIRST_BYTES);
	values.out.depth = build->out.depth;
	made = make_as_given(&values, names, put, source);
	build_open_named(build, &object, names);
	for (uint32 i = 0; i < names->count; i++)
	{
		Size		from = build_offset(build);

		if (write_is_aligned(made[i].type))
			build->out.cur = build_align(build, 0);
		out_append(&build->out, values.out.base + made[i].from, made[i].length);
		build_entry(build, &object, names->count + i, made[i].type, from);
	}
	build_close(build, &object);
	pfree(made);
	pfree(values.out.base);
}
