/*
 * sse42.c
 *		The tier for x86-64 CPUs with SSE 4.2 (2008 and later): 16 bytes at a
 *		time.
 */
#include "kernel/target.h"

#ifdef TARGET_BUILD_SSE42

#include <nmmintrin.h>

#include "kernel/escape_bytes.h"
#include "kernel/escape_widen.h"
#include "kernel/kernel.h"
#include "kernel/tier.h"

#define TIER(name)		name##_sse42
#define TIER_TARGET		TARGET_SSE42

#include "kernel/x86.tmpl.h"

#define VEC_BYTES		16
typedef __m128i Vec;

TARGET_INLINE TIER_TARGET Vec
vec_load(const char *src)
{
	return _mm_loadu_si128((const __m128i *) src);
}

TARGET_INLINE TIER_TARGET void
vec_store(char *dst, Vec v)
{
	_mm_storeu_si128((__m128i *) dst, v);
}

TARGET_INLINE TIER_TARGET Vec
vec_part(const char *src, size_t n, size_t before)
{
	return x86_part(src, n, before);
}

/* Exchanging 0x20 with 0x22 makes quotes and controls one range, 0 to 0x20. */
TARGET_INLINE TIER_TARGET Vec
vec_suspects(Vec v)
{
	return _mm_min_epu8(_mm_subs_epu8(_mm_xor_si128(v, _mm_load_si128((const __m128i *) x86_constants[0])),
									  _mm_load_si128((const __m128i *) x86_constants[1])),
						_mm_xor_si128(v, _mm_load_si128((const __m128i *) x86_constants[2])));
}

TARGET_INLINE TIER_TARGET Vec
vec_min(Vec a, Vec b)
{
	return _mm_min_epu8(a, b);
}

TARGET_INLINE TIER_TARGET uint64_t
vec_zeros(Vec v)
{
	return (uint32_t) _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128()));
}

/* Adding 0x70 leaves bytes below 0x10 to index the row, and all others select 0. */
TARGET_INLINE TIER_TARGET Vec
vec_letters(Vec v)
{
	__m128i		row = _mm_setr_epi8(X86_LETTERS);

	return _mm_max_epu8(v, _mm_shuffle_epi8(row, _mm_adds_epu8(v, _mm_load_si128((const __m128i *) x86_constants[3]))));
}

TARGET_INLINE TIER_TARGET uint64_t
vec_controls(Vec v)
{
	return (uint32_t) _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_min_epu8(v, _mm_load_si128((const __m128i *) x86_constants[4]))));
}

TARGET_INLINE TIER_TARGET void
vec_widen(char *dst, Vec v, uint64_t escaped)
{
	x86_widen(dst, v, (uint32_t) escaped);
}

TARGET_INLINE TIER_TARGET bool
vec_copy_8_to_32(char *dst, const char *src, size_t len)
{
	Vec			head;
	Vec			tail;

	if (len < 16)
		return x86_copy_8_to_15(dst, src, len);
	head = vec_load(src);
	tail = vec_load(src + len - 16);
	vec_store(dst, head);
	vec_store(dst + len - 16, tail);
	return vec_zeros(vec_min(vec_suspects(head), vec_suspects(tail))) == 0;
}

#include "kernel/escape.tmpl.h"

const Kernel kernel_sse42 = {
	.name = "sse42",
	.escape = escape_sse42,
};

#endif							/* TARGET_BUILD_SSE42 */
