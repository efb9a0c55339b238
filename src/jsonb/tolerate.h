/*
 * tolerate.h
 *		Escapes that a jsonb cannot hold, taken out of a JSON text.
 */
#ifndef FASTJSON_JSONB_TOLERATE_H
#define FASTJSON_JSONB_TOLERATE_H

#include "compat.h"

typedef enum Tolerance
{
	TOLERATE_NOT,
	TOLERATE_STRIP,				/* leave the escape out */
	TOLERATE_REPLACE			/* by U+FFFD, or ? where the server's encoding lacks it */
} Tolerance;

/*
 * The text without the escapes \u0000, and those of one half of a surrogate
 * pair without the other, as far as they are tolerated: a copy in
 * CurrentMemoryContext, or the text itself if there are none.
 */
extern text *tolerate_escapes(text *source, Tolerance nul, Tolerance surrogate);

#endif							/* FASTJSON_JSONB_TOLERATE_H */
