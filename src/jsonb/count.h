/*
 * count.h
 *		How many elements the container of a JSON text has, without parsing it.
 */
#ifndef FASTJSON_JSONB_COUNT_H
#define FASTJSON_JSONB_COUNT_H

#include "compat.h"

#include "kernel/kernel.h"

/*
 * Set *count to the elements or members of the outermost container.  Returns
 * false for a scalar.  Raises an error (22P02) unless brackets match, strings
 * end, and nothing but white space is behind the value; what else stands
 * between the brackets is not looked at.
 */
extern bool count_elements(const Kernel *kernel, const char *text, Size length, uint32 *count);

/*
 * Set *count to 0 if there is only white space between the outer brackets,
 * else to one more than the commas there, wherever they stand.  Returns false for
 * a text that does not start with a bracket.
 */
extern bool count_estimate(const char *text, Size length, uint32 *count);

#endif							/* FASTJSON_JSONB_COUNT_H */
