/*
 * value.h
 *		Any value as part of a jsonb: the one place that goes from a type's
 *		kind to its bytes.
 */
#ifndef FASTJSON_BUILD_VALUE_H
#define FASTJSON_BUILD_VALUE_H

#include "build/build.h"
#include "type/type.h"

/*
 * Append a value that is not NULL, with padding in front if it needs any;
 * returns its JEntry type.  May leave garbage in CurrentMemoryContext.
 */
extern uint32 build_value(Build *build, const TypeInfo *type, Datum value);

/*
 * Append a key: the value as a string.  False, and nothing appended, if core
 * does not accept a key of that type: arrays, composites, json.
 */
extern bool build_key(Build *build, const TypeInfo *type, Datum key);

/*
 * Append a text, toasted or not, as a string; returns its JEntry type.  If it is
 * too long for a jsonb, the object that gets it will be too large.
 */
extern uint32 build_any_text(Build *build, Datum value);

/* A jsonb of its own, in CurrentMemoryContext. */
extern Jsonb *build_root(const Kernel *kernel, const TypeInfo *type, Datum value, Size estimate);

/*
 * What an encoder of JSON text appends between these two, which must be in
 * quotes, is a string without them: the first stands on the byte in front, which
 * comes back afterwards.  There is one, since a jsonb starts with its header.
 */
static inline Size
build_begin_string(Build *build)
{
	build->out.cur--;
	return build_offset(build) << 8 | (unsigned char) *build->out.cur;
}

static inline uint32
build_end_string(Build *build, Size start)
{
	build->out.base[start >> 8] = (char) (start & 0xFF);
	build->out.cur--;
	if (unlikely(build_offset(build) - (start >> 8) - 1 > JENTRY_OFFLENMASK))
		build_raise_too_long();
	return JENTRY_ISSTRING;
}

#endif							/* FASTJSON_BUILD_VALUE_H */
