/*
 * hex.h
 *		Values that are written in hexadecimal digits.
 */
#ifndef FASTJSON_ENCODE_HEX_H
#define FASTJSON_ENCODE_HEX_H

#include "encode/out.h"

#include "utils/uuid.h"

/* Append a uuid as a JSON string: 8-4-4-4-12 digits in lower case. */
extern void encode_uuid(Out *out, const pg_uuid_t *uuid);

#endif							/* FASTJSON_ENCODE_HEX_H */
