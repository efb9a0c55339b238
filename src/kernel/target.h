/*
 * target.h
 *		What the compiler and the architecture offer to the kernels.
 *
 * A tier raises the instruction set function by function, with one of the
 * TARGET_* attributes below, never with flags for its file: each file is
 * compiled twice, by the server's compiler and by clang for the bitcode, and
 * both times with the same flags as all others.
 */
#ifndef FASTJSON_KERNEL_TARGET_H
#define FASTJSON_KERNEL_TARGET_H

#if !defined(__GNUC__)
#error "fastjson needs gcc or clang"
#endif

#if defined(__x86_64__)
#define TARGET_X86_64	1
#endif

/* The vector code counts on bytes in the order of their bits. */
#if defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define TARGET_ARM64	1
#endif

/*
 * With AVX as baseline the compiler may use it outside the tiers too, and the
 * library dies with SIGILL on the first CPU that lacks it.
 */
#if defined(__AVX__) && !defined(FASTJSON_ALLOW_BASELINE)
#error "fastjson chooses its instructions when it is loaded: build without -march=native or -mavx, or say -DFASTJSON_ALLOW_BASELINE"
#endif

/*
 * The tiers of this build: all that the architecture permits, unless the
 * build names them (FASTJSON_KERNELS in the Makefile).  scalar is always in.
 */
#ifdef TARGET_X86_64
#if !defined(FASTJSON_KERNELS_GIVEN) || defined(FASTJSON_KERNEL_SSE42)
#define TARGET_BUILD_SSE42	1
#endif
#if !defined(FASTJSON_KERNELS_GIVEN) || defined(FASTJSON_KERNEL_AVX2)
#define TARGET_BUILD_AVX2	1
#endif
#if !defined(FASTJSON_KERNELS_GIVEN) || defined(FASTJSON_KERNEL_AVX512)
#define TARGET_BUILD_AVX512	1
#endif
#endif

#if defined(TARGET_ARM64) && (!defined(FASTJSON_KERNELS_GIVEN) || defined(FASTJSON_KERNEL_NEON))
#define TARGET_BUILD_NEON	1
#endif

/* Function attributes; kernel.c has the CPU_* bits that a CPU must show for each. */
#define TARGET_SSE42	__attribute__((target("sse4.2,popcnt")))
#define TARGET_AVX2		__attribute__((target("avx2,bmi,bmi2,pclmul,popcnt")))
#define TARGET_AVX512	__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,bmi,bmi2,pclmul,popcnt")))

/* A helper so small, or so often called, that no call may remain. */
#define TARGET_INLINE	static inline __attribute__((always_inline))

/* A slow path whose registers and spills must stay out of its caller. */
#define TARGET_NOINLINE	static __attribute__((noinline))

/*
 * For functions with a hot loop: where it lies in the lines that instructions
 * are fetched by is worth a quarter of its speed, and must not depend on what
 * happens to be in front of it.
 */
#define TARGET_ALIGNED	__attribute__((aligned(64)))

/*
 * For declarations of data: it is in this library, so that its address needs
 * no look-up.  The build's -fvisibility=hidden reaches only definitions.
 */
#define TARGET_HIDDEN	__attribute__((visibility("hidden")))

#define TARGET_LIKELY(x)	__builtin_expect((x) != 0, 1)
#define TARGET_UNLIKELY(x)	__builtin_expect((x) != 0, 0)

#endif							/* FASTJSON_KERNEL_TARGET_H */
