/*
 * type.c
 *		The session's cache of types, and the classification that core makes
 *		for JSON.
 *
 * The rules, in core's order: domains are looked through; the built-in types
 * that JSON knows have a kind of their own; arrays and composites; for types
 * that are not built in, a cast function to json; all else is written by the
 * output function, as a string.  Types of the last sort whose output function
 * is that of a type we encode ourselves (all enums have the same, and citext
 * has that of text) are encoded like that type.
 */
#include "compat.h"

#include "access/transam.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "parser/parse_coerce.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

#include "type/session.h"
#include "type/type.h"

/* More types than that at the end of a transaction: start over with an empty cache. */
#define MAX_TYPES		4096

/* Direct-mapped front of the hash table; a power of two. */
#define RECENT_TYPES	64

typedef struct TypeEntry
{
	Oid			oid;			/* hash key */
	TypeInfo   *type;
} TypeEntry;

static HTAB *types = NULL;
static const TypeInfo *recent[RECENT_TYPES];

/* Counts the invalidations, so that one in the middle of a build is noticed. */
static uint64 changes = 0;

/* A type that is written by its output function, or like one that has the same. */
static TypeKind
kind_by_output(Oid output)
{
	switch (output)
	{
		case F_TEXTOUT:
		case F_VARCHAROUT:
		case F_BPCHAROUT:
			return TYPE_TEXT;
		case F_NAMEOUT:
			return TYPE_NAME;
		case F_CSTRING_OUT:
		case F_UNKNOWNOUT:
			return TYPE_CSTRING;
		case F_UUID_OUT:
			return TYPE_UUID;
		case F_ENUM_OUT:
			return TYPE_ENUM;
		case F_INTERVAL_OUT:
			return TYPE_INTERVAL;
		case F_TIME_OUT:
			return TYPE_TIME;
		case F_TIMETZ_OUT:
			return TYPE_TIMETZ;
		case F_BYTEAOUT:
			return TYPE_BYTEA;
		case F_INET_OUT:
			return TYPE_INET;
		case F_CIDR_OUT:
			return TYPE_CIDR;
		case F_MACADDR_OUT:
			return TYPE_MACADDR;
		case F_MACADDR8_OUT:
			return TYPE_MACADDR8;
		case F_OIDOUT:
		case F_XIDOUT:
		case F_CIDOUT:
			return TYPE_OID;
		case F_CHAROUT:
			return TYPE_CHAR;
		case F_RANGE_OUT:
			return TYPE_RANGE;
		case F_MULTIRANGE_OUT:
			return TYPE_MULTIRANGE;
		default:
			return TYPE_OTHER;
	}
}

/* May one FmgrInfo for this function serve the whole session? */
static bool
may_keep_call(Oid function)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	Form_pg_proc proc;
	bool		result;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", function);
	proc = (Form_pg_proc) GETSTRUCT(tuple);
	result = (proc->prolang == INTERNALlanguageId || proc->prolang == ClanguageId) &&
		!proc->prosecdef &&
		heap_attisnull(tuple, Anum_pg_proc_proconfig, NULL);
	ReleaseSysCache(tuple);
	return result;
}

/*
 * The function of core that does what this one does: that may be itself, or be
 * known by another name here, like citext's.  InvalidOid if there is none.
 */
static Oid
core_function(Oid function)
{
	HeapTuple	tuple;
	Datum		source;
	bool		is_null;
	Oid			result = InvalidOid;

	if (function < FirstNormalObjectId)
		return function;
	if (!may_keep_call(function))
		return InvalidOid;
	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", function);
	source = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &is_null);
	if (((Form_pg_proc) GETSTRUCT(tuple))->prolang == INTERNALlanguageId && !is_null)
		result = fmgr_internal_function(TextDatumGetCString(source));
	ReleaseSysCache(tuple);
	return result;
}

/* Kinds that range.c writes as bounds; all others are TYPE_OTHER. */
static TypeKind
kind_of_bound(Oid subtype)
{
	switch (getBaseType(subtype))
	{
		case INT4OID:
			return TYPE_INT4;
		case INT8OID:
			return TYPE_INT8;
		case NUMERICOID:
			return TYPE_NUMERIC;
		case DATEOID:
			return TYPE_DATE;
		case TIMESTAMPOID:
			return TYPE_TIMESTAMP;
		case TIMESTAMPTZOID:
			return TYPE_TIMESTAMPTZ;
		default:
			return TYPE_OTHER;
	}
}

