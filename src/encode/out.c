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

#include <sys/mman.h>

#include "lib/stringinfo.h"
#include "utils/memutils.h"

#include "encode/out.h"

/*
 * From this size on, malloc maps each buffer by itself and unmaps it at the end
 * (no threshold of glibc's goes beyond 32 MB), so that every page of it is new
 * and faults.
 */
#define HUGE_SIZE		((Size) 32 * 1024 * 1024)
#define HUGE_PAGE_SIZE	((Size) 2 * 1024 * 1024)

/* The longest text that fits a StringInfo, whose last byte is NUL. */
#define MAX_LENGTH	(MaxAllocSize - 1)

void
out_init(Out *out, const Kernel *kernel, Size estimate)
{
	Size		size = Min(estimate, MAX_LENGTH) + VARHDRSZ;

	out->base = palloc_extended(size, MCXT_ALLOC_HUGE);
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

/*
 * Have the rest of a large buffer in huge pages, where the system gives them to
 * those that ask: faults of small pages take half the time of a json_agg of
 * long texts.
 */
static void
want_huge_pages(Out *out)
{
#ifdef MADV_HUGEPAGE
	char	   *start = (char *) TYPEALIGN(HUGE_PAGE_SIZE, out->cur);

	if (start < out->end)
		(void) madvise(start, out->end - start, MADV_HUGEPAGE);
#endif
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
	out->base = repalloc_huge(out->base, size);
	out->cur = out->base + used;
	out->end = out->base + size;
	if (size >= HUGE_SIZE)
		want_huge_pages(out);
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
	result = palloc(VARHDRSZ + length + tail_length);
	SET_VARSIZE(result, VARHDRSZ + length + tail_length);
	memcpy(VARDATA(result), out->base + VARHDRSZ, length);
	memcpy(VARDATA(result) + length, tail, tail_length);
	return result;
}
