/*
 * tolerate.c
 *		Escapes that a jsonb cannot hold, taken out of a JSON text.
 *
 * The text is changed before it is parsed, so that parsing has one meaning,
 * and an error that remains is the server's own.
 *
 * Whether a surrogate has its other half is decided by the text as it was:
 * halves that only meet because something between them was left out are no
 * pair.  The first escape that is not tolerated ends the work, and with it the
 * text cannot become a jsonb.  So does one outside of a string: leaving it out
 * would make JSON of what is none.
 */
#include "compat.h"

#include "mb/pg_wchar.h"
#include "miscadmin.h"

#include "jsonb/scalar.h"
#include "jsonb/tolerate.h"
#include "kernel/unescape_bytes.h"

/* Characters of \uXXXX. */
#define UNIT	6

/* The unit of the escape at src, above 0xffff if it is none. */
static uint32
unit_at(const char *src, const char *end)
{
	if (end - src < UNIT || src[0] != '\\' || src[1] != 'u')
		return PG_UINT32_MAX;
	return unescape_unit(src + 2);
}

/* Is `end` within a string, with in_string for src?  No quote between them is escaped. */
static inline bool
in_string_at(const char *src, const char *end, bool in_string)
{
	for (; src < end; src++)
		in_string ^= *src == '"';
	return in_string;
}

/*
 * The next escape that a jsonb cannot hold, or NULL; *nul tells which of the two
 * kinds.  *in_string is whether src is within a string, and then whether the
 * escape is.
 */
static const char *
find_escape(const char *src, const char *end, bool *in_string, bool *nul)
{
	const char *from = src;

	while ((src = memchr(from, '\\', end - from)) != NULL)
	{
		uint32		unit = unit_at(src, end);

		CHECK_FOR_INTERRUPTS();
		*in_string = in_string_at(from, src, *in_string);
		if (!*in_string)
			break;
		*nul = unit == 0;
		if (unit == 0 || (unit >= 0xDC00 && unit <= 0xDFFF))
			return src;
		if (unit >= 0xD800 && unit <= 0xDBFF)
		{
			uint32		low = unit_at(src + UNIT, end);

			if (low < 0xDC00 || low > 0xDFFF)
				return src;
			src += UNIT;
		}
		from = src + (unit <= 0xFFFF ? UNIT : 2);
		if (from >= end)
			break;
	}
	return NULL;
}

static char *
append(char *dst, const char *src, Size length)
{
	memcpy(dst, src, length);
	return dst + length;
}

static const char *
replacement(void)
{
	char		bytes[MAX_UNICODE_EQUIVALENT_STRING + 1];

	return scalar_encode_server(bytes, 0xFFFD) > 0 ? "\\ufffd" : "?";
}

text *
tolerate_escapes(text *source, Tolerance nul, Tolerance surrogate)
{
	const char *src = VARDATA_ANY(source);
	const char *end = src + VARSIZE_ANY_EXHDR(source);
	const char *next;
	bool		in_string = false;
	bool		is_nul;
	const char *by = NULL;
	text	   *result = NULL;
	char	   *cur = NULL;

	while ((next = find_escape(src, end, &in_string, &is_nul)) != NULL)
	{
		Tolerance	tolerance = is_nul ? nul : surrogate;

		if (tolerance == TOLERATE_NOT)
			break;
		if (result == NULL)
		{
			result = palloc(VARHDRSZ + (end - src));
			cur = VARDATA(result);
		}
		cur = append(cur, src, next - src);
		if (tolerance == TOLERATE_REPLACE)
		{
			if (by == NULL)
				by = replacement();
			cur = append(cur, by, strlen(by));
		}
		src = next + UNIT;
	}
	if (result == NULL)
		return source;
	cur = append(cur, src, end - src);
	SET_VARSIZE(result, cur - (char *) result);
	return result;
}
