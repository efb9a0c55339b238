/*
 * result.h
 *		Results of functions that make one json value a call.
 */
#ifndef FASTJSON_FUNC_RESULT_H
#define FASTJSON_FUNC_RESULT_H

#include "build/value.h"
#include "encode/out.h"

/* Start a result in CurrentMemoryContext, as large as recent ones were. */
extern void result_begin(Out *out);

/* The result as a Datum, in place. */
extern Datum result_finish(Out *out);

/* The same for a jsonb. */
extern void result_begin_jsonb(Build *build);
extern Datum result_finish_jsonb(Build *build);

/* One value as a jsonb of its own. */
extern Datum result_of_value(const TypeInfo *type, Datum value);

#endif							/* FASTJSON_FUNC_RESULT_H */
