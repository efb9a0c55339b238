/*
 * scalar.c
 *		Strings with escapes in databases whose encoding is not UTF-8.
 *
 * The server's own function for that raises an error when its encoding lacks
 * a character; here the conversion is asked not to.
 */
#include "compat.h"

#include "catalog/namespace.h"
#include "mb/pg_wchar.h"

#include "jsonb/scalar.h"
#include "kernel/unescape_bytes.h"

int
scalar_encode_server(char *dst, uint32 code)
{
	char		utf8[MAX_MULTIBYTE_CHAR_LEN + 1];
	int			length;
	Oid			conversion;

	length = unescape_utf8(utf8, code) - utf8;
	utf8[length] = '\0';
	if (code <= 0x7F || GetDatabaseEncoding() == PG_UTF8)
	{
		memcpy(dst, utf8, length);
		return length;
	}
	conversion = FindDefaultConversionProc(PG_UTF8, GetDatabaseEncoding());
	if (!OidIsValid(conversion))
		return 0;
	if (pg_do_encoding_conversion_buf(conversion, PG_UTF8, GetDatabaseEncoding(),
									  (unsigned char *) utf8, length, (unsigned char *) dst,
									  MAX_UNICODE_EQUIVALENT_STRING + 1, true) != length)
		return 0;
	return strlen(dst);
}

char *
scalar_unescape_server(char *dst, const char *src, size_t len)
{
	const char *end = src + len;

	while (src < end)
	{
		char		bytes[MAX_UNICODE_EQUIVALENT_STRING + 1];
		uint32		code;
		int			length;

		if (*src != '\\')
		{
			*dst++ = *src++;
			continue;
		}
		code = unescape_one(&src, end);
		length = code == 0 ? 0 : scalar_encode_server(bytes, code);
		if (length == 0)
			return NULL;
		memcpy(dst, bytes, length);
		dst += length;
	}
	return dst;
}
