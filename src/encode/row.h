/*
 * row.h
 *		Composite values as JSON objects.
 */
#ifndef FASTJSON_ENCODE_ROW_H
#define FASTJSON_ENCODE_ROW_H

#include "encode/out.h"

/* Called once, at load. */
extern void row_init(void);

/*
 * Append the composite, of a named or an anonymous type and in any stored
 * form, as a JSON object.  With line_feeds each member stands on a line of its
 * own.
 */
extern void encode_row(Out *out, Datum composite, bool line_feeds);

#endif							/* FASTJSON_ENCODE_ROW_H */
