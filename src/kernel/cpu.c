/*
 * cpu.c
 *		Ask the CPU, and the operating system, which instructions they offer.
 *
 * CPUID tells what the CPU can do.  Vector registers beyond SSE also need an
 * operating system that saves them when it switches tasks, which is what
 * XCR0 tells; some hypervisors and kernels do not.
 */
#include "kernel/cpu.h"
#include "kernel/target.h"

#ifdef TARGET_X86_64
#include <cpuid.h>

/* XCR0 bits: SSE and AVX state; opmask, upper halves, and registers 16-31. */
#define XCR0_AVX		0x06
#define XCR0_AVX512		0xe6

/* The flag `feature` if all of `bits` are in `word`. */
#define WHEN(word, bits, feature) \
	((((word) & (bits)) == (bits)) ? (feature) : 0)

static uint32_t
cpu_xcr0(void)
{
	uint32_t	low;
	uint32_t	high;

/* INDENT OFF */
	__asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
/* INDENT ON */
	return low;
}

static uint32_t
cpu_detect(void)
{
	unsigned int a;
	unsigned int b = 0;
	unsigned int c = 0;
	unsigned int d;
	uint32_t	xcr0 = 0;
	uint32_t	found;

	if (!__get_cpuid(1, &a, &b, &c, &d))
		return 0;
	found = WHEN(c, bit_SSSE3, CPU_SSSE3)
		| WHEN(c, bit_SSE4_1 | bit_SSE4_2, CPU_SSE42)
		| WHEN(c, bit_POPCNT, CPU_POPCNT)
		| WHEN(c, bit_PCLMUL, CPU_PCLMUL);
	if ((c & bit_OSXSAVE) != 0 && (c & bit_AVX) != 0)
		xcr0 = cpu_xcr0();

	if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
		return found;
	found |= WHEN(b, bit_BMI | bit_BMI2, CPU_BMI);
	if ((xcr0 & XCR0_AVX) == XCR0_AVX)
		found |= WHEN(b, bit_AVX2, CPU_AVX2);
	if ((xcr0 & XCR0_AVX512) == XCR0_AVX512)
		found |= WHEN(b, bit_AVX512F, CPU_AVX512F)
			| WHEN(b, bit_AVX512BW, CPU_AVX512BW)
			| WHEN(b, bit_AVX512VL, CPU_AVX512VL)
			| WHEN(c, bit_AVX512VBMI2, CPU_AVX512VBMI2);
	return found;
}
#elif defined(__aarch64__)
static uint32_t
cpu_detect(void)
{
	return CPU_NEON;			/* part of the base architecture */
}
#else
static uint32_t
cpu_detect(void)
{
	return 0;
}
#endif

uint32_t
cpu_features(void)
{
	static uint32_t features;
	static int	known;

	if (!known)
	{
		features = cpu_detect();
		known = 1;
	}
	return features;
}
