/*
 * sse42.c
 *		The tier for x86-64 CPUs with SSE 4.2 (2008 and later): 16 bytes at a
 *		time.
 */
#include "kernel/target.h"

#ifdef TARGET_BUILD_SSE42

#include <nmmintrin.h>

#include "kernel/characters.h"
#include "kernel/escape_bytes.h"
#include "kernel/escape_mode.h"
#include "kernel/escape_widen.h"
#include "kernel/index_bits.h"
#include "kernel/kernel.h"
#include "kernel/tier.h"
#include "kernel/unescape_bytes.h"

#define TIER(name)		name##_sse42
#define TIER_TARGET		TARGET_SSE42

#include "kernel/x86.tmpl.h"

#define VEC_BYTES		16
typedef __m128i Vec;

TIER_INLINE Vec
vec_load(const char *src)
{
	return _mm_loadu_si128((const __m128i *) src);
}

TIER_INLINE void
vec_store(char *dst, Vec v)
{
	_mm_storeu_si128((__m128i *) dst, v);
}

#define vec_range		x86_range
#define vec_min_range	x86_min_range
#define vec_slash		x86_slash
#define vec_suspects	x86_suspects
#define vec_zeros		x86_zeros
#define vec_part		x86_part

TIER_INLINE Vec
vec_min(Vec a, Vec b)
{
	return _mm_min_epu8(a, b);
}

TIER_INLINE bool
vec_no_zero(Vec v)
{
	return vec_zeros(v) == 0;
}

TIER_INLINE Vec
vec_letters(Vec v)
{
	Vec			letters = _mm_shuffle_epi8(X86_ROW_16(letters), _mm_adds_epu8(v, X86_ROW_16(named)));

	return _mm_max_epu8(v, letters);
}

TIER_INLINE uint64_t
vec_controls(Vec v)
{
	return (uint32_t) _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_min_epu8(v, X86_ROW_16(control))));
}

TIER_INLINE void
vec_widen(char *dst, Vec v, uint64_t escaped, size_t n)
{
	(void) n;
	x86_widen(dst, v, (uint32_t) escaped);
}

#include "kernel/escape.tmpl.h"
#include "kernel/escape_block.tmpl.h"

#define vec_copy_8_to_32	x86_copy_8_to_32

#include "kernel/escape_short.tmpl.h"

TIER_INLINE Vec
vec_only_ascii(Vec v)
{
	return _mm_andnot_si128(v, X86_ROW_16(top_bit));
}

TIER_INLINE Vec
vec_only_html(Vec v)
{
	Vec			known = _mm_xor_si128(v, _mm_shuffle_epi8(X86_ROW_16(html), v));

	return _mm_min_epu8(known, _mm_xor_si128(v, X86_ROW_16(separator)));
}

#include "kernel/x86_characters.tmpl.h"
#include "kernel/escape_mode.tmpl.h"

TIER_INLINE uint64_t
vec_equal(Vec v, char c)
{
	return (uint32_t) _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(c)));
}

/* Bytes that the row, looked up by their lower half, holds at their place. */
TIER_INLINE uint64_t
vec_in_row(Vec v, Vec row)
{
	return (uint32_t) _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_shuffle_epi8(row, v)));
}

TIER_INLINE IndexInside
index_inside(const char *src)
{
	IndexInside inside = {0};
	int			shift;

	for (shift = 0; shift < KERNEL_INDEX_BLOCK; shift += VEC_BYTES)
	{
		Vec			v = vec_load(src + shift);

		inside.backslash |= vec_equal(v, '\\') << shift;
		inside.quote |= vec_equal(v, '"') << shift;
		inside.control |= vec_controls(v) << shift;
	}
	return inside;
}

TIER_INLINE IndexOutside
index_outside(const char *src)
{
	Vec			white = _mm_setr_epi8(INDEX_WHITE);
	Vec			structural = _mm_setr_epi8(INDEX_STRUCTURAL);
	IndexOutside outside = {0};
	int			shift;

	for (shift = 0; shift < KERNEL_INDEX_BLOCK; shift += VEC_BYTES)
	{
		Vec			v = vec_load(src + shift);

		outside.comma |= vec_equal(v, ',') << shift;
		outside.white |= vec_in_row(v, white) << shift;
		outside.structural |= vec_in_row(_mm_or_si128(v, _mm_set1_epi8(0x20)), structural) << shift;
		/* bit 6, which of the structural ones only brackets have */
		outside.bracket |= (uint64_t) (uint32_t) _mm_movemask_epi8(_mm_slli_epi16(v, 1)) << shift;
	}
	return outside;
}

#define index_prefix_xor	index_prefix_xor_by_shifts
#define index_lowest		index_lowest_by_ctz

#include "kernel/index_store.tmpl.h"
#include "kernel/index.tmpl.h"

#include "kernel/unescape.tmpl.h"

const Kernel kernel_sse42 = {
	.name = "sse42",
	.escape = escape_sse42,
	.escape_html = escape_html_sse42,
	.escape_ascii = escape_ascii_sse42,
	.index = index_sse42,
	.unescape = unescape_sse42,
};

#endif							/* TARGET_BUILD_SSE42 */
