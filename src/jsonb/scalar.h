/*
 * scalar.h
 *		What parsing needs to know of its text, and the scalars but numbers.
 */
#ifndef FASTJSON_JSONB_SCALAR_H
#define FASTJSON_JSONB_SCALAR_H

#include "compat.h"

#include "utils/jsonb.h"

#include "jsonb/write.h"
#include "kernel/kernel.h"

typedef struct Source
{
	const char *text;
	Size		length;
	const char *readable;		/* bytes in front of it may be read: the end of
								 * the text, or behind it */
	const Kernel *kernel;
	char	   *(*unescape) (char *dst, const char *src, size_t len);	/* see kernel.h */
} Source;

/*
 * As a kernel's `unescape`, into a server encoding other than UTF-8.  A
 * character that it lacks makes a string invalid.
 */
extern char *scalar_unescape_server(char *dst, const char *src, size_t len);

/* The server's bytes for a code point above 0; 0 if it has none.  Room: MAX_UNICODE_EQUIVALENT_STRING + 1. */
extern int	scalar_encode_server(char *dst, uint32 code);

static inline bool
scalar_is_white(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/*
 * Copy the inside of a string, in pieces of a fixed size if it is not long;
 * may overwrite SIZE_SLOP bytes behind it.
 */
static inline char *
scalar_copy(char *dst, const char *src, Size length, const char *readable)
{
	if (likely(length <= 256 && readable - src >= (ptrdiff_t) length + WRITE_COPY))
		write_copy(dst, src, length);
	else
		memcpy(dst, src, length);
	return dst + length;
}

/* The literal at src: its length and JEntry type; 0 if there is none. */
static inline int
scalar_literal(const char *src, const char *readable, uint32 *type)
{
	Size		left = readable - src;

	if (left >= 4 && memcmp(src, "null", 4) == 0)
	{
		*type = JENTRY_ISNULL;
		return 4;
	}
	if (left >= 4 && memcmp(src, "true", 4) == 0)
	{
		*type = JENTRY_ISBOOL_TRUE;
		return 4;
	}
	if (left >= 5 && memcmp(src, "false", 5) == 0)
	{
		*type = JENTRY_ISBOOL_FALSE;
		return 5;
	}
	return 0;
}

#endif							/* FASTJSON_JSONB_SCALAR_H */
