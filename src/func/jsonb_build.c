/*
 * jsonb_build.c
 *		SQL functions: jsonb objects and arrays built from the arguments.
 *
 * A call site remembers the types of its arguments; and, if all keys are
 * constants of text, as most are, the keys in order, and whether the values
 * can be made in that order.  Arguments that core refuses are handed to core, so
 * that the error is the running server's own.
 */
#include "compat.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

#include "build/collect.h"
#include "build/names.h"
#include "func/arguments.h"
#include "func/result.h"
#include "guc.h"
#include "type/session.h"

FASTJSON_FUNCTION(fastjson_jsonb_build_object);
FASTJSON_FUNCTION(fastjson_jsonb_build_array);

typedef struct BuildSite
{
	BuildNames *names;			/* or NULL */
	uint64		generation;		/* of the session's caches, when the effects
								 * of the values were found */
	Oid			types[FLEXIBLE_ARRAY_MEMBER];
} BuildSite;

/* Longer ones are too rare to be kept, and might make the object too large. */
#define MAX_KEPT_KEYS	(64 * 1024)

/* NULL unless all are constants that core accepts. */
static BuildNames *
constant_names(FunctionCallInfo fcinfo, const Oid *types)
{
	int			total = PG_NARGS() / 2;
	BuildName  *names = palloc(sizeof(BuildName) * total);
	Size		length = 0;

	if (PG_NARGS() % 2 != 0)
		return NULL;
	for (int i = 0; i < total; i++)
	{
		const char *key;

		if (PG_ARGISNULL(2 * i) || !argument_is_constant_text(fcinfo->flinfo, 2 * i, types[2 * i]))
			return NULL;
		key = types[2 * i] == TEXTOID ? TextDatumGetCString(PG_GETARG_DATUM(2 * i)) :
			PG_GETARG_CSTRING(2 * i);
		names[i].bytes = key;
		names[i].length = strlen(key);
		length += names[i].length;
		if (length > MAX_KEPT_KEYS)
			return NULL;
	}
	return build_names(names, total);
}

static BuildSite *
create_site(FunctionCallInfo fcinfo, bool object)
{
	FmgrInfo   *call = fcinfo->flinfo;
	MemoryContext caller = MemoryContextSwitchTo(call->fn_mcxt);
	BuildSite  *site = palloc0(offsetof(BuildSite, types) + sizeof(Oid) * PG_NARGS());

	for (int i = 0; i < PG_NARGS(); i++)
		site->types[i] = argument_variadic_type(call, i, true);
	if (object)
		site->names = constant_names(fcinfo, site->types);
	MemoryContextSwitchTo(caller);
	return site;
}

static inline BuildSite *
build_site(FunctionCallInfo fcinfo, bool object)
{
	FmgrInfo   *call = fcinfo->flinfo;

	if (unlikely(call->fn_extra == NULL))
		call->fn_extra = create_site(fcinfo, object);
	return (BuildSite *) call->fn_extra;
}

static inline uint32
put_value(Build *build, Oid type, Datum value, bool is_null)
{
	return is_null ? JENTRY_ISNULL : build_value(build, type_lookup(type), value);
}

typedef struct Call
{
	FunctionCallInfo fcinfo;
	const BuildSite *site;
} Call;

/* The value of the member at that place. */
static uint32
put_member(Build *build, const void *source, uint32 place)
{
	const Call *call = source;
	FunctionCallInfo fcinfo = call->fcinfo;
	int			at = 2 * place + 1;

	return put_value(build, call->site->types[at], PG_GETARG_DATUM(at), PG_ARGISNULL(at));
}

static void
find_effects(BuildSite *site)
{
	uint64		generation = session_generation;

	site->names->effects = TYPE_NO_EFFECTS;
	for (uint32 i = 0; i < site->names->total; i++)
		site->names->effects += type_lookup(site->types[2 * i + 1])->effects;
	site->generation = generation;
}

/* An object with the names of the call site. */
static Datum
named_object(FunctionCallInfo fcinfo, BuildSite *site)
{
	Call		call = {fcinfo, site};
	Build		build;

	if (unlikely(site->generation != session_generation))
		find_effects(site);
	result_begin_jsonb(&build);
	build_named(&build, site->names, put_member, &call);
	return result_finish_jsonb(&build);
}

/* False if there is something that core refuses. */
static bool
collect(CollectObject *object, const Arguments *arguments)
{
	if (arguments->count % 2 != 0)
		return false;
	for (int i = 0; i < arguments->count; i += 2)
	{
		CHECK_FOR_INTERRUPTS();
		if (arguments->nulls[i] ||
			!collect_key(object, type_lookup(arguments->types[i]), arguments->values[i]))
			return false;
		collect_value(object, arguments->nulls[i + 1] ? NULL : type_lookup(arguments->types[i + 1]),
					  arguments->values[i + 1]);
	}
	return true;
}

/* jsonb_build_object(variadic "any") and jsonb_build_object() returns jsonb */
Datum
fastjson_jsonb_build_object(PG_FUNCTION_ARGS)
{
	bool		from_array = get_fn_expr_variadic(fcinfo->flinfo);
	BuildSite  *site = from_array ? NULL : build_site(fcinfo, true);
	CollectObject object;
	Arguments	arguments;

	if (from_array && PG_ARGISNULL(0))
		PG_RETURN_NULL();
	if (site != NULL && site->names != NULL)
		return named_object(fcinfo, site);
	arguments = arguments_variadic(fcinfo);
	collect_object_init(&object, guc_kernel);
	if (!collect(&object, &arguments))
		return jsonb_build_object(fcinfo);
	return PointerGetDatum(collect_object_result(&object, false, false));
}

/* An array of the arguments that stand in the call one by one. */
static void
put_call(FunctionCallInfo fcinfo, Build *build)
{
	BuildSite  *site = build_site(fcinfo, false);
	BuildContainer array;

	build_open(build, &array, PG_NARGS(), JB_FARRAY);
	for (int i = 0; i < PG_NARGS(); i++)
	{
		Size		from = build_offset(build);

		build_entry(build, &array, i,
					put_value(build, site->types[i], PG_GETARG_DATUM(i), PG_ARGISNULL(i)),
					from);
	}
	build_close(build, &array);
}

/* The same from one VARIADIC array. */
static void
put_array(FunctionCallInfo fcinfo, Build *build)
{
	Arguments	arguments = arguments_variadic(fcinfo);
	BuildContainer array;

	build_open(build, &array, arguments.count, JB_FARRAY);
	for (int i = 0; i < arguments.count; i++)
	{
		Size		from = build_offset(build);

		CHECK_FOR_INTERRUPTS();
		build_entry(build, &array, i,
					put_value(build, arguments.types[i], arguments.values[i], arguments.nulls[i]),
					from);
	}
	build_close(build, &array);
}

/* jsonb_build_array(variadic "any") and jsonb_build_array() returns jsonb */
Datum
fastjson_jsonb_build_array(PG_FUNCTION_ARGS)
{
	bool		from_array = get_fn_expr_variadic(fcinfo->flinfo);
	Build		build;

	if (from_array && PG_ARGISNULL(0))
		PG_RETURN_NULL();
	result_begin_jsonb(&build);
	if (from_array)
		put_array(fcinfo, &build);
	else
		put_call(fcinfo, &build);
	return result_finish_jsonb(&build);
}
