/*
 * array.c
 *		Arrays of any type and dimension as jsonb arrays.
 *
 * The elements are read where they stand, as in encode/array.c.
 */
#include "compat.h"

#include "access/tupmacs.h"
#include "miscadmin.h"
#include "utils/array.h"

#include "build/array.h"
#include "build/value.h"
#include "encode/detoast.h"

/* Where the next element stands. */
typedef struct Elements
{
	const TypeInfo *type;
	char	   *next;
	uint8	   *nulls;			/* or NULL */
	int			index;
} Elements;

static uint32
put_element(Build *build, Elements *elements)
{
	const TypeInfo *type = elements->type;
	int			index = elements->index++;
	Datum		value;

	if (elements->nulls != NULL && att_isnull(index, elements->nulls))
		return JENTRY_ISNULL;
	elements->next = (char *) TYPEALIGN(type->alignment, elements->next);
	value = fetch_att(elements->next, type->by_value, type->length);
	elements->next = att_addlength_pointer(elements->next, type->length, elements->next);
	return build_value(build, type, value);
}

/* dims[0] is the size of this dimension, ndims how many are left. */
static uint32
put_dimension(Build *build, Elements *elements, int ndims, const int *dims)
{
	BuildContainer array;

	build_open(build, &array, dims[0], JB_FARRAY);
	for (int i = 0; i < dims[0]; i++)
	{
		Size		from = build_offset(build);

		CHECK_FOR_INTERRUPTS();
		build_entry(build, &array, i,
					ndims > 1 ? put_dimension(build, elements, ndims - 1, dims + 1) :
					put_element(build, elements), from);
	}
	build_close(build, &array);
	return JENTRY_ISCONTAINER;
}

uint32
build_array(Build *build, Datum array)
{
	static const int none = 0;
	ShortRoom	room;
	ArrayType  *plain;

	check_stack_depth();
	plain = (ArrayType *) detoast_aligned(array, &room);
	if (ArrayGetNItems(ARR_NDIM(plain), ARR_DIMS(plain)) <= 0)
		put_dimension(build, NULL, 1, &none);
	else
	{
		Elements	elements;

		elements.type = type_lookup(ARR_ELEMTYPE(plain));
		elements.next = ARR_DATA_PTR(plain);
		elements.nulls = ARR_NULLBITMAP(plain);
		elements.index = 0;
		put_dimension(build, &elements, ARR_NDIM(plain), ARR_DIMS(plain));
	}
	detoast_done((struct varlena *) plain, array, &room);
	return JENTRY_ISCONTAINER;
}
