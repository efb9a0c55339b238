/*
 * result.h
 *		Results of functions that make one json value a call.
 */
#ifndef FASTJSON_FUNC_RESULT_H
#define FASTJSON_FUNC_RESULT_H

#include "encode/out.h"

/* Start a result in CurrentMemoryContext, as large as recent ones were. */
extern void result_begin(Out *out);

/* The result as a Datum, in place. */
extern Datum result_finish(Out *out);

#endif							/* FASTJSON_FUNC_RESULT_H */
