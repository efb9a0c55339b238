/*
 * compat.h
 *		Includes postgres.h, and is the only file that asks for the server's
 *		version.  One sentence per shim.
 */
#ifndef FASTJSON_COMPAT_H
#define FASTJSON_COMPAT_H

#include "postgres.h"

#include "access/htup_details.h"
#include "fmgr.h"

#if PG_VERSION_NUM < 150000
#error "fastjson needs PostgreSQL 15 or later"
#endif

#if PG_VERSION_NUM >= 200000 && !defined(FASTJSON_ALLOW_NEWER_SERVER)
#error "fastjson knows PostgreSQL 15 to 19; build with -DFASTJSON_ALLOW_NEWER_SERVER to try a newer one"
#endif

/* Before 16 the server exports every symbol and leaves this macro empty, so that -fvisibility=hidden would export nothing. */
#if PG_VERSION_NUM < 160000
#undef PGDLLEXPORT
#define PGDLLEXPORT __attribute__((visibility("default")))
#endif

/* Before 16 fmgr.h does not declare the entry point. */
#if PG_VERSION_NUM < 160000
extern PGDLLEXPORT void _PG_init(void);
#endif

/* Before 16 PG_FUNCTION_INFO_V1 exports the information on a function, but not the function. */
#define FASTJSON_FUNCTION(function) \
	extern PGDLLEXPORT Datum function(PG_FUNCTION_ARGS); \
	PG_FUNCTION_INFO_V1(function)

/* From 16 on the varlena macros have a header of their own. */
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

/* Before 18 a module cannot tell its name and version to pg_get_loaded_modules(). */
#if PG_VERSION_NUM >= 180000
#define FASTJSON_MODULE_MAGIC	PG_MODULE_MAGIC_EXT(.name = "fastjson", .version = FASTJSON_VERSION)
#else
#define FASTJSON_MODULE_MAGIC	PG_MODULE_MAGIC
#endif

/* Before 16 an aggregate's result is copied by the executor unless it stands in the context that the final function was called in. */
#if PG_VERSION_NUM < 160000
#define COMPAT_AGG_RESULT_CONTEXT	true
#else
#define COMPAT_AGG_RESULT_CONTEXT	false
#endif

/* From 16 on json_build_object and json_build_array, too, make text of literals of unknown type. */
#if PG_VERSION_NUM >= 160000
#define COMPAT_JSON_BUILD_AS_TEXT	true
#else
#define COMPAT_JSON_BUILD_AS_TEXT	false
#endif

/*
 * Minor releases from 15.20, 17.12 on carry a row-type version in composite
 * datums, which code that walks their bytes must check, unless it is that of
 * the descriptor itself.
 */
#ifdef HEAP_IS_DATUM
#define compat_row_version(desc)	TupleDescGetVersion(desc)
#define compat_check_composite(header, desc, version) \
	do { \
		if (HeapTupleHeaderIsVersionedDatum(header) && \
			HeapTupleHeaderGetVersion(header) != (version)) \
			heap_datum_check((header), (desc)); \
	} while (0)
#else
#define compat_row_version(desc)	0
#define compat_check_composite(header, desc, version) ((void) 0)
#endif

/* The same minor releases want the caller to have EXECUTE on a cast function to json. */
#ifdef HEAP_IS_DATUM
#define COMPAT_CAST_NEEDS_EXECUTE	true
#else
#define COMPAT_CAST_NEEDS_EXECUTE	false
#endif

/* Before 16 each class of objects has its own check of privileges. */
#if PG_VERSION_NUM < 160000
#define compat_function_aclcheck(function, role, mode)	pg_proc_aclcheck((function), (role), (mode))
#else
#include "catalog/pg_proc.h"
#define compat_function_aclcheck(function, role, mode) \
	object_aclcheck(ProcedureRelationId, (function), (role), (mode))
#endif

#endif							/* FASTJSON_COMPAT_H */
