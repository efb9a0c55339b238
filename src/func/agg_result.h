/*
 * agg_result.h
 *		Where an aggregate's result grows, so that it need not be copied.
 */
#ifndef FASTJSON_FUNC_AGG_RESULT_H
#define FASTJSON_FUNC_AGG_RESULT_H

#include "compat.h"

/*
 * The context for what becomes a group's result; `aggregate` is what
 * AggCheckCallContext gives.
 */
extern MemoryContext agg_result_context(FunctionCallInfo fcinfo, MemoryContext aggregate);

/*
 * May the final function return the chunk itself, and change it?  A window goes
 * on with it, an aggregate that shares the state may end it otherwise, and the
 * executor may copy it anyway.
 */
extern bool agg_result_in_place(FunctionCallInfo fcinfo, void *chunk);

#endif							/* FASTJSON_FUNC_AGG_RESULT_H */
