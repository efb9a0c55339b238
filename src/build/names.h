/*
 * names.h
 *		Member names that are known before their values: sorted once, and kept
 *		as the bytes that an object starts with.
 */
#ifndef FASTJSON_BUILD_NAMES_H
#define FASTJSON_BUILD_NAMES_H

#include "build/build.h"
#include "type/type.h"

typedef struct BuildName
{
	const char *bytes;
	uint32		length;
} BuildName;

typedef struct BuildNames
{
	uint32		count;			/* of members that an object gets */
	uint32		total;			/* of names given */
	uint32	   *order;			/* their places as given: those of the members
								 * in order, then those that another of the
								 * same name replaces */
	uint32	   *given;			/* for each place as given, where in `order`
								 * it is */
	JEntry	   *entries;		/* of the names */
	char	   *bytes;			/* all names, in order */
	uint32		length;			/* of them */
	int			effects;		/* TypeEffects of all values; the caller's to
								 * set, none at first */
} BuildNames;

/* Made in CurrentMemoryContext, with all that it points to. */
extern BuildNames *build_names(const BuildName *names, uint32 total);

/* Open an object with these names; the values are to follow in order. */
extern void build_open_named(Build *build, BuildContainer *object, const BuildNames *names);

/* Append the value whose name was given at that place; returns its JEntry type. */
typedef uint32 (*BuildPut) (Build *build, const void *source, uint32 place);

/* Append an object with these names; the values are made in the order of the names. */
static pg_attribute_always_inline void
build_named_in_order(Build *build, const BuildNames *names, BuildPut put, const void *source)
{
	BuildContainer object;
	Size		from;

	build_open_named(build, &object, names);
	for (uint32 i = 0; i < names->count; i++)
	{
		from = build_offset(build);
		build_entry(build, &object, names->count + i, put(build, source, names->order[i]), from);
	}
	/* the others count for their errors */
	from = build_offset(build);
	for (uint32 i = names->count; i < names->total; i++)
	{
		put(build, source, names->order[i]);
		build_rewind(build, from);
	}
	build_close(build, &object);
}

/* The same, but made in the order in which the names were given, which takes longer. */
extern void build_named_as_given(Build *build, const BuildNames *names, BuildPut put,
								 const void *source);

/* The one or the other: does it show in which order values are made? */
static inline bool
build_names_have_order(const BuildNames *names)
{
	return names->effects >= TYPE_RUNS_CODE;
}

static pg_attribute_always_inline void
build_named(Build *build, const BuildNames *names, BuildPut put, const void *source)
{
	if (likely(!build_names_have_order(names)))
		build_named_in_order(build, names, put, source);
	else
		build_named_as_given(build, names, put, source);
}

#endif							/* FASTJSON_BUILD_NAMES_H */
