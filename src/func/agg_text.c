/*
 * agg_text.c
 *		The text that a json aggregate grows, row by row.
 *
 * The result is the text itself where possible: copying it would double the
 * memory, and cost as much as making it.
 */
#include "compat.h"

#include "nodes/execnodes.h"
#include "utils/memutils.h"

#include "func/agg_text.h"
#include "guc.h"

/* Groups are often small, and there can be many at a time. */
#define FIRST_ROOM	64

/*
 * Where a group's text grows.  Before 16, growing it where the result is
 * expected saves the executor's copy; without hashing and grouping sets, that
 * context lives from before a group's first row to after its result is used.
 */
static MemoryContext
text_context(FunctionCallInfo fcinfo, MemoryContext aggregate)
{
	AggState   *agg = (AggState *) fcinfo->context;

	if (COMPAT_AGG_RESULT_CONTEXT && IsA(agg, AggState) &&
		(agg->aggstrategy == AGG_PLAIN || agg->aggstrategy == AGG_SORTED) &&
		agg->maxsets == 1)
		return agg->ss.ps.ps_ExprContext->ecxt_per_tuple_memory;
	return aggregate;
}

void
agg_text_begin(FunctionCallInfo fcinfo, MemoryContext aggregate, Out *out)
{
	MemoryContext caller = MemoryContextSwitchTo(text_context(fcinfo, aggregate));

	out_init(out, guc_kernel, FIRST_ROOM);
	MemoryContextSwitchTo(caller);
}

/*
 * May the result be the group's own text?  A window goes on with it, an
 * aggregate that shares the state may end it otherwise, and the executor may
 * copy it anyway.
 */
static bool
returns_in_place(FunctionCallInfo fcinfo, const Out *out)
{
	return !AggStateIsShared(fcinfo) &&
		(!COMPAT_AGG_RESULT_CONTEXT ||
		 GetMemoryChunkContext(out->base) == CurrentMemoryContext);
}

Datum
agg_text_result(FunctionCallInfo fcinfo, Out *out, const char *tail)
{
	if (returns_in_place(fcinfo, out))
		return PointerGetDatum(out_finish_so_far(out, tail));
	return PointerGetDatum(out_copy(out, tail));
}
