/*
 * parse_jsonb.c
 *		SQL function: JSON text as jsonb.
 *
 * What our parser refuses goes to the server's, which then raises its own
 * error.  Only for on_error => 'null' is our verdict the last one.
 */
#include "compat.h"

#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

#include "guc.h"
#include "jsonb/parse.h"
#include "jsonb/tolerate.h"

FASTJSON_FUNCTION(fastjson_parse_jsonb);

/*
 * Raises, as a rule.  What the server allocates then can be many times the
 * text, so that is not kept twice: `copy` tells that it is not the caller's.
 */
static Datum
parse_by_server(text *source, bool copy)
{
	char	   *string = text_to_cstring(source);

	if (copy)
		pfree(source);
	return DirectFunctionCall1(jsonb_in, CStringGetDatum(string));
}

/* The place of an argument's value among those that are valid. */
static int
find_option(FunctionCallInfo fcinfo, int argument, const char *name, const char *const *values)
{
	const text *value = PG_GETARG_TEXT_PP(argument);
	Size		length = VARSIZE_ANY_EXHDR(value);
	StringInfoData valid;

	for (int i = 0; values[i] != NULL; i++)
		if (length == strlen(values[i]) && memcmp(VARDATA_ANY(value), values[i], length) == 0)
			return i;

	initStringInfo(&valid);
	for (int i = 0; values[i] != NULL; i++)
		appendStringInfo(&valid, "%s\"%s\"", i > 0 ? ", " : "", values[i]);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized value for %s: \"%s\"", name, text_to_cstring(value)),
			 errhint("Valid values are %s.", valid.data)));
	return 0;
}

/* Same, quickly for the first one, "error", which is the default. */
static inline int
get_option(FunctionCallInfo fcinfo, int argument, const char *name, const char *const *values)
{
	const text *value = PG_GETARG_TEXT_PP(argument);

	if (likely(VARSIZE_ANY_EXHDR(value) == 5 && memcmp(VARDATA_ANY(value), "error", 5) == 0))
		return 0;
	return find_option(fcinfo, argument, name, values);
}

/*
 * parse_jsonb(text, on_error text, on_nul text, on_surrogate text) returns
 * jsonb, and the same for json
 */
Datum
fastjson_parse_jsonb(PG_FUNCTION_ARGS)
{
	static const char *const outcomes[] = {"error", "null", NULL};
	static const char *const tolerances[] = {
		[TOLERATE_NOT] = "error",[TOLERATE_STRIP] = "strip",[TOLERATE_REPLACE] = "replace", NULL
	};
	bool		null = get_option(fcinfo, 1, "on_error", outcomes) == 1;
	Tolerance	nul = get_option(fcinfo, 2, "on_nul", tolerances);
	Tolerance	surrogate = get_option(fcinfo, 3, "on_surrogate", tolerances);
	text	   *argument = PG_GETARG_TEXT_PP(0);
	text	   *source = argument;
	bool		copy;			/* of the argument */
	Jsonb	   *result;
	ParseResult outcome;

	if (nul != TOLERATE_NOT || surrogate != TOLERATE_NOT)
		source = tolerate_escapes(argument, nul, surrogate);
	if (source != argument)
		PG_FREE_IF_COPY(argument, 0);
	copy = (Pointer) source != PG_GETARG_POINTER(0);
	outcome = parse_jsonb(guc_kernel, guc_predict_container_size,
						  VARDATA_ANY(source), VARSIZE_ANY_EXHDR(source), &result);
	if (unlikely(outcome == PARSE_INVALID && null))
		PG_RETURN_NULL();
	if (unlikely(outcome != PARSE_DONE))
		return parse_by_server(source, copy);
	if (copy)
		pfree(source);
	PG_RETURN_JSONB_P(result);
}
