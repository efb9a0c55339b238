/*
 * result.c
 *		Results of functions that make one json value a call.
 */
#include "compat.h"

#include "func/result.h"
#include "guc.h"

/* A result is expected to be about as long as the one before, if that was not longer than this. */
#define MAX_EXPECTED	(64 * 1024)

/* Encoders reserve more than they write; this much is enough for most. */
#define SLACK			512

static Size expected = 0;
static Size expected_jsonb = 0;

void
result_begin(Out *out)
{
	out_init(out, guc_kernel, expected + expected / 4 + SLACK);
}

Datum
result_finish(Out *out)
{
	expected = Min(out_length(out), MAX_EXPECTED);
	return PointerGetDatum(out_finish(out));
}

static Size
estimate_jsonb(void)
{
	return expected_jsonb + expected_jsonb / 4 + SLACK;
}

static Datum
jsonb_result(Jsonb *jsonb)
{
	expected_jsonb = Min(VARSIZE(jsonb), MAX_EXPECTED);
	return PointerGetDatum(jsonb);
}

void
result_begin_jsonb(Build *build)
{
	build_init(build, guc_kernel, estimate_jsonb());
}

Datum
result_finish_jsonb(Build *build)
{
	return jsonb_result(build_finish(build));
}

Datum
result_of_value(const TypeInfo *type, Datum value)
{
	return jsonb_result(build_root(guc_kernel, type, value, estimate_jsonb()));
}
