/*
 * agg_text.c
 *		The text that a json aggregate grows, row by row.
 */
#include "compat.h"

#include "func/agg_result.h"
#include "func/agg_text.h"
#include "guc.h"

/* Groups are often small, and there can be many at a time. */
#define FIRST_ROOM	64

void
agg_text_begin(FunctionCallInfo fcinfo, MemoryContext aggregate, Out *out)
{
	MemoryContext caller = MemoryContextSwitchTo(agg_result_context(fcinfo, aggregate));

	out_init(out, guc_kernel, FIRST_ROOM);
	MemoryContextSwitchTo(caller);
}

Datum
agg_text_result(FunctionCallInfo fcinfo, Out *out, const char *tail)
{
	if (agg_result_in_place(fcinfo, out->base))
		return PointerGetDatum(out_finish_so_far(out, tail));
	return PointerGetDatum(out_copy(out, tail));
}
