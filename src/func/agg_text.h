/*
 * agg_text.h
 *		The text that a json aggregate grows, row by row.
 */
#ifndef FASTJSON_FUNC_AGG_TEXT_H
#define FASTJSON_FUNC_AGG_TEXT_H

#include "encode/out.h"

/*
 * Start the text of a group, where it lives as long as the group.  `aggregate`
 * is the context that AggCheckCallContext gives.
 */
extern void agg_text_begin(FunctionCallInfo fcinfo, MemoryContext aggregate, Out *out);

/*
 * The final function's result: the text so far and `tail` behind it.  The
 * text itself can grow on afterwards, as in a window, and several final
 * functions can share it.
 */
extern Datum agg_text_result(FunctionCallInfo fcinfo, Out *out, const char *tail);

#endif							/* FASTJSON_FUNC_AGG_TEXT_H */
