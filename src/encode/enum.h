/*
 * enum.h
 *		Values of enumerated types as quoted strings.
 */
#ifndef FASTJSON_ENCODE_ENUM_H
#define FASTJSON_ENCODE_ENUM_H

#include "encode/out.h"

/* Called once, at load. */
extern void enum_init(void);

/*
 * Append the label.  False, and nothing written, for a value that does not
 * exist: its error is left to the output function.
 */
extern bool encode_enum(Out *out, Oid value);

#endif							/* FASTJSON_ENCODE_ENUM_H */
