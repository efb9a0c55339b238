/*
 * build.h
 *		Growable jsonb: values are appended where they stay, containers with
 *		room for their JEntries in front.
 *
 * The bytes grow in an Out, whose header is that of the jsonb.  That lets the
 * encoders of JSON text write strings, see value.c; the Out's kernel copies
 * where others escape.
 */
#ifndef FASTJSON_BUILD_BUILD_H
#define FASTJSON_BUILD_BUILD_H

#include "compat.h"

#include "utils/jsonb.h"
#include "utils/memutils.h"

#include "encode/out.h"
#include "jsonb/write.h"

/* Core's limits; it keeps them in jsonb_util.c. */
#define BUILD_MAX_ELEMENTS	(Min(MaxAllocSize / sizeof(JsonbValue), JB_CMASK))
#define BUILD_MAX_PAIRS		(Min(MaxAllocSize / sizeof(JsonbPair), JB_CMASK))

typedef struct Build
{
	Out			out;
	const Kernel *kernel;		/* for json that is to be parsed */
} Build;

/* A container that is open.  The buffer moves: all are offsets from its start. */
typedef struct BuildContainer
{
	Size		start;			/* with the padding, which is part of it */
	Size		entries;
	Size		payload;
	bool		object;
} BuildContainer;

/* Start in CurrentMemoryContext with room for about `estimate` bytes. */
extern void build_init(Build *build, const Kernel *kernel, Size estimate);

/* The same for values that belong to no container yet. */
extern void build_init_values(Build *build, const Kernel *kernel, Size estimate);

/* Raise core's errors for what a jsonb cannot hold. */
extern void build_raise_too_large(bool object) pg_attribute_cold;
extern void build_raise_too_many(bool object) pg_attribute_cold;
extern void build_raise_too_long(void) pg_attribute_cold;

/* The offset of the next byte. */
static inline Size
build_offset(const Build *build)
{
	return build->out.cur - build->out.base;
}

/* Forget what was appended from that offset on. */
static inline void
build_rewind(Build *build, Size offset)
{
	build->out.cur = build->out.base + offset;
}

/* Room for `room` bytes behind the padding, which is written. */
static inline char *
build_align(Build *build, Size room)
{
	out_reserve(&build->out, room + sizeof(uint32));
	return write_align(build->out.cur);
}

/* Open a container of so many elements or members, which are to follow in order. */
static inline void
build_open(Build *build, BuildContainer *container, uint32 count, uint32 kind)
{
	Size		head = size_head(count, kind == JB_FOBJECT);
	char	   *header;

	container->object = kind == JB_FOBJECT;
	if (unlikely(count > (container->object ? BUILD_MAX_PAIRS : BUILD_MAX_ELEMENTS)))
		build_raise_too_many(container->object);
	container->start = build_offset(build);
	header = build_align(build, head);
	*(uint32 *) header = count | kind;
	container->entries = header + sizeof(uint32) - build->out.base;
	container->payload = header + head - build->out.base;
	build->out.cur = header + head;
}

/* The entry at `index` is for all that was appended from that offset on. */
static inline void
build_entry(Build *build, const BuildContainer *container, uint32 index, uint32 type, Size from)
{
	Size		to = build_offset(build);
	JEntry	   *entry = (JEntry *) (build->out.base + container->entries) + index;

	if (unlikely(to - container->payload > JENTRY_OFFLENMASK))
		build_raise_too_large(container->object);
	if (unlikely(index % JB_OFFSET_STRIDE == 0))
		*entry = type | JENTRY_HAS_OFF | (uint32) (to - container->payload);
	else
		*entry = type | (uint32) (to - from);
}

static inline void
build_close(Build *build, const BuildContainer *container)
{
	if (unlikely(build_offset(build) - container->start > JENTRY_OFFLENMASK))
		build_raise_too_large(container->object);
}

/* What was built, where it was built. */
static inline Jsonb *
build_finish(Build *build)
{
	return write_finish((Jsonb *) build->out.base, build->out.cur,
						build->out.end - build->out.base);
}

#endif							/* FASTJSON_BUILD_BUILD_H */
