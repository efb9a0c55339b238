/*
 * container_size.c
 *		SQL functions: how many elements a JSON container has.
 */
#include "compat.h"

#include "guc.h"
#include "jsonb/count.h"

FASTJSON_FUNCTION(fastjson_container_size);
FASTJSON_FUNCTION(fastjson_container_size_estimate);

/* container_size(text) returns integer, and the same for json; NULL for a scalar */
Datum
fastjson_container_size(PG_FUNCTION_ARGS)
{
	text	   *source = PG_GETARG_TEXT_PP(0);
	uint32		count;

	if (!count_elements(guc_kernel, VARDATA_ANY(source), VARSIZE_ANY_EXHDR(source), &count))
		PG_RETURN_NULL();
	PG_FREE_IF_COPY(source, 0);
	PG_RETURN_INT32(count);
}

/* container_size_estimate(text) returns integer; NULL for a scalar */
Datum
fastjson_container_size_estimate(PG_FUNCTION_ARGS)
{
	text	   *source = PG_GETARG_TEXT_PP(0);
	uint32		count;

	if (!count_estimate(VARDATA_ANY(source), VARSIZE_ANY_EXHDR(source), &count))
		PG_RETURN_NULL();
	PG_FREE_IF_COPY(source, 0);
	PG_RETURN_INT32(count);
}
