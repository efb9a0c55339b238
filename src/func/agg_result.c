/*
 * agg_result.c
 *		Where an aggregate's result grows, so that it need not be copied:
 *		copying it would double the memory, and cost as much as making it.
 */
#include "compat.h"

#include "nodes/execnodes.h"
#include "utils/memutils.h"

#include "func/agg_result.h"

/*
 * Before 16, growing it where the result is expected saves the executor's copy;
 * without hashing and grouping sets, that context lives from before a group's
 * first row to after its result is used.
 */
MemoryContext
agg_result_context(FunctionCallInfo fcinfo, MemoryContext aggregate)
{
	AggState   *agg = (AggState *) fcinfo->context;

	if (COMPAT_AGG_RESULT_CONTEXT && IsA(agg, AggState) &&
		(agg->aggstrategy == AGG_PLAIN || agg->aggstrategy == AGG_SORTED) &&
		agg->maxsets == 1)
		return agg->ss.ps.ps_ExprContext->ecxt_per_tuple_memory;
	return aggregate;
}

bool
agg_result_in_place(FunctionCallInfo fcinfo, void *chunk)
{
	return !AggStateIsShared(fcinfo) &&
		(!COMPAT_AGG_RESULT_CONTEXT || GetMemoryChunkContext(chunk) == CurrentMemoryContext);
}
