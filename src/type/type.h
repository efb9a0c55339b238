/*
 * type.h
 *		How a type is written: its kind, its storage, its output or cast
 *		function.  Looked up once per session and type.
 */
#ifndef FASTJSON_TYPE_TYPE_H
#define FASTJSON_TYPE_TYPE_H

#include "compat.h"

#include "catalog/pg_type.h"

/*
 * What writing a value does besides.  If the effects of several values add up to
 * TYPE_RUNS_CODE, it shows in which order they are written: by which error comes
 * first, or by what the code changes.
 */
typedef enum TypeEffects
{
	TYPE_NO_EFFECTS,
	TYPE_MAY_FAIL,				/* json, when it is parsed */
	TYPE_RUNS_CODE				/* of users, or may do so */
} TypeEffects;

/* What decides how a value is written.  Domains have the kind of their base type. */
typedef enum TypeKind
{
	TYPE_BOOL,
	TYPE_INT2,
	TYPE_INT4,
	TYPE_INT8,
	TYPE_FLOAT4,
	TYPE_FLOAT8,
	TYPE_NUMERIC,
	TYPE_DATE,
	TYPE_TIMESTAMP,
	TYPE_TIMESTAMPTZ,
	TYPE_TEXT,					/* text, varchar, bpchar, and whatever else
								 * has their output function */
	TYPE_NAME,
	TYPE_CSTRING,				/* literals of unknown type, too */
	TYPE_UUID,

	/* No values of these kinds are keys, see type_is_key. */
	TYPE_JSON,
	TYPE_JSONB,
	TYPE_ARRAY,
	TYPE_COMPOSITE,
	TYPE_CAST,					/* by its cast to json */

	/*
	 * As the output function writes it, by an encoder of ours; that can leave
	 * a value to the function.
	 */
	TYPE_ENUM,
	TYPE_INTERVAL,
	TYPE_TIME,
	TYPE_TIMETZ,
	TYPE_BYTEA,
	TYPE_INET,
	TYPE_CIDR,
	TYPE_MACADDR,
	TYPE_MACADDR8,
	TYPE_OID,					/* xid and cid, too */
	TYPE_CHAR,					/* "char" */
	TYPE_RANGE,					/* with bounds that range.c writes */
	TYPE_MULTIRANGE,
	TYPE_OTHER					/* by its output function */
} TypeKind;

typedef struct TypeInfo
{
	Oid			oid;			/* as asked for, a domain maybe */
	Oid			base;			/* with domains looked through */
	TypeKind	kind;
	TypeEffects effects;

	/* Storage, as in pg_type; alignment in bytes. */
	int16		length;
	bool		by_value;
	uint8		alignment;

	/* TYPE_CAST: the cast function; else the output function, where needed. */
	Oid			function;

	/*
	 * Set up for `function` if that is safe to keep for the session, which
	 * holds for functions in languages internal and c only: a SQL function
	 * called recursively through one FmgrInfo loses its state.  Otherwise
	 * fn_oid is InvalidOid, and each call sets up its own.
	 */
	FmgrInfo	call;

	/*
	 * TYPE_RANGE, TYPE_MULTIRANGE: the server's entry for the range type,
	 * which lives as long as the session, and the kind of the bounds.
	 */
	struct TypeCacheEntry *range;
	TypeKind	bound;

	/* Private to type.c. */
	MemoryContext context;
	uint32		syscache_hash;
	uint32		function_hash;	/* of the function, if there is one */
} TypeInfo;

/* Does core accept values of that kind as the keys of an object? */
static inline bool
type_is_key(TypeKind kind)
{
	return kind < TYPE_JSON || kind > TYPE_CAST;
}

/* pg_type.typalign in bytes. */
static inline uint8
type_alignment(char typalign)
{
	switch (typalign)
	{
		case TYPALIGN_CHAR:
			return 1;
		case TYPALIGN_SHORT:
			return ALIGNOF_SHORT;
		case TYPALIGN_INT:
			return ALIGNOF_INT;
		default:
			return ALIGNOF_DOUBLE;
	}
}

/* Called once, at load. */
extern void type_init(void);

/*
 * How values of that type are written.  The result is valid until
 * session_generation changes, and in any case to the end of the transaction.
 * Raises what core raises for a type that does not exist.
 */
extern const TypeInfo *type_lookup(Oid type);

#endif							/* FASTJSON_TYPE_TYPE_H */
