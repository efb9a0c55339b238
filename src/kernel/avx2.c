/*
 * avx2.c
 *		The tier for x86-64 CPUs with AVX2 and BMI (2013 and later): 32 bytes at
 *		a time.
 */
#include "kernel/target.h"

#ifdef TARGET_BUILD_AVX2

#include <immintrin.h>

#include "kernel/escape_bytes.h"
#include "kernel/escape_widen.h"
#include "kernel/kernel.h"
#include "kernel/tier.h"

#define TIER(name)		name##_avx2
#define TIER_TARGET		TARGET_AVX2

#include "kernel/x86.tmpl.h"

#define VEC_BYTES		32
typedef __m256i Vec;

TARGET_INLINE TIER_TARGET Vec
vec_load(const char *src)
{
	return _mm256_loadu_si256((const __m256i *) src);
}

TARGET_INLINE TIER_TARGET void
vec_store(char *dst, Vec v)
{
	_mm256_storeu_si256((__m256i *) dst, v);
}

TARGET_INLINE TIER_TARGET Vec
vec_part(const char *src, size_t n, size_t before)
{
	if (n <= 16)
		return _mm256_castsi128_si256(x86_part(src, n, before));
	return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *) src)),
								   x86_part(src + 16, n - 16, before + 16), 1);
}

/* Exchanging 0x20 with 0x22 makes quotes and controls one range, 0 to 0x20. */
TARGET_INLINE TIER_TARGET Vec
vec_suspects(Vec v)
{
	return _mm256_min_epu8(_mm256_subs_epu8(_mm256_xor_si256(v, _mm256_load_si256((const __m256i *) x86_constants[0])),
											_mm256_load_si256((const __m256i *) x86_constants[1])),
						   _mm256_xor_si256(v, _mm256_load_si256((const __m256i *) x86_constants[2])));
}

TARGET_INLINE TIER_TARGET Vec
vec_min(Vec a, Vec b)
{
	return _mm256_min_epu8(a, b);
}

TARGET_INLINE TIER_TARGET uint64_t
vec_zeros(Vec v)
{
	return (uint32_t) _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_setzero_si256()));
}

/* Adding 0x70 leaves bytes below 0x10 to index the row, and all others select 0. */
TARGET_INLINE TIER_TARGET Vec
vec_letters(Vec v)
{
	__m256i		row = _mm256_setr_epi8(X86_LETTERS, X86_LETTERS);

	return _mm256_max_epu8(v, _mm256_shuffle_epi8(row, _mm256_adds_epu8(v, _mm256_load_si256((const __m256i *) x86_constants[3]))));
}

TARGET_INLINE TIER_TARGET uint64_t
vec_controls(Vec v)
{
	return (uint32_t) _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_min_epu8(v, _mm256_load_si256((const __m256i *) x86_constants[4]))));
}

TARGET_INLINE TIER_TARGET void
vec_widen(char *dst, Vec v, uint64_t escaped)
{
	uint32_t	lower = escaped & 0xffff;

	x86_widen(dst, _mm256_castsi256_si128(v), lower);
	x86_widen(dst + 16 + __builtin_popcount(lower), _mm256_extracti128_si256(v, 1),
			  (uint32_t) (escaped >> 16));
}

TARGET_INLINE TIER_TARGET bool
vec_copy_8_to_32(char *dst, const char *src, size_t len)
{
	__m128i		head;
	__m128i		tail;

	if (len < 16)
		return x86_copy_8_to_15(dst, src, len);
	head = _mm_loadu_si128((const __m128i *) src);
	tail = _mm_loadu_si128((const __m128i *) (src + len - 16));
	_mm_storeu_si128((__m128i *) dst, head);
	_mm_storeu_si128((__m128i *) (dst + len - 16), tail);
	return vec_zeros(vec_suspects(_mm256_set_m128i(tail, head))) == 0;
}

#include "kernel/escape.tmpl.h"

const Kernel kernel_avx2 = {
	.name = "avx2",
	.escape = escape_avx2,
};

#endif							/* TARGET_BUILD_AVX2 */
