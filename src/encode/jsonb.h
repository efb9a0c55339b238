/*
 * jsonb.h
 *		jsonb as JSON text.
 */
#ifndef FASTJSON_ENCODE_JSONB_H
#define FASTJSON_ENCODE_JSONB_H

#include "encode/out.h"

/*
 * Append a jsonb, toasted or not, as jsonb's output function writes it, or,
 * compact, without the blanks.
 */
extern void encode_jsonb(Out *out, Datum value, bool compact);

#endif							/* FASTJSON_ENCODE_JSONB_H */
