/*
 * exact.h
 *		A jsonb from an indexed text: every container in its place at once.
 */
#ifndef FASTJSON_JSONB_EXACT_H
#define FASTJSON_JSONB_EXACT_H

#include "compat.h"

#include "utils/jsonb.h"

#include "jsonb/index.h"
#include "jsonb/scalar.h"

/*
 * The jsonb of the text that `index` is of, in CurrentMemoryContext; NULL if
 * it is not valid, or too large for a jsonb.  `bound` is that of size_bound.
 */
extern Jsonb *exact_parse(const Source *source, const TextIndex *index, Size bound);

#endif							/* FASTJSON_JSONB_EXACT_H */
