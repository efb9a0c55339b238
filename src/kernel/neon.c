/*
 * neon.c
 *		The tier for arm64: NEON is part of the base architecture.  16 bytes at
 *		a time.
 */
#include "kernel/target.h"

#ifdef TARGET_BUILD_NEON

#include <arm_neon.h>

#include "kernel/characters.h"
#include "kernel/escape_bytes.h"
#include "kernel/escape_mode.h"
#include "kernel/escape_widen.h"
#include "kernel/index_bits.h"
#include "kernel/kernel.h"
#include "kernel/tier.h"
#include "kernel/unescape_bytes.h"

#define TIER(name)		name##_neon
#define TIER_TARGET

#define VEC_BYTES		16
typedef uint8x16_t Vec;

TIER_INLINE Vec
vec_load(const char *src)
{
	return vld1q_u8((const uint8_t *) src);
}

TIER_INLINE void
vec_store(char *dst, Vec v)
{
	vst1q_u8((uint8_t *) dst, v);
}

/*
 * Exclusive or with these makes one range, from 0 on, of quotes and controls:
 * to 0x20 by 0x02 for all, to 0x21, with '&', '<' and '>', by the table, which
 * is by the lower half of a byte of ASCII.
 */
TIER_INLINE Vec
vec_range(Vec v, const EscapeMode mode)
{
	static const uint8_t ranges[16] = {2, 2, 2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0x1c, 0, 0x1e, 0};

	if (mode == ESCAPE_HTML)
		return veorq_u8(v, vqtbl1q_u8(vld1q_u8(ranges), vandq_u8(v, vdupq_n_u8(0x8f))));
	return veorq_u8(v, vdupq_n_u8(0x02));
}

TIER_INLINE Vec
vec_min_range(Vec a, Vec b, const EscapeMode mode)
{
	if (mode == ESCAPE_ASCII)
		return vreinterpretq_u8_s8(vminq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b)));
	return vminq_u8(a, b);
}

TIER_INLINE Vec
vec_slash(Vec v, const EscapeMode mode)
{
	Vec			slash = veorq_u8(v, vdupq_n_u8('\\'));

	return mode == ESCAPE_HTML ? vminq_u8(slash, veorq_u8(v, vdupq_n_u8(0xe2))) : slash;
}

/* As signed numbers, what is not ASCII continues the range below 0. */
TIER_INLINE Vec
vec_suspects(Vec range, Vec slash, const EscapeMode mode)
{
	if (mode == ESCAPE_ASCII)
		range = vcgtq_s8(vreinterpretq_s8_u8(range), vdupq_n_s8(0x20));
	else
		range = vqsubq_u8(range, vdupq_n_u8(mode == ESCAPE_HTML ? 0x21 : 0x20));
	return vminq_u8(range, slash);
}

TIER_INLINE Vec
vec_min(Vec a, Vec b)
{
	return vminq_u8(a, b);
}

TIER_INLINE bool
vec_no_zero(Vec v)
{
	return vminvq_u8(v) != 0;
}

/* Bit n: byte n, which is 0 or 0xff, is 0xff. */
TIER_INLINE uint64_t
bits_of(Vec v)
{
	static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
	Vec			bits = vandq_u8(v, vld1q_u8(weights));

	bits = vpaddq_u8(bits, bits);
	bits = vpaddq_u8(bits, bits);
	bits = vpaddq_u8(bits, bits);
	return vgetq_lane_u16(vreinterpretq_u16_u8(bits), 0);
}

TIER_INLINE uint64_t
vec_zeros(Vec v)
{
	return bits_of(vceqzq_u8(v));
}

/* What is beyond the table looks up as 0. */
TIER_INLINE Vec
vec_letters(Vec v)
{
	static const uint8_t letters[16] = {0, 0, 0, 0, 0, 0, 0, 0, 'b', 't', 'n', 0, 'f', 'r', 0, 0};

	return vmaxq_u8(v, vqtbl1q_u8(vld1q_u8(letters), v));
}

TIER_INLINE uint64_t
vec_controls(Vec v)
{
	return bits_of(vcltq_u8(v, vdupq_n_u8(0x20)));
}

