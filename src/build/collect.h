/*
 * collect.h
 *		Members and elements that come one by one, nobody knows how many.
 *
 * A result can be made at any time, and more can come afterwards.
 */
#ifndef FASTJSON_BUILD_COLLECT_H
#define FASTJSON_BUILD_COLLECT_H

#include "build/value.h"

/* Padding in front of a value is not part of it: it depends on where it will stand. */
typedef struct CollectMember
{
	uint32		key;			/* offsets in `keys` and `values` */
	uint32		key_length;
	uint32		value;
	uint32		value_length;
	uint32		type;			/* JEntry type of the value */
} CollectMember;

/* The members of an object, in the order in which they came. */
typedef struct CollectObject
{
	Build		keys;
	Build		values;
	CollectMember *members;
	uint32		count;
	uint32		room;
} CollectObject;

/* The elements of an array; the bytes lie as they will. */
typedef struct CollectArray
{
	Build		values;
	JEntry	   *entries;		/* all with lengths */
	uint32		count;
	uint32		room;
} CollectArray;

/* All start in CurrentMemoryContext, and grow where they started. */
extern void collect_object_init(CollectObject *object, const Kernel *kernel);
extern void collect_array_init(CollectArray *array, const Kernel *kernel);

/* `type` is NULL for a NULL. */
extern void collect_element(CollectArray *array, const TypeInfo *type, Datum value);

/* The same for a member's value, behind its key.  collect_key returns false for a key that core refuses. */
extern bool collect_key(CollectObject *object, const TypeInfo *type, Datum key);
extern void collect_value(CollectObject *object, const TypeInfo *type, Datum value);

/* The same for texts of any length. */
extern void collect_text_key(CollectObject *object, Datum key);
extern void collect_text_value(CollectObject *object, bool is_null, Datum value);

/*
 * The jsonb of what came so far, in CurrentMemoryContext.  Of members with the
 * same key the last one counts; or, if `unique`, core's error for that is
 * raised.  Then, if `strict`, members whose value is null are left out.
 */
extern Jsonb *collect_object_result(const CollectObject *object, bool unique, bool strict);
extern Jsonb *collect_array_result(const CollectArray *array);

/* The same where the elements are; the array must not be used again. */
extern Jsonb *collect_array_finish(CollectArray *array);

#endif							/* FASTJSON_BUILD_COLLECT_H */
