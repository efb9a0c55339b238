/*
 * grow.h
 *		A jsonb in one pass over a text: containers are put together as they
 *		end.
 */
#ifndef FASTJSON_JSONB_GROW_H
#define FASTJSON_JSONB_GROW_H

#include "compat.h"

#include "jsonb/parse.h"
#include "jsonb/scalar.h"

/* As parse_jsonb. */
extern ParseResult grow_parse(const Source *source, Jsonb **jsonb);

#endif							/* FASTJSON_JSONB_GROW_H */
