/*
 * parse.c
 *		From JSON text to jsonb: choose the way.
 *
 * Small texts are copied to where bytes behind them can be read, so that
 * nothing in them must be taken with care because the end is near.
 */
#include "compat.h"

#include "mb/pg_wchar.h"
#include "utils/memutils.h"

#include "jsonb/exact.h"
#include "jsonb/grow.h"
#include "jsonb/parse.h"
#include "jsonb/size.h"

/* Texts up to that many bytes are copied, and get blanks behind them. */
#define COPY_MAX	1024
#define COPY_BLANKS	KERNEL_INDEX_BLOCK

/* Texts of so many bytes are not worth an index. */
#define TINY_MAX	4

/* Does the text have a container, and not a scalar? */
static bool
has_container(const char *text, Size length)
{
	const char *end = text + length;

	while (text < end && scalar_is_white(*text))
		text++;
	return text < end && (*text == '{' || *text == '[');
}

/* PARSE_LIMIT when the text is not for this way, or too large. */
static ParseResult
parse_indexed(const Source *source, Jsonb **jsonb)
{
	TextIndex	index;
	Size		length = source->length;
	Size		bound;

	/* whole blocks where there are blanks behind the text */
	if (source->readable - source->text > length)
		length = TYPEALIGN(KERNEL_INDEX_BLOCK, length);
	switch (index_build(&index, source->kernel, source->text, length))
	{
		case INDEX_INVALID:
			return PARSE_INVALID;
		case INDEX_TOO_LARGE:
			return PARSE_LIMIT;
		case INDEX_MADE:
			break;
	}
	bound = size_bound(source->length, index.commas, index.container_count);
	if (bound > MaxAllocSize)
		return PARSE_LIMIT;
	*jsonb = exact_parse(source, &index, bound);
	if (*jsonb != NULL)
		return PARSE_DONE;
	return bound > JENTRY_OFFLENMASK ? PARSE_LIMIT : PARSE_INVALID;
}

static ParseResult
parse_source(const Source *source, bool predict, Jsonb **jsonb)
{
	if (predict && source->length > TINY_MAX && has_container(source->text, source->length))
	{
		ParseResult result = parse_indexed(source, jsonb);

		index_release();
		if (result != PARSE_LIMIT)
			return result;
	}
	return grow_parse(source, jsonb);
}

ParseResult
parse_jsonb(const Kernel *kernel, bool predict, const char *text, Size length, Jsonb **jsonb)
{
	char		copy[COPY_MAX + COPY_BLANKS];
	Source		source = {text, length, text + length, kernel, kernel->unescape};

	if (GetDatabaseEncoding() != PG_UTF8)
		source.unescape = scalar_unescape_server;
	if (length <= COPY_MAX)
	{
		memcpy(copy, text, length);
		memset(copy + length, ' ', COPY_BLANKS);
		source.text = copy;
		source.readable = copy + length + COPY_BLANKS;
	}
	return parse_source(&source, predict, jsonb);
}
