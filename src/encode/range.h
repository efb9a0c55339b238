/*
 * range.h
 *		Ranges and multiranges as quoted strings.
 */
#ifndef FASTJSON_ENCODE_RANGE_H
#define FASTJSON_ENCODE_RANGE_H

#include "encode/out.h"
#include "type/type.h"

/*
 * Append a range or multirange, in any stored form; `type` has one of these
 * kinds.  False, and nothing written, for what is left to the output function:
 * dates and times when DateStyle is not ISO, and rare bounds.
 */
extern bool encode_range(Out *out, const TypeInfo *type, Datum value);

#endif							/* FASTJSON_ENCODE_RANGE_H */
