/*
 * number.c
 *		Numerics and floats as the numerics that a jsonb holds.
 *
 * Core goes through text.  A numeric in the short form comes out of that as it
 * went in; a float is the number that its text says.
 */
#include "compat.h"

#include <math.h>

#include "utils/fmgrprotos.h"

#include "build/number.h"
#include "build/value.h"
#include "encode/number.h"

/* Longer than any float, with room behind for reading on. */
#define TEXT_ROOM	(64 + NUMBER_READ)

static uint32
put_numeric(Build *build, const char *payload, Size size)
{
	char	   *dst = build_align(build, VARHDRSZ + size);

	SET_VARSIZE(dst, VARHDRSZ + size);
	memcpy(dst + VARHDRSZ, payload, size);
	build->out.cur = dst + VARHDRSZ + size;
	return JENTRY_ISNUMERIC;
}

/* A numeric in the long form may not need it. */
static uint32
put_long_numeric(Build *build, struct varlena *numeric)
{
	Datum		text = DirectFunctionCall1(numeric_out, PointerGetDatum(numeric));
	struct varlena *again = (struct varlena *)
		DatumGetPointer(DirectFunctionCall3(numeric_in, text, ObjectIdGetDatum(InvalidOid),
											Int32GetDatum(-1)));
	uint32		result = put_numeric(build, VARDATA_ANY(again), VARSIZE_ANY_EXHDR(again));

	pfree(again);
	pfree(DatumGetPointer(text));
	return result;
}

uint32
build_numeric(Build *build, Datum value)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(value);
	struct varlena *plain = pg_detoast_datum_packed(stored);
	uint16		header = numeric_header(VARDATA_ANY(plain));
	uint32		result;

	if (unlikely(numeric_is_special(header)))
	{
		Size		start = build_begin_string(build);

		encode_numeric(&build->out, PointerGetDatum(plain));
		result = build_end_string(build, start);
	}
	else if (likely(header & NUMERIC_HAS_SHORT_HEADER))
		result = put_numeric(build, VARDATA_ANY(plain), VARSIZE_ANY_EXHDR(plain));
	else
		result = put_long_numeric(build, plain);
	if (plain != stored)
		pfree(plain);
	return result;
}

/* The text that was just written from `start` on, as a numeric in its place. */
static uint32
reread(Build *build, Size start)
{
	char		text[TEXT_ROOM];
	Size		length = build_offset(build) - start;
	char	   *dst;
	NumberEnd	end;

	if (unlikely(length > TEXT_ROOM - NUMBER_READ))
		elog(ERROR, "a float of %zu characters", length);
	memcpy(text, build->out.base + start, length);
	memset(text + length, 0, NUMBER_READ);
	build_rewind(build, start);
	dst = build_align(build, VARHDRSZ + 4 + 2 * TEXT_ROOM + SIZE_SLOP);
	end = number_write(dst, text, text + sizeof(text));
	if (unlikely(end.dst == NULL || end.src != text + length))
		elog(ERROR, "a float that is no number: %.*s", (int) length, text);
	build->out.cur = end.dst;
	return JENTRY_ISNUMERIC;
}

uint32
build_float(Build *build, float8 value, bool single)
{
	bool		finite = !isnan(value) && !isinf(value);
	Size		start = finite ? build_offset(build) : build_begin_string(build);

	if (single)
		encode_float4(&build->out, (float4) value);
	else
		encode_float8(&build->out, value);
	return finite ? reread(build, start) : build_end_string(build, start);
}
