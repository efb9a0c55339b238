/*
 * parse.h
 *		From JSON text to jsonb.
 */
#ifndef FASTJSON_JSONB_PARSE_H
#define FASTJSON_JSONB_PARSE_H

#include "compat.h"

#include "utils/jsonb.h"

#include "kernel/kernel.h"

typedef enum ParseResult
{
	PARSE_DONE,
	PARSE_INVALID,				/* the server refuses it too, softly where it can */
	PARSE_LIMIT					/* not decided: it may be too large or too deep */
} ParseResult;

/*
 * The jsonb of a text, in CurrentMemoryContext, with the bytes that the
 * server's own has.  With `predict` every container is written once, in its
 * place, as the index of the text foretells; without, and for scalars and texts
 * too small, deep or dense for an index, in one pass: containers are put
 * together as they end.
 */
extern ParseResult parse_jsonb(const Kernel *kernel, bool predict, const char *text, Size length,
							   Jsonb **jsonb);

#endif							/* FASTJSON_JSONB_PARSE_H */