TIER_INLINE void
vec_widen(char *dst, Vec v, uint64_t escaped, size_t n)
{
	const uint8x8_t slashes = vdup_n_u8('\\');
	size_t		lower = escaped & 0xff;
	Vec			a = vqtbl1q_u8(vcombine_u8(vget_low_u8(v), slashes),
							   vreinterpretq_u8_u64(vld1q_u64(escape_widen_rows[lower])));
	Vec			b = vqtbl1q_u8(vcombine_u8(vget_high_u8(v), slashes),
							   vreinterpretq_u8_u64(vld1q_u64(escape_widen_rows[escaped >> 8 & 0xff])));

	(void) n;
	vec_store(dst, a);
	vec_store(dst + 8 + bit_count(lower), b);
}

#include "kernel/escape.tmpl.h"
#include "kernel/escape_block.tmpl.h"

/* The n bytes at src, 1 to 16, in order, then anything; as x86_part(). */
TIER_INLINE Vec
vec_part(const char *src, size_t n, size_t before)
{
	static const uint8_t shift[32] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
	uint64_t	low;
	uint64_t	high = 0;

	if (n + before >= 16)
		return vqtbl1q_u8(vec_load(src + n - 16), vld1q_u8(shift + 16 - n));
	if (n >= 8)
	{
		low = load_8(src);
		high = load_8(src + n - 8) >> (8 * (15 - n)) >> 8;
	}
	else if (n >= 4)
		low = (uint64_t) load_4(src + n - 4) << (8 * (n - 4)) | load_4(src);
	else
		low = load_below_4(src, n);
	return vcombine_u8(vcreate_u8(low), vcreate_u8(high));
}

TIER_INLINE bool
vec_copy_8_to_32(char *dst, const char *src, size_t len, const EscapeMode mode)
{
	Vec			head;
	Vec			tail;
	Vec			range;
	Vec			slash;

	if (len < 16)
	{
		uint8x8_t	first = vld1_u8((const uint8_t *) src);
		uint8x8_t	last = vld1_u8((const uint8_t *) (src + len - 8));

		vst1_u8((uint8_t *) dst, first);
		vst1_u8((uint8_t *) (dst + len - 8), last);
		head = vcombine_u8(first, last);
		return vec_no_zero(vec_suspects(vec_range(head, mode), vec_slash(head, mode), mode));
	}
	head = vec_load(src);
	tail = vec_load(src + len - 16);
	vec_store(dst, head);
	vec_store(dst + len - 16, tail);
	range = vec_min_range(vec_range(head, mode), vec_range(tail, mode), mode);
	slash = vec_min(vec_slash(head, mode), vec_slash(tail, mode));
	return vec_no_zero(vec_suspects(range, slash, mode));
}

#include "kernel/escape_short.tmpl.h"

TIER_INLINE Vec
vec_only_ascii(Vec v)
{
	return vbicq_u8(vdupq_n_u8(0x80), v);
}

/* By low half of a byte, which of '&', '<' and '>' it could be. */
TIER_INLINE Vec
vec_only_html(Vec v)
{
	static const uint8_t html[16] = {
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, '&', 0xff, 0xff, 0xff, 0xff, 0xff, '<', 0xff, '>', 0
	};
	Vec			known = veorq_u8(v, vqtbl1q_u8(vld1q_u8(html), vandq_u8(v, vdupq_n_u8(0x8f))));

	return vminq_u8(known, veorq_u8(v, vdupq_n_u8(0xe2)));
}

#include "kernel/characters.tmpl.h"

TIER_INLINE CharacterBytes
characters_select(CharacterBytes v, CharacterBytes row)
{
	return (CharacterBytes) vqtbl1q_u8((uint8x16_t) v, (uint8x16_t) row);
}

TIER_INLINE uint32_t
characters_bits(CharacterBytes v)
{
	return (uint32_t) bits_of((uint8x16_t) v);
}

#include "kernel/escape_mode.tmpl.h"

