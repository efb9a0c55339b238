/*
 * array.h
 *		Arrays of any type and dimension as JSON arrays.
 */
#ifndef FASTJSON_ENCODE_ARRAY_H
#define FASTJSON_ENCODE_ARRAY_H

#include "encode/out.h"

/*
 * Append the array, of any stored form, as nested JSON arrays; lower bounds do
 * not show.  With line_feeds the elements of the outermost dimension stand on
 * lines of their own.
 */
extern void encode_array(Out *out, Datum array, bool line_feeds);

#endif							/* FASTJSON_ENCODE_ARRAY_H */
