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

static void
encode_long_string(Out *out, const char *bytes, Size length)
{
	out_reserve(out, length + 2);
	*out->cur++ = '"';
	while (length > 0)
	{
		Size		piece = Min(length, PIECE);

		CHECK_FOR_INTERRUPTS();
		out_reserve(out, KERNEL_ESCAPE_MAX * piece + KERNEL_ESCAPE_SLOP);
		out->cur = out->kernel->escape(out->cur, bytes, piece);
		bytes += piece;
		length -= piece;
	}
	out_char(out, '"');
}

void
encode_string(Out *out, const char *bytes, Size length)
{
	char	   *cur;

	if (unlikely(length > PIECE))
	{
		encode_long_string(out, bytes, length);
		return;
	}
	out_reserve(out, KERNEL_ESCAPE_MAX * length + KERNEL_ESCAPE_SLOP + 2);
	cur = out->cur;
	*cur++ = '"';
	cur = out->kernel->escape(cur, bytes, length);
	*cur++ = '"';
	out->cur = cur;
}

void
encode_text(Out *out, Datum value)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(value);
	text	   *plain = pg_detoast_datum_packed(stored);

	encode_string(out, VARDATA_ANY(plain), VARSIZE_ANY_EXHDR(plain));
	if (plain != stored)
		pfree(plain);
}

bool
encode_char(Out *out, char value)
{
	if (value == '\0' || IS_HIGHBIT_SET(value))
		return false;
	encode_string(out, &value, 1);
	return true;
}
