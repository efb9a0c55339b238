/*
 * avx2.c
 *		The tier for x86-64 CPUs with AVX2 and BMI (2013 and later): 32 bytes at
 *		a time.
 */
#include "kernel/target.h"

#ifdef TARGET_BUILD_AVX2

#include <immintrin.h>

#include "kernel/escape_bytes.h"
#include "kernel/escape_mode.h"
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
vec_range(Vec v)
{
	return _mm256_xor_si256(v, X86_ROW_32(range));
}

TARGET_INLINE TIER_TARGET Vec
vec_slash(Vec v)
{
	return _mm256_xor_si256(v, X86_ROW_32(slash));
}

TARGET_INLINE TIER_TARGET Vec
vec_suspects(Vec range, Vec slash)
{
	return _mm256_min_epu8(_mm256_subs_epu8(range, X86_ROW_32(range_end)), slash);
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

TARGET_INLINE TIER_TARGET bool
vec_no_zero(Vec v)
{
	return vec_zeros(v) == 0;
}

TARGET_INLINE TIER_TARGET Vec
vec_letters(Vec v)
{
	Vec			letters = _mm256_shuffle_epi8(X86_ROW_32(letters), _mm256_adds_epu8(v, X86_ROW_32(named)));

	return _mm256_max_epu8(v, letters);
}

TARGET_INLINE TIER_TARGET uint64_t
vec_controls(Vec v)
{
	return (uint32_t) _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_min_epu8(v, X86_ROW_32(control))));
}

TARGET_INLINE TIER_TARGET void
vec_widen(char *dst, Vec v, uint64_t escaped, size_t n)
{
	uint32_t	lower = escaped & 0xffff;

	x86_widen(dst, _mm256_castsi256_si128(v), lower);
	if (n > 16)
		x86_widen(dst + 16 + bit_count(lower), _mm256_extracti128_si256(v, 1),
				  (uint32_t) (escaped >> 16));
}

#include "kernel/escape.tmpl.h"
#include "kernel/escape_block.tmpl.h"

TARGET_INLINE TIER_TARGET Vec
vec_part(const char *src, size_t n, size_t before)
{
	if (n <= 16)
		return _mm256_castsi128_si256(x86_part(src, n, before));
	return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *) src)),
								   x86_part(src + 16, n - 16, before + 16), 1);
}

TARGET_INLINE TIER_TARGET bool
vec_copy_8_to_32(char *dst, const char *src, size_t len)
{
	return x86_copy_8_to_32(dst, src, len);
}

#include "kernel/escape_short.tmpl.h"

/* Signed comparison makes one range of quotes, controls and what is not ASCII. */
TIER_INLINE Vec
vec_ascii(Vec v)
{
	Vec			range = _mm256_max_epi8(vec_range(v), X86_ROW_32(range_end));

	return _mm256_min_epu8(_mm256_xor_si256(range, X86_ROW_32(range_end)), vec_slash(v));
}

TIER_INLINE Vec
vec_only_ascii(Vec v)
{
	return _mm256_andnot_si256(v, X86_ROW_32(top_bit));
}

TIER_INLINE Vec
vec_only_html(Vec v)
{
	Vec			known = _mm256_xor_si256(v, _mm256_shuffle_epi8(X86_ROW_32(html), v));

	return _mm256_min_epu8(known, _mm256_xor_si256(v, X86_ROW_32(separator)));
}

TIER_INLINE Vec
vec_html(Vec v)
{
	return _mm256_min_epu8(vec_only_html(v), vec_suspects(vec_range(v), vec_slash(v)));
}

#include "kernel/escape_mode.tmpl.h"

const Kernel kernel_avx2 = {
	.name = "avx2",
	.escape = escape_avx2,
	.escape_html = escape_html_avx2,
	.escape_ascii = escape_ascii_avx2,
};

#endif							/* TARGET_BUILD_AVX2 */
