/*
 * string.c
 *		Quoted, escaped JSON strings.
 *
 * The kernel wants room for the worst case, six times the input.  To keep
 * that bounded, long strings go in pieces.
 */
#include "compat.h"

#include "miscadmin.h"

#include "encode/string.h"

/* Input bytes per call of the kernel; a longer piece would reserve more, and gain nothing. */
#define PIECE	4096

/* A piece must not end within a character of UTF-8: how much of it to take. */
static Size
whole_characters(const char *bytes, Size length, Size piece)
{
	Size		back;

	for (back = 0; back <= 3 && piece < length; back++)
	{
		if (((unsigned char) bytes[piece - back] & 0xc0) != 0x80)
			return piece - back;
	}
	return piece;
}

static void
encode_long_string(Out *out, KernelEscape escape, const char *bytes, Size length)
{
	out_reserve(out, length + 2);
	*out->cur++ = '"';
	while (length > 0)
	{
		Size		piece = whole_characters(bytes, length, Min(length, PIECE));

		CHECK_FOR_INTERRUPTS();
		out_reserve(out, KERNEL_ESCAPE_MAX * piece + KERNEL_ESCAPE_SLOP);
		out->cur = escape(out->cur, bytes, piece);
		bytes += piece;
		length -= piece;
	}
	out_char(out, '"');
}

/* Inlined by the functions below. */
inline void
encode_string_with(Out *out, KernelEscape escape, const char *bytes, Size length)
{
	char	   *cur;

	if (unlikely(length > PIECE))
	{
		encode_long_string(out, escape, bytes, length);
		return;
	}
	out_reserve(out, KERNEL_ESCAPE_MAX * length + KERNEL_ESCAPE_SLOP + 2);
	cur = out->cur;
	*cur++ = '"';
	cur = escape(cur, bytes, length);
	*cur++ = '"';
	out->cur = cur;
}

void
encode_string(Out *out, const char *bytes, Size length)
{
	encode_string_with(out, out->kernel->escape, bytes, length);
}

void
encode_text(Out *out, Datum value)
{
	text	   *plain = DatumGetTextPP(value);

	encode_string(out, VARDATA_ANY(plain), VARSIZE_ANY_EXHDR(plain));
	if ((Pointer) plain != DatumGetPointer(value))
		pfree(plain);
}

bool
encode_char(Out *out, char value)
{
	if (value == '\0' || IS_HIGHBIT_SET(value))
		return false;
	if (value < ' ' || value == '"' || value == '\\')
		encode_string(out, &value, 1);
	else
	{
		char		quoted[3] = {'"', value, '"'};

		out_append(out, quoted, sizeof(quoted));
	}
	return true;
}
