/*
 * value.h
 *		Any value as JSON text: the one place that goes from a type's kind to
 *		its encoder.
 */
#ifndef FASTJSON_ENCODE_VALUE_H
#define FASTJSON_ENCODE_VALUE_H

#include "encode/out.h"
#include "type/type.h"

/*
 * Append the JSON of `value`, which is not NULL and of that type.  Raises what
 * the type's output function or cast raises.  May leave garbage in
 * CurrentMemoryContext, as those functions do.
 */
extern void encode_value(Out *out, const TypeInfo *type, Datum value);

/*
 * Append a member's name: the value as a string.  False, and nothing written,
 * if core does not accept a key of that type: arrays, composites, json.
 */
extern bool encode_key(Out *out, const TypeInfo *type, Datum key);

/* The json that the cast function of a TYPE_CAST makes of a value. */
extern Datum encode_call_cast(const TypeInfo *type, Datum value);

/* Append what the type's output function writes, as a string. */
extern void encode_by_output(Out *out, const TypeInfo *type, Datum value);

static inline void
encode_null(Out *out)
{
	out_append(out, "null", 4);
}

#endif							/* FASTJSON_ENCODE_VALUE_H */
