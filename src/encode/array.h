/*
 * array.h
 *		Arrays of any type and dimension as JSON arrays.
 */
#ifndef FASTJSON_ENCODE_ARRAY_H
#define FASTJSON_ENCODE_ARRAY_H

#include "compat.h"

#include "access/tupmacs.h"
#include "utils/array.h"

#include "encode/out.h"
#include "type/type.h"

/*
 * Append the array, of any stored form, as nested JSON arrays; lower bounds do
 * not show.  With line_feeds the elements of the outermost dimension stand on
 * lines of their own.
 */
extern void encode_array(Out *out, Datum array, bool line_feeds);

/* The elements of an array, read where they stand. */
typedef struct Elements
{
	const TypeInfo *type;
	char	   *next;
	uint8	   *nulls;			/* or NULL */
	int			index;
} Elements;

static inline Elements
elements_of(ArrayType *array)
{
	return (Elements) {type_lookup(ARR_ELEMTYPE(array)), ARR_DATA_PTR(array),
					   ARR_NULLBITMAP(array)};
}

/* The next element; false if it is NULL. */
static inline bool
elements_next(Elements *elements, Datum *value)
{
	const TypeInfo *type = elements->type;
	int			index = elements->index++;
	char	   *at;

	if (elements->nulls != NULL && att_isnull(index, elements->nulls))
		return false;
	at = (char *) TYPEALIGN(type->alignment, elements->next);
	*value = fetch_att(at, type->by_value, type->length);
	elements->next = att_addlength_pointer(at, type->length, at);
	return true;
}

#endif							/* FASTJSON_ENCODE_ARRAY_H */
