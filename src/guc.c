/*
 * guc.c
 *		The extension's settings.
 */
#include "compat.h"

#include "lib/stringinfo.h"
#include "utils/guc.h"

#include "guc.h"

#define AUTO "auto"

const Kernel *guc_kernel = NULL;
bool		guc_predict_container_size = true;

static char *kernel_name;

/* The kernel that a value of the setting stands for, NULL if it is none that can run here. */
static const Kernel *
kernel_by_setting(const char *value)
{
	return strcmp(value, AUTO) == 0 ? kernel_best() : kernel_find(value);
}

static char *
available_kernels(void)
{
	StringInfoData names;

	initStringInfo(&names);
	appendStringInfoString(&names, AUTO);
	for (int i = 0; i < kernel_tier_count; i++)
		if (kernel_find(kernel_tiers[i].name) != NULL)
			appendStringInfo(&names, ", %s", kernel_tiers[i].name);
	return names.data;
}

static bool
check_kernel(char **value, void **extra, GucSource source)
{
	if (kernel_by_setting(*value) != NULL)
		return true;
	GUC_check_errhint("Available values: %s.", available_kernels());
	return false;
}

static void
assign_kernel(const char *value, void *extra)
{
	guc_kernel = kernel_by_setting(value);
}

void
guc_init(void)
{
	DefineCustomStringVariable("fastjson.kernel",
							   "Selects the instruction set that JSON is made with.",
							   "\"auto\" takes the best that this build and this CPU have.",
							   &kernel_name, AUTO, PGC_USERSET, 0,
							   check_kernel, assign_kernel, NULL);
	DefineCustomBoolVariable("fastjson.predict_container_size",
							 "Counts the elements of JSON containers before they are made.",
							 "Off, a container is put together when it ends.",
							 &guc_predict_container_size, true, PGC_USERSET, 0,
							 NULL, NULL, NULL);
	MarkGUCPrefixReserved("fastjson");
}
