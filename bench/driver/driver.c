/*
 * driver.c
 *		SQL function for the benchmark: what one evaluation of an expression
 *		costs, without a statement around it.
 *
 * The executor's own machinery evaluates the expression, on detoasted values,
 * in a memory context that is reset each time, as a plan does with every row.
 * So the server's casts and our functions are called in the same way.
 */
#include "postgres.h"

#include <time.h>

#include "access/htup_details.h"
#include "executor/executor.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "parser/analyze.h"
#include "tcop/tcopprot.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(bench_measure);

/* Evaluations between two looks at the clock, at most. */
#define MAX_BATCH	(1 << 20)

typedef struct Arguments
{
	Oid			type;
	Datum	   *values;
	int			count;
} Arguments;

/* CPU time of this process, in nanoseconds. */
static double
cpu_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * 1e9 + now.tv_nsec;
}

/* How often the extension has made a buffer larger while it built a jsonb. */
static uint64
growths_now(void)
{
	uint64	  **counter = (uint64 **) find_rendezvous_variable("fastjson_growths");

	return *counter == NULL ? 0 : **counter;
}

static Arguments
read_arguments(ArrayType *array)
{
	Arguments	arguments = {ARR_ELEMTYPE(array)};
	int16		length;
	bool		by_value;
	char		align;
	bool	   *nulls;

	get_typlenbyvalalign(arguments.type, &length, &by_value, &align);
	deconstruct_array(array, arguments.type, length, by_value, align,
					  &arguments.values, &nulls, &arguments.count);
	for (int i = 0; i < arguments.count; i++)
	{
		if (nulls[i])
			elog(ERROR, "an argument is null");
		if (length == -1)
			arguments.values[i] = PointerGetDatum(PG_DETOAST_DATUM_COPY(arguments.values[i]));
	}
	if (arguments.count == 0)
		elog(ERROR, "there are no arguments");
	return arguments;
}

/* The expression, in which $1 is of the given type. */
static Expr *
parse_expression(const char *source, Oid type)
{
	char	   *statement = psprintf("SELECT %s", source);
	List	   *parsed = pg_parse_query(statement);
	Query	   *query = parse_analyze_fixedparams(linitial_node(RawStmt, parsed), statement,
												  &type, 1, NULL);

	return linitial_node(TargetEntry, query->targetList)->expr;
}

static void
evaluate(ExprState *state, ExprContext *context, const Arguments *arguments, uint64 from, uint64 to)
{
	ParamExternData *param = &context->ecxt_param_list_info->params[0];

	for (uint64 i = from; i < to; i++)
	{
		bool		null;

		CHECK_FOR_INTERRUPTS();
		param->value = arguments->values[i % arguments->count];
		param->isnull = false;
		ResetExprContext(context);
		(void) ExecEvalExprSwitchContext(state, context, &null);
		if (unlikely(null))
			elog(ERROR, "the expression is null");
	}
}

/*
 * measure(expression text, arguments anyarray, least_ms float8, OUT ns float8,
 * OUT growths float8)
 *
 * Evaluates the expression for $1 each of the arguments in turn, until that
 * much CPU time is used and every one has been; returns the nanoseconds, and
 * the growths, of one evaluation.
 */
Datum
bench_measure(PG_FUNCTION_ARGS)
{
	char	   *source = text_to_cstring(PG_GETARG_TEXT_PP(0));
	Arguments	arguments = read_arguments(PG_GETARG_ARRAYTYPE_P(1));
	double		least = PG_GETARG_FLOAT8(2) * 1e6;
	EState	   *estate = CreateExecutorState();
	ExprState  *state;
	ExprContext *context;
	double		start;
	double		used;
	uint64		growths;
	uint64		calls = 0;
	uint64		batch = arguments.count;
	TupleDesc	desc;
	Datum		values[2];
	bool		nulls[2] = {false, false};

	estate->es_param_list_info = makeParamList(1);
	estate->es_param_list_info->params[0].pflags = PARAM_FLAG_CONST;
	estate->es_param_list_info->params[0].ptype = arguments.type;
	state = ExecPrepareExpr(parse_expression(source, arguments.type), estate);
	context = GetPerTupleExprContext(estate);
	/* the first call may load the library */
	evaluate(state, context, &arguments, 0, 1);

	growths = growths_now();
	start = cpu_now();
	do
	{
		evaluate(state, context, &arguments, calls, calls + batch);
		calls += batch;
		batch = Min(batch * 2, MAX_BATCH);
		used = cpu_now() - start;
	} while (used < least);

	values[0] = Float8GetDatum(used / calls);
	values[1] = Float8GetDatum((double) (growths_now() - growths) / calls);
	FreeExecutorState(estate);
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "the function returns no row");
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}
