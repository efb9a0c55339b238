/*
 * array.c
 *		Arrays of any type and dimension as JSON arrays.
 *
 * The elements are read where they stand; no array of datums is made first.
 */
#include "compat.h"

#include "access/tupmacs.h"
#include "miscadmin.h"
#include "utils/array.h"

#include "encode/array.h"
#include "encode/detoast.h"
#include "encode/value.h"

/* Where the next element stands. */
typedef struct Elements
{
	const TypeInfo *type;
	char	   *next;
	uint8	   *nulls;			/* or NULL */
	int			index;
} Elements;

static void
encode_element(Out *out, Elements *elements)
{
	const TypeInfo *type = elements->type;
	Datum		value;

	CHECK_FOR_INTERRUPTS();
	if (elements->nulls != NULL && att_isnull(elements->index, elements->nulls))
		encode_null(out);
	else
	{
		elements->next = (char *) TYPEALIGN(type->alignment, elements->next);
		value = fetch_att(elements->next, type->by_value, type->length);
		elements->next = att_addlength_pointer(elements->next, type->length,
											   elements->next);
		encode_value(out, type, value);
	}
	elements->index++;
}

/* dims[0] is the size of this dimension, ndims how many are left. */
static void
encode_dimension(Out *out, Elements *elements, int ndims, const int *dims,
				 bool line_feeds)
{
	out_char(out, '[');
	for (int i = 0; i < dims[0]; i++)
	{
		if (i > 0 && line_feeds)
			out_append(out, ",\n ", 3);
		else if (i > 0)
			out_char(out, ',');
		if (ndims > 1)
			encode_dimension(out, elements, ndims - 1, dims + 1, false);
		else
			encode_element(out, elements);
	}
	out_char(out, ']');
}

void
encode_array(Out *out, Datum array, bool line_feeds)
{
	ShortRoom	room;
	ArrayType  *plain;

	check_stack_depth();
	plain = (ArrayType *) detoast_aligned(array, &room);
	if (ArrayGetNItems(ARR_NDIM(plain), ARR_DIMS(plain)) <= 0)
		out_append(out, "[]", 2);
	else
	{
		Elements	elements;

		elements.type = type_lookup(ARR_ELEMTYPE(plain));
		elements.next = ARR_DATA_PTR(plain);
		elements.nulls = ARR_NULLBITMAP(plain);
		elements.index = 0;
		encode_dimension(out, &elements, ARR_NDIM(plain), ARR_DIMS(plain),
						 line_feeds);
	}
	detoast_done((struct varlena *) plain, array, &room);
}
