/*
 * kernels.c
 *		SQL function: the kernel tiers, and which of them is in use.
 */
#include "compat.h"

#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "guc.h"

FASTJSON_FUNCTION(fastjson_kernels);

/* kernels() returns setof (name text, built boolean, supported boolean, active boolean) */
Datum
fastjson_kernels(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 0; i < kernel_tier_count; i++)
	{
		const KernelTier *tier = &kernel_tiers[i];
		Datum		values[4];
		bool		nulls[4] = {false};

		values[0] = CStringGetTextDatum(tier->name);
		values[1] = BoolGetDatum(tier->kernel != NULL);
		values[2] = BoolGetDatum(kernel_supported(tier));
		values[3] = BoolGetDatum(tier->kernel == guc_kernel);
		tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
	}
	return (Datum) 0;
}