/* The bits of 64 bytes, each of which is 0 or 0xff. */
TIER_INLINE uint64_t
bits_of_block(Vec a, Vec b, Vec c, Vec d)
{
	static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
	Vec			weight = vld1q_u8(weights);
	Vec			sum = vpaddq_u8(vpaddq_u8(vandq_u8(a, weight), vandq_u8(b, weight)),
								vpaddq_u8(vandq_u8(c, weight), vandq_u8(d, weight)));

	return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

/* The four vectors of a block. */
typedef struct IndexBytes
{
	Vec			v[KERNEL_INDEX_BLOCK / VEC_BYTES];
} IndexBytes;

TIER_INLINE IndexBytes
index_load(const char *src)
{
	IndexBytes	bytes = {{vec_load(src), vec_load(src + 16), vec_load(src + 32), vec_load(src + 48)}};

	return bytes;
}

TIER_INLINE uint64_t
index_equal(const IndexBytes *bytes, char c)
{
	Vec			want = vdupq_n_u8((uint8_t) c);

	return bits_of_block(vceqq_u8(bytes->v[0], want), vceqq_u8(bytes->v[1], want),
						 vceqq_u8(bytes->v[2], want), vceqq_u8(bytes->v[3], want));
}

/* Is a byte, with some of its bits set, what the row holds at its lower half? */
TIER_INLINE Vec
vec_in_row(Vec v, Vec row, uint8_t set)
{
	v = vorrq_u8(v, vdupq_n_u8(set));
	return vceqq_u8(v, vqtbl1q_u8(row, vandq_u8(v, vdupq_n_u8(0x8f))));
}

TIER_INLINE uint64_t
index_in_row(const IndexBytes *bytes, const uint8_t *row, uint8_t set)
{
	Vec			r = vld1q_u8(row);

	return bits_of_block(vec_in_row(bytes->v[0], r, set), vec_in_row(bytes->v[1], r, set),
						 vec_in_row(bytes->v[2], r, set), vec_in_row(bytes->v[3], r, set));
}

TIER_INLINE IndexInside
index_inside(const char *src)
{
	const IndexBytes bytes = index_load(src);
	const Vec	control = vdupq_n_u8(0x20);
	IndexInside inside;

	inside.backslash = index_equal(&bytes, '\\');
	inside.quote = index_equal(&bytes, '"');
	inside.control = bits_of_block(vcltq_u8(bytes.v[0], control), vcltq_u8(bytes.v[1], control),
								   vcltq_u8(bytes.v[2], control), vcltq_u8(bytes.v[3], control));
	return inside;
}

TIER_INLINE IndexOutside
index_outside(const char *src)
{
	static const uint8_t white[16] = {INDEX_WHITE};
	static const uint8_t structural[16] = {INDEX_STRUCTURAL};
	const IndexBytes bytes = index_load(src);
	const Vec	bit = vdupq_n_u8(0x40);
	IndexOutside outside;

	outside.comma = index_equal(&bytes, ',');
	outside.white = index_in_row(&bytes, white, 0);
	outside.structural = index_in_row(&bytes, structural, 0x20);
	/* which of the structural ones only brackets have */
	outside.bracket = bits_of_block(vtstq_u8(bytes.v[0], bit), vtstq_u8(bytes.v[1], bit),
									vtstq_u8(bytes.v[2], bit), vtstq_u8(bytes.v[3], bit));
	return outside;
}

/* The carry-less multiplication is not part of the base architecture. */
#define index_prefix_xor	index_prefix_xor_by_shifts
#define index_lowest		index_lowest_by_ctz

#include "kernel/index_store.tmpl.h"
#include "kernel/index.tmpl.h"

TIER_INLINE uint64_t
vec_equal(Vec v, char c)
{
	return bits_of(vceqq_u8(v, vdupq_n_u8((uint8_t) c)));
}

#include "kernel/unescape.tmpl.h"

const Kernel kernel_neon = {
	.name = "neon",
	.escape = escape_neon,
	.escape_html = escape_html_neon,
	.escape_ascii = escape_ascii_neon,
	.index = index_neon,
	.unescape = unescape_neon,
};

#endif							/* TARGET_BUILD_NEON */
