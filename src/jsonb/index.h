/*
 * index.h
 *		The structural index of a JSON text and, from it, each container's
 *		number of elements and where it ends.
 */
#ifndef FASTJSON_JSONB_INDEX_H
#define FASTJSON_JSONB_INDEX_H

#include "compat.h"

#include "kernel/kernel.h"

/*
 * An entry is the offset of a byte (see kernel.h), with KERNEL_INDEX_ESCAPED
 * on some closing quotes.  In place of the opening bracket of a container it
 * is the container's number, with INDEX_CONTAINER and, for an object,
 * INDEX_OBJECT.
 */
#define INDEX_CONTAINER		UINT32_C(0x80000000)
#define INDEX_OBJECT		UINT32_C(0x40000000)
#define INDEX_NUMBER		UINT32_C(0x3FFFFFFF)

/* A container deeper than that is not indexed, so that a walk may recurse. */
#define INDEX_MAX_DEPTH		256

typedef struct IndexContainer
{
	uint32		open;			/* the entries of its brackets */
	uint32		close;
	uint32		count;			/* elements or members, if they are well formed */
	uint32		commas;			/* all, in front of it */
} IndexContainer;

typedef struct TextIndex
{
	uint32	   *entries;		/* one more, behind the last: the text's length */
	IndexContainer *containers;	/* by their opening brackets; the first is all */
	uint32		container_count;
	uint32		commas;			/* outside strings */
} TextIndex;

typedef enum IndexResult
{
	INDEX_MADE,
	INDEX_INVALID,				/* no such text is JSON */
	INDEX_TOO_LARGE				/* deeper, or with more entries, than is good */
} IndexResult;

/*
 * The index of a text that starts with a bracket or white space.  It is valid
 * until the next call.  INDEX_INVALID for brackets that do not match, open
 * strings, control characters in strings, or anything behind the container.
 */
extern IndexResult index_build(TextIndex *index, const Kernel *kernel, const char *text, Size length);

/* Give back what a large text took. */
extern void index_release(void);

#endif							/* FASTJSON_JSONB_INDEX_H */
