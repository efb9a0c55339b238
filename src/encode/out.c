/*
 * out.c
 *		Growable output for JSON text.
 *
 * The buffer may be larger than a text can be, by the room that was reserved
 * and not written: nothing that core accepts is refused because we ask for
 * the worst case ahead.  The limits themselves are core's: a StringInfo ends
 * below MaxAllocSize, the text made of it must be allocatable with its header.
 */
#include "compat.h"

#include "lib/stringinfo.h"
#include "utils/memutils.h"

#include "encode/large.h"
#include "encode/out.h"

/* The longest text that fits a StringInfo, whose last byte is NUL. */
#define MAX_LENGTH	(MaxAllocSize - 1)

void
out_init(Out *out, const Kernel *kernel, Size estimate)
{
	Size		size = Min(estimate, MAX_LENGTH) + VARHDRSZ;

	out->base = large_alloc(size);
	out->cur = out->base + VARHDRSZ;
	out->end = out->base + size;
	out->longest = MAX_LENGTH;
	out->depth = 0;
	out->kernel = kernel;
}

/* Core's error for a StringInfo that cannot hold the text, raised by core itself. */
static void
raise_too_long(Size length)
{
	StringInfoData full;

	full.data = NULL;
	full.len = MAX_LENGTH;
	full.maxlen = MaxAllocSize;
	full.cursor = 0;
	enlargeStringInfo(&full, (int) Min(length - MAX_LENGTH, MAX_LENGTH));
}

void
out_grow(Out *out, Size room)
{
	Size		used = out->cur - out->base;
	Size		size = (out->end - out->base) * 2;

	if (out_length(out) > out->longest)
		raise_too_long(out_length(out));
	if (size > out->longest)
		size = out->longest;
	if (size < used + room)
		size = used + room;
	out->base = large_realloc(out->base, used, size);
	out->cur = out->base + used;
	out->end = out->base + size;
}

/* A text of that length is about to be made: raise what core raises if it cannot be. */
static void
check_length(Size length)
{
	if (length > MAX_LENGTH)
		raise_too_long(length);
	if (!AllocSizeIsValid(length + VARHDRSZ))
		elog(ERROR, "invalid memory alloc request size %zu", length + VARHDRSZ);
}

text *
out_finish(Out *out)
{
	check_length(out_length(out));
	SET_VARSIZE(out->base, out->cur - out->base);
	return (text *) out->base;
}

text *
out_finish_so_far(Out *out, const char *tail)
{
	Size		length = out_length(out);
	Size		tail_length = strlen(tail);

	check_length(length + tail_length);
	out_reserve(out, tail_length);
	memcpy(out->cur, tail, tail_length);
	SET_VARSIZE(out->base, VARHDRSZ + length + tail_length);
	return (text *) out->base;
}

text *
out_copy(const Out *out, const char *tail)
{
	Size		length = out_length(out);
	Size		tail_length = strlen(tail);
	text	   *result;

	check_length(length + tail_length);
	result = large_alloc(VARHDRSZ + length + tail_length);
	SET_VARSIZE(result, VARHDRSZ + length + tail_length);
	memcpy(VARDATA(result), out->base + VARHDRSZ, length);
	memcpy(VARDATA(result) + length, tail, tail_length);
	return result;
}
