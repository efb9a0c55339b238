/*
 * string.h
 *		Quoted, escaped JSON strings.
 */
#ifndef FASTJSON_ENCODE_STRING_H
#define FASTJSON_ENCODE_STRING_H

#include "encode/out.h"

/* Append bytes[0..length) as a JSON string, quotes included. */
extern void encode_string(Out *out, const char *bytes, Size length);

/* Append a text, varchar or char(n), toasted or not, as a JSON string. */
extern void encode_text(Out *out, Datum value);

/*
 * Append a "char" as a JSON string.  False, and nothing written, for what is no
 * ASCII character, which is left to the output function.
 */
extern bool encode_char(Out *out, char value);

#endif							/* FASTJSON_ENCODE_STRING_H */