static void
classify_range(Oid base, TypeInfo *type)
{
	TypeCacheEntry *entry = lookup_type_cache(base, type->kind == TYPE_RANGE ?
											  TYPECACHE_RANGE_INFO : TYPECACHE_MULTIRANGE_INFO);

	type->range = type->kind == TYPE_RANGE ? entry : entry->rngtype;
	type->bound = TYPE_OTHER;
	if (type->range != NULL && type->range->rngelemtype != NULL)
		type->bound = kind_of_bound(type->range->rngelemtype->type_id);
	if (type->bound == TYPE_OTHER)
		type->kind = TYPE_OTHER;
}

/* Neither built in as a JSON type, nor an array, nor a composite. */
static void
classify_scalar(Oid base, TypeInfo *type)
{
	bool		is_varlena;

	if (base >= FirstNormalObjectId)
	{
		CoercionPathType path;
		Oid			function;

		path = find_coercion_pathway(JSONOID, base, COERCION_EXPLICIT, &function);
		if (path == COERCION_PATH_FUNC && OidIsValid(function))
		{
			type->kind = TYPE_CAST;
			type->function = function;
			return;
		}
	}
	getTypeOutputInfo(base, &type->function, &is_varlena);
	type->kind = kind_by_output(core_function(type->function));
	if (type->kind == TYPE_RANGE || type->kind == TYPE_MULTIRANGE)
		classify_range(base, type);
}

static void
classify(Oid base, TypeInfo *type)
{
	switch (base)
	{
		case BOOLOID:
			type->kind = TYPE_BOOL;
			break;
		case INT2OID:
			type->kind = TYPE_INT2;
			break;
		case INT4OID:
			type->kind = TYPE_INT4;
			break;
		case INT8OID:
			type->kind = TYPE_INT8;
			break;
		case FLOAT4OID:
			type->kind = TYPE_FLOAT4;
			break;
		case FLOAT8OID:
			type->kind = TYPE_FLOAT8;
			break;
		case NUMERICOID:
			type->kind = TYPE_NUMERIC;
			break;
		case DATEOID:
			type->kind = TYPE_DATE;
			break;
		case TIMESTAMPOID:
			type->kind = TYPE_TIMESTAMP;
			break;
		case TIMESTAMPTZOID:
			type->kind = TYPE_TIMESTAMPTZ;
			break;
		case JSONOID:
			type->kind = TYPE_JSON;
			break;
		case JSONBOID:
			type->kind = TYPE_JSONB;
			break;
		default:
			/* pg_statistic has columns of type anyarray */
			if (OidIsValid(get_element_type(base)) || base == ANYARRAYOID)
				type->kind = TYPE_ARRAY;
			else if (type_is_rowtype(base))
				type->kind = TYPE_COMPOSITE;
			else
				classify_scalar(base, type);
			break;
	}
}

static TypeEffects
effects_of(const TypeInfo *type)
{
	Oid			element;

	switch (type->kind)
	{
		case TYPE_JSON:
			return TYPE_MAY_FAIL;
		case TYPE_ARRAY:
			element = get_element_type(type->base);
			return OidIsValid(element) ? type_lookup(element)->effects : TYPE_RUNS_CODE;
		case TYPE_COMPOSITE:
		case TYPE_CAST:
			return TYPE_RUNS_CODE;
		case TYPE_OTHER:
			return type->base >= FirstNormalObjectId ? TYPE_RUNS_CODE : TYPE_NO_EFFECTS;
		default:
			return TYPE_NO_EFFECTS;
	}
}

/* Built as a child of CurrentMemoryContext, so that an error leaves nothing behind. */
static TypeInfo *
build(Oid oid)
{
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "fastjson type",
												  ALLOCSET_SMALL_SIZES);
	TypeInfo   *type = MemoryContextAllocZero(context, sizeof(TypeInfo));
	char		typalign;

	type->oid = oid;
	type->context = context;
	type->syscache_hash = GetSysCacheHashValue1(TYPEOID, ObjectIdGetDatum(oid));
	get_typlenbyvalalign(oid, &type->length, &type->by_value, &typalign);
	type->alignment = type_alignment(typalign);
	type->base = getBaseType(oid);
	classify(type->base, type);
	type->effects = effects_of(type);
	if (OidIsValid(type->function))
	{
		type->function_hash = GetSysCacheHashValue1(PROCOID, ObjectIdGetDatum(type->function));
		if (may_keep_call(type->function))
			fmgr_info_cxt(type->function, &type->call, context);
	}
	return type;
}

