/*
 * names.h
 *		Member names that are known before their values: sorted once, and kept
 *		as the bytes that an object starts with.
 */
#ifndef FASTJSON_BUILD_NAMES_H
#define FASTJSON_BUILD_NAMES_H

#include "build/build.h"

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
	JEntry	   *entries;		/* of the names */
	char	   *bytes;			/* all names, in order */
	uint32		length;			/* of them */
} BuildNames;

/* Made in CurrentMemoryContext, with all that it points to. */
extern BuildNames *build_names(const BuildName *names, uint32 total);

/* Open an object with these names; the values are to follow in order. */
extern void build_open_named(Build *build, BuildContainer *object, const BuildNames *names);

#endif							/* FASTJSON_BUILD_NAMES_H */
