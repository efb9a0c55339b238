/*
 * avx2.c
 *		The tier for x86-64 CPUs with AVX2, BMI and PCLMUL (2013 and later): 32
 *		bytes at a time.
 */
#include "kernel/target.h"

#ifdef TARGET_BUILD_AVX2

#include <immintrin.h>

#include "kernel/characters.h"
#include "kernel/escape_bytes.h"
#include "kernel/escape_mode.h"
#include "kernel/escape_widen.h"
#include "kernel/index_bits.h"
#include "kernel/kernel.h"
#include "kernel/tier.h"
#include "kernel/unescape_bytes.h"

#define TIER(name)		name##_avx2
#define TIER_TARGET		TARGET_AVX2

#include "kernel/x86.tmpl.h"

#define VEC_BYTES		32
typedef __m256i Vec;

TIER_INLINE Vec
vec_load(const char *src)
{
	return _mm256_loadu_si256((const __m256i *) src);
}

TIER_INLINE void
vec_store(char *dst, Vec v)
{
	_mm256_storeu_si256((__m256i *) dst, v);
}

TIER_INLINE Vec
vec_range(Vec v, const EscapeMode mode)
{
	return _mm256_xor_si256(v, mode == ESCAPE_HTML ? _mm256_shuffle_epi8(X86_ROW_32(html_range), v) : X86_ROW_32(range));
}

TIER_INLINE Vec
vec_min_range(Vec a, Vec b, const EscapeMode mode)
{
	return mode == ESCAPE_ASCII ? _mm256_min_epi8(a, b) : _mm256_min_epu8(a, b);
}

TIER_INLINE Vec
vec_slash(Vec v, const EscapeMode mode)
{
	Vec			slash = _mm256_xor_si256(v, X86_ROW_32(slash));

	return mode == ESCAPE_HTML ? _mm256_min_epu8(slash, _mm256_xor_si256(v, X86_ROW_32(separator))) : slash;
}

/* As signed numbers, what is not ASCII continues the range below 0. */
TIER_INLINE Vec
vec_suspects(Vec range, Vec slash, const EscapeMode mode)
{
	if (mode == ESCAPE_ASCII)
		range = _mm256_xor_si256(_mm256_max_epi8(range, X86_ROW_32(range_end)), X86_ROW_32(range_end));
	else
		range = _mm256_subs_epu8(range, mode == ESCAPE_HTML ? X86_ROW_32(html_end) : X86_ROW_32(range_end));
	return _mm256_min_epu8(range, slash);
}

TIER_INLINE Vec
vec_min(Vec a, Vec b)
{
	return _mm256_min_epu8(a, b);
}

TIER_INLINE uint64_t
vec_zeros(Vec v)
{
	return (uint32_t) _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_setzero_si256()));
}

TIER_INLINE bool
vec_no_zero(Vec v)
{
	return vec_zeros(v) == 0;
}

TIER_INLINE Vec
vec_letters(Vec v)
{
	Vec			letters = _mm256_shuffle_epi8(X86_ROW_32(letters), _mm256_adds_epu8(v, X86_ROW_32(named)));

	return _mm256_max_epu8(v, letters);
}

TIER_INLINE uint64_t
vec_controls(Vec v)
{
	return (uint32_t) _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_min_epu8(v, X86_ROW_32(control))));
}

TIER_INLINE void
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

TIER_INLINE Vec
vec_part(const char *src, size_t n, size_t before)
{
	if (n <= 16)
		return _mm256_castsi128_si256(x86_part(src, n, before));
	return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *) src)),
								   x86_part(src + 16, n - 16, before + 16), 1);
}

#define vec_copy_8_to_32	x86_copy_8_to_32

#include "kernel/escape_short.tmpl.h"

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

#include "kernel/x86_characters.tmpl.h"
#include "kernel/escape_mode.tmpl.h"

TIER_INLINE uint64_t
vec_equal(Vec v, char c)
{
	return (uint32_t) _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(c)));
}

/* Bytes that the row, looked up by their lower half, holds at their place. */
TIER_INLINE uint64_t
vec_in_row(Vec v, Vec row)
{
	return (uint32_t) _mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_shuffle_epi8(row, v)));
}

TIER_INLINE IndexInside
index_inside(const char *src)
{
	Vec			a = vec_load(src);
	Vec			b = vec_load(src + 32);
	IndexInside inside;

	inside.backslash = vec_equal(a, '\\') | vec_equal(b, '\\') << 32;
	inside.quote = vec_equal(a, '"') | vec_equal(b, '"') << 32;
	inside.control = vec_controls(a) | vec_controls(b) << 32;
	return inside;
}

TIER_INLINE IndexOutside
index_outside(const char *src)
{
	Vec			a = vec_load(src);
	Vec			b = vec_load(src + 32);
	Vec			white = _mm256_setr_epi8(INDEX_WHITE, INDEX_WHITE);
	Vec			structural = _mm256_setr_epi8(INDEX_STRUCTURAL, INDEX_STRUCTURAL);
	Vec			fold = _mm256_set1_epi8(0x20);
	IndexOutside outside;

	outside.comma = vec_equal(a, ',') | vec_equal(b, ',') << 32;
	outside.white = vec_in_row(a, white) | vec_in_row(b, white) << 32;
	outside.structural = vec_in_row(_mm256_or_si256(a, fold), structural)
		| vec_in_row(_mm256_or_si256(b, fold), structural) << 32;
	/* bit 6, which of the structural ones only brackets have */
	outside.bracket = (uint32_t) _mm256_movemask_epi8(_mm256_slli_epi16(a, 1))
		| (uint64_t) (uint32_t) _mm256_movemask_epi8(_mm256_slli_epi16(b, 1)) << 32;
	return outside;
}

TIER_INLINE uint64_t
index_prefix_xor(uint64_t bits)
{
	__m128i		product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long) bits),
											   _mm_set1_epi8((char) 0xff), 0);

	return (uint64_t) _mm_cvtsi128_si64(product);
}

TIER_INLINE uint64_t
index_lowest(uint64_t bits)
{
	return _tzcnt_u64(bits);
}

#include "kernel/index_store.tmpl.h"
#include "kernel/index.tmpl.h"

#include "kernel/unescape.tmpl.h"

const Kernel kernel_avx2 = {
	.name = "avx2",
	.escape = escape_avx2,
	.escape_html = escape_html_avx2,
	.escape_ascii = escape_ascii_avx2,
	.index = index_avx2,
	.unescape = unescape_avx2,
};

#endif							/* TARGET_BUILD_AVX2 */
