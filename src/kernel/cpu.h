/*
 * cpu.h
 *		Which instructions may be used here, as named bits.
 */
#ifndef FASTJSON_KERNEL_CPU_H
#define FASTJSON_KERNEL_CPU_H

#include <stdint.h>

/* x86-64 */
#define CPU_SSSE3			(UINT32_C(1) << 0)
#define CPU_SSE42			(UINT32_C(1) << 1)	/* 4.1 and 4.2 */
#define CPU_POPCNT			(UINT32_C(1) << 2)
#define CPU_PCLMUL			(UINT32_C(1) << 3)
#define CPU_AVX2			(UINT32_C(1) << 4)	/* AVX and AVX2 */
#define CPU_BMI				(UINT32_C(1) << 5)	/* BMI1 and BMI2 */
#define CPU_AVX512F			(UINT32_C(1) << 6)
#define CPU_AVX512BW		(UINT32_C(1) << 7)
#define CPU_AVX512VL		(UINT32_C(1) << 8)
#define CPU_AVX512VBMI2		(UINT32_C(1) << 9)

/* arm64 */
#define CPU_NEON			(UINT32_C(1) << 16)

/*
 * The bits that both the CPU and the operating system offer.  Asked once:
 * under a hypervisor each CPUID leaves the guest, which takes microseconds.
 */
extern uint32_t cpu_features(void);

#endif							/* FASTJSON_KERNEL_CPU_H */