static void
retire(TypeEntry *entry)
{
	TypeInfo   *type = entry->type;

	recent[type->oid % RECENT_TYPES] = NULL;
	hash_search(types, &entry->oid, HASH_REMOVE, NULL);
	session_retire(type->context);
	session_invalidate();
}

static void
retire_all(void)
{
	HASH_SEQ_STATUS scan;
	TypeEntry  *entry;

	hash_seq_init(&scan, types);
	while ((entry = hash_seq_search(&scan)) != NULL)
		retire(entry);
}

static void
create_table(void)
{
	HASHCTL		control;

	control.keysize = sizeof(Oid);
	control.entrysize = sizeof(TypeEntry);
	control.hcxt = session_context();
	types = hash_create("fastjson types", 128, &control,
						HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

/*
 * Build the entry of a type that has none.  If something changed meanwhile,
 * the result serves this once and is not kept.
 */
static const TypeInfo *
add(Oid oid)
{
	uint64		changes_before = changes;
	TypeInfo   *type = build(oid);
	TypeEntry  *entry;

	if (changes != changes_before)
	{
		session_retire(type->context);
		session_invalidate();
		return type;
	}
	entry = hash_search(types, &oid, HASH_ENTER, NULL);
	entry->type = type;
	MemoryContextSetParent(type->context, session_context());
	return type;
}

static const TypeInfo *
lookup_slowly(Oid oid)
{
	TypeEntry  *entry;
	const TypeInfo *type;

	if (types == NULL)
		create_table();
	entry = hash_search(types, &oid, HASH_FIND, NULL);
	if (entry == NULL)
		return add(oid);
	type = entry->type;
	recent[oid % RECENT_TYPES] = type;
	return type;
}

const TypeInfo *
type_lookup(Oid oid)
{
	const TypeInfo *type = recent[oid % RECENT_TYPES];

	if (likely(type != NULL && type->oid == oid))
		return type;
	return lookup_slowly(oid);
}

/* A type changed, or (hash 0) maybe all did.  This can run in the middle of a row. */
static void
type_changed(Datum arg, int cache, uint32 hash)
{
	HASH_SEQ_STATUS scan;
	TypeEntry  *entry;

	changes++;
	if (types == NULL)
		return;
	hash_seq_init(&scan, types);
	while ((entry = hash_seq_search(&scan)) != NULL)
		if (hash == 0 || entry->type->syscache_hash == hash)
			retire(entry);
}

/*
 * May this type be written otherwise when that function changes?  A function that
 * is called through a kept FmgrInfo can keep others there: a range's output function
 * keeps that of its subtype, and what those of users keep is not known.
 */
static bool
uses_function(const TypeInfo *type, uint32 hash)
{
	return type->function_hash == hash ||
		((type->kind == TYPE_OTHER || type->kind == TYPE_CAST) &&
		 OidIsValid(type->call.fn_oid) &&
		 (type->function >= FirstNormalObjectId ||
		  type->function == F_RANGE_OUT || type->function == F_MULTIRANGE_OUT));
}

/* Most functions serve no type; one that does can decide on the effects of others, see effects_of. */
static void
function_changed(Datum arg, int cache, uint32 hash)
{
	HASH_SEQ_STATUS scan;
	TypeEntry  *entry;
	bool		concerned = false;

	changes++;
	if (types == NULL)
		return;
	hash_seq_init(&scan, types);
	while ((entry = hash_seq_search(&scan)) != NULL)
		concerned |= hash == 0 || uses_function(entry->type, hash);
	if (concerned)
		retire_all();
}

/* Which types a cast decides on is not worth knowing. */
static void
cast_changed(Datum arg, int cache, uint32 hash)
{
	type_changed(arg, cache, 0);
}

static void
limit_size(void)
{
	if (types != NULL && hash_get_num_entries(types) > MAX_TYPES)
		retire_all();
}

void
type_init(void)
{
	session_at_end(limit_size);
	CacheRegisterSyscacheCallback(TYPEOID, type_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(PROCOID, function_changed, (Datum) 0);
	CacheRegisterSyscacheCallback(CASTSOURCETARGET, cast_changed, (Datum) 0);
}
