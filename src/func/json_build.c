/*
 * json_build.c
 *		SQL functions: json objects and arrays built from the arguments.
 *
 * A call site remembers the types of its arguments, and keys that are constants
 * of text.  Arguments that core refuses are handed to core, so that the
 * error is the running server's own.
 */
#include "compat.h"

#include "miscadmin.h"
#include "utils/fmgrprotos.h"

#include "encode/value.h"
#include "func/arguments.h"
#include "func/result.h"

FASTJSON_FUNCTION(fastjson_json_build_object);
FASTJSON_FUNCTION(fastjson_json_build_array);

/* What a call site knows of one argument. */
typedef struct BuildArgument
{
	Oid			type;
	text	   *key;			/* of a constant key: the key and " : ", made
								 * with the first row */
	bool		is_constant;	/* and of text */
} BuildArgument;

static BuildArgument *
create_site(FunctionCallInfo fcinfo)
{
	FmgrInfo   *call = fcinfo->flinfo;
	BuildArgument *arguments = MemoryContextAllocZero(call->fn_mcxt,
													  sizeof(BuildArgument) * PG_NARGS());

	for (int i = 0; i < PG_NARGS(); i++)
	{
		arguments[i].type = argument_variadic_type(call, i, COMPAT_JSON_BUILD_AS_TEXT);
		arguments[i].is_constant = argument_is_constant_text(call, i, arguments[i].type);
	}
	return arguments;
}

static BuildArgument *
build_site(FunctionCallInfo fcinfo)
{
	FmgrInfo   *call = fcinfo->flinfo;

	if (unlikely(call->fn_extra == NULL))
		call->fn_extra = create_site(fcinfo);
	return (BuildArgument *) call->fn_extra;
}

static inline void
put_value(Out *out, Oid type, Datum value, bool is_null)
{
	if (is_null)
		encode_null(out);
	else
		encode_value(out, type_lookup(type), value);
}

/* False if it is no key that core accepts. */
static bool
put_key(Out *out, Oid type, Datum key, bool is_null)
{
	if (is_null || !encode_key(out, type_lookup(type), key))
		return false;
	out_append(out, " : ", 3);
	return true;
}

/* The key of a constant argument, made once for the call site. */
static text *
constant_key(FunctionCallInfo fcinfo, BuildArgument *argument, int number,
			 const Kernel *kernel)
{
	MemoryContext caller = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	Out			out;

	out_init(&out, kernel, 64);
	if (put_key(&out, argument->type, PG_GETARG_DATUM(number), PG_ARGISNULL(number)))
		argument->key = out_finish(&out);
	MemoryContextSwitchTo(caller);
	return argument->key;
}

static bool
put_argument_key(FunctionCallInfo fcinfo, Out *out, BuildArgument *argument, int number)
{
	text	   *key = argument->key;

	if (key == NULL && argument->is_constant)
		key = constant_key(fcinfo, argument, number, out->kernel);
	if (key == NULL)
		return put_key(out, argument->type, PG_GETARG_DATUM(number), PG_ARGISNULL(number));
	out_append(out, VARDATA(key), VARSIZE(key) - VARHDRSZ);
	return true;
}

/* The members from arguments that stand in the call one by one; false if core refuses them. */
static bool
put_arguments_as_members(FunctionCallInfo fcinfo, Out *out)
{
	BuildArgument *arguments = build_site(fcinfo);

	if (PG_NARGS() % 2 != 0)
		return false;
	for (int i = 0; i < PG_NARGS(); i += 2)
	{
		if (i > 0)
			out_append(out, ", ", 2);
		if (!put_argument_key(fcinfo, out, &arguments[i], i))
			return false;
		put_value(out, arguments[i + 1].type, PG_GETARG_DATUM(i + 1),
				  PG_ARGISNULL(i + 1));
	}
	return true;
}

/* The same from one VARIADIC array. */
static bool
put_array_as_members(FunctionCallInfo fcinfo, Out *out)
{
	Arguments	array = arguments_variadic(fcinfo);

	if (array.count % 2 != 0)
		return false;
	for (int i = 0; i < array.count; i += 2)
	{
		CHECK_FOR_INTERRUPTS();
		if (i > 0)
			out_append(out, ", ", 2);
		if (!put_key(out, array.types[i], array.values[i], array.nulls[i]))
			return false;
		put_value(out, array.types[i + 1], array.values[i + 1], array.nulls[i + 1]);
	}
	return true;
}

/* json_build_object(variadic "any") and json_build_object() returns json */
Datum
fastjson_json_build_object(PG_FUNCTION_ARGS)
{
	bool		from_array = get_fn_expr_variadic(fcinfo->flinfo);
	Out			out;

	if (from_array && PG_ARGISNULL(0))
		PG_RETURN_NULL();
	result_begin(&out);
	out_char(&out, '{');
	if (!(from_array ? put_array_as_members(fcinfo, &out) :
		  put_arguments_as_members(fcinfo, &out)))
		return json_build_object(fcinfo);
	out_char(&out, '}');
	return result_finish(&out);
}

static void
put_arguments_as_elements(FunctionCallInfo fcinfo, Out *out)
{
	BuildArgument *arguments = build_site(fcinfo);

	for (int i = 0; i < PG_NARGS(); i++)
	{
		if (i > 0)
			out_append(out, ", ", 2);
		put_value(out, arguments[i].type, PG_GETARG_DATUM(i), PG_ARGISNULL(i));
	}
}

static void
put_array_as_elements(FunctionCallInfo fcinfo, Out *out)
{
	Arguments	array = arguments_variadic(fcinfo);

	for (int i = 0; i < array.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i > 0)
			out_append(out, ", ", 2);
		put_value(out, array.types[i], array.values[i], array.nulls[i]);
	}
}

/* json_build_array(variadic "any") and json_build_array() returns json */
Datum
fastjson_json_build_array(PG_FUNCTION_ARGS)
{
	bool		from_array = get_fn_expr_variadic(fcinfo->flinfo);
	Out			out;

	if (from_array && PG_ARGISNULL(0))
		PG_RETURN_NULL();
	result_begin(&out);
	out_char(&out, '[');
	if (from_array)
		put_array_as_elements(fcinfo, &out);
	else
		put_arguments_as_elements(fcinfo, &out);
	out_char(&out, ']');
	return result_finish(&out);
}
