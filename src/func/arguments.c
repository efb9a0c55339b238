/*
 * arguments.c
 *		What the functions must learn of their arguments.
 */
#include "compat.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "nodes/primnodes.h"

#include "func/arguments.h"

Oid
argument_type(FmgrInfo *call, int number)
{
	Oid			type = get_fn_expr_argtype(call, number);

	if (!OidIsValid(type))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not determine input data type")));
	return type;
}

Oid
argument_variadic_type(FmgrInfo *call, int number, bool as_text)
{
	Oid			type = get_fn_expr_argtype(call, number);

	if (!OidIsValid(type) ||
		(as_text && type == UNKNOWNOID && !get_fn_expr_arg_stable(call, number)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("could not determine data type for argument %d", number + 1)));
	return type;
}

bool
argument_is_constant_text(FmgrInfo *call, int number, Oid type)
{
	FuncExpr   *expr = (FuncExpr *) call->fn_expr;

	return (type == TEXTOID || type == UNKNOWNOID) &&
		expr != NULL && IsA(expr, FuncExpr) &&
		IsA(list_nth(expr->args, number), Const);
}

Arguments
arguments_variadic(FunctionCallInfo fcinfo)
{
	Arguments	arguments;

	arguments.count = extract_variadic_args(fcinfo, 0, false, &arguments.values,
											&arguments.types, &arguments.nulls);
	return arguments;
}

Texts
arguments_texts(ArrayType *array)
{
	Texts		texts;

	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT,
					  &texts.values, &texts.nulls, &texts.count);
	return texts;
}

bool
arguments_are_pairs(ArrayType *array)
{
	switch (ARR_NDIM(array))
	{
		case 0:
			return true;
		case 1:
			return ARR_DIMS(array)[0] % 2 == 0;
		case 2:
			return ARR_DIMS(array)[1] == 2;
		default:
			return false;
	}
}
