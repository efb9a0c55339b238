/*
 * escape_json.c
 *		SQL functions: text as a JSON string, and the same for HTML or in ASCII.
 *
 * What the modes beyond JSON escape are characters, which the kernels know in
 * UTF-8 only.  In databases of other encodings:
 *
 *	ascii		a text is converted to UTF-8 first, unless all of it is ASCII
 *	html		the two separators exist in no other encoding of a server, so
 *				the kernels only must not take other bytes for them; a conversion
 *				there and back would change some characters of EUC_JP
 *
 * SQL_ASCII does not say which characters its other bytes are, so there they
 * are an error in both.
 */
#include "compat.h"

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"

#include "encode/string.h"
#include "guc.h"

/* Input bytes per call of the kernel. */
#define UNCONVERTED_PIECE	4096

FASTJSON_FUNCTION(fastjson_escape_json);

static KernelEscape
find_mode(const text *mode)
{
	const struct
	{
		const char *name;
		KernelEscape escape;
	}			modes[] = {
		{"json", guc_kernel->escape},
		{"html", guc_kernel->escape_html},
		{"ascii", guc_kernel->escape_ascii},
	};
	Size		length = VARSIZE_ANY_EXHDR(mode);
	int			i;

	for (i = 0; i < lengthof(modes); i++)
	{
		if (strlen(modes[i].name) == length && memcmp(modes[i].name, VARDATA_ANY(mode), length) == 0)
			return modes[i].escape;
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized escape mode: \"%s\"", text_to_cstring(mode)),
			 errhint("Valid modes are \"json\", \"html\" and \"ascii\".")));
	return NULL;				/* keep compilers quiet */
}

static bool
is_ascii(const char *bytes, Size length)
{
	const char *end = bytes + length;
	uint64		word;

	for (; end - bytes >= (ptrdiff_t) sizeof(word); bytes += sizeof(word))
	{
		memcpy(&word, bytes, sizeof(word));
		if ((word & UINT64CONST(0x8080808080808080)) != 0)
			return false;
	}
	for (; bytes < end; bytes++)
	{
		if (IS_HIGHBIT_SET(*bytes))
			return false;
	}
	return true;
}

/* Escape ASCII in a text of another encoding than UTF-8. */
static text *
escape_unconverted(KernelEscape escape, const char *bytes, Size length)
{
	const char *end = bytes + length;
	Out			out;

	out_init(&out, guc_kernel, length + 16);
	out_char(&out, '"');
	while (bytes < end)
	{
		Size		most = Min(end - bytes, UNCONVERTED_PIECE);
		const char *found = memchr(bytes, 0xe2, most);

		/* End it within what could be a separator in UTF-8. */
		Size		piece = found == NULL ? most : found + 1 - bytes;

		CHECK_FOR_INTERRUPTS();
		out_reserve(&out, KERNEL_ESCAPE_MAX * piece + KERNEL_ESCAPE_SLOP);
		out.cur = escape(out.cur, bytes, piece);
		bytes += piece;
	}
	out_char(&out, '"');
	return out_finish(&out);
}

static text *
escape_whole(KernelEscape escape, const char *bytes, Size length)
{
	Out			out;

	out_init(&out, guc_kernel, length + 16);
	encode_string_with(&out, escape, bytes, length);
	return out_finish(&out);
}

/* A text that is not all ASCII, in a database whose encoding is not UTF-8. */
static text *
escape_other_encoding(KernelEscape escape, const char *bytes, Size length)
{
	char	   *utf8;

	if (GetDatabaseEncoding() == PG_SQL_ASCII)
		ereport(ERROR,
				(errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
				 errmsg("text with characters other than ASCII cannot be escaped in this mode"),
				 errdetail("The database encoding SQL_ASCII does not say which characters they are.")));
	if (escape == guc_kernel->escape_html)
		return escape_unconverted(escape, bytes, length);
	utf8 = pg_server_to_any(bytes, length, PG_UTF8);
	return escape_whole(escape, utf8, strlen(utf8));
}

/* escape_json(text) and escape_json(text, mode text) returns text */
Datum
fastjson_escape_json(PG_FUNCTION_ARGS)
{
	text	   *value = PG_GETARG_TEXT_PP(0);
	KernelEscape escape = PG_NARGS() > 1 ? find_mode(PG_GETARG_TEXT_PP(1)) : guc_kernel->escape;
	const char *bytes = VARDATA_ANY(value);
	Size		length = VARSIZE_ANY_EXHDR(value);
	text	   *result;

	if (escape != guc_kernel->escape && GetDatabaseEncoding() != PG_UTF8 && !is_ascii(bytes, length))
		result = escape_other_encoding(escape, bytes, length);
	else
		result = escape_whole(escape, bytes, length);
	PG_FREE_IF_COPY(value, 0);
	PG_RETURN_TEXT_P(result);
}
