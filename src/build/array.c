/*
 * array.c
 *		Arrays of any type and dimension as jsonb arrays.
 */
#include "compat.h"

#include "miscadmin.h"

#include "build/array.h"
#include "build/value.h"
#include "encode/array.h"
#include "encode/detoast.h"

static uint32
put_element(Build *build, Elements *elements)
{
	Datum		value;

	return elements_next(elements, &value) ? build_value(build, elements->type, value) :
		JENTRY_ISNULL;
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
		Elements	elements = elements_of(plain);

		put_dimension(build, &elements, ARR_NDIM(plain), ARR_DIMS(plain));
	}
	detoast_done((struct varlena *) plain, array, &room);
	return JENTRY_ISCONTAINER;
}
