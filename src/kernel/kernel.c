/*
 * kernel.c
 *		The tiers in one array, best first; choose the best, find one by name.
 */
#include "kernel/kernel.h"

#include <string.h>

#include "kernel/cpu.h"
#include "kernel/target.h"
#include "kernel/tier.h"

#ifdef TARGET_BUILD_AVX512
#define BUILT_AVX512	(&kernel_avx512)
#else
#define BUILT_AVX512	NULL
#endif

#ifdef TARGET_BUILD_AVX2
#define BUILT_AVX2		(&kernel_avx2)
#else
#define BUILT_AVX2		NULL
#endif

#ifdef TARGET_BUILD_SSE42
#define BUILT_SSE42		(&kernel_sse42)
#else
#define BUILT_SSE42		NULL
#endif

#ifdef TARGET_BUILD_NEON
#define BUILT_NEON		(&kernel_neon)
#else
#define BUILT_NEON		NULL
#endif

/* Each includes what the attribute of its name in target.h implies. */
#define NEEDS_SSE42		(CPU_SSE42 | CPU_SSSE3 | CPU_POPCNT)
#define NEEDS_AVX2		(CPU_AVX2 | CPU_BMI | CPU_PCLMUL | NEEDS_SSE42)
#define NEEDS_AVX512	(CPU_AVX512F | CPU_AVX512BW | CPU_AVX512VL | CPU_AVX512VBMI2 | NEEDS_AVX2)

const KernelTier kernel_tiers[] = {
	{"avx512", NEEDS_AVX512, BUILT_AVX512},
	{"avx2", NEEDS_AVX2, BUILT_AVX2},
	{"sse42", NEEDS_SSE42, BUILT_SSE42},
	{"neon", CPU_NEON, BUILT_NEON},
	{"scalar", 0, &kernel_scalar},
};

const int	kernel_tier_count = sizeof(kernel_tiers) / sizeof(kernel_tiers[0]);

bool
kernel_supported(const KernelTier *tier)
{
	return (cpu_features() & tier->needs) == tier->needs;
}

const Kernel *
kernel_best(void)
{
	const KernelTier *tier = kernel_tiers;

	while (tier->kernel == NULL || !kernel_supported(tier))
		tier++;
	return tier->kernel;
}

const Kernel *
kernel_find(const char *name)
{
	int			i;

	for (i = 0; i < kernel_tier_count; i++)
	{
		const KernelTier *tier = &kernel_tiers[i];

		if (strcmp(tier->name, name) == 0)
			return kernel_supported(tier) ? tier->kernel : NULL;
	}
	return NULL;
}
