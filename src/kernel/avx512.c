/*
 * avx512.c
 *		The tier for x86-64 CPUs with AVX-512 BW, VL and VBMI2 (2019 and later):
 *		64 bytes at a time, and parts of vectors by masks.
 *
 * A string of up to 64 bytes is one masked load; what is behind it reads as
 * something that is not escaped.
 *
 * Escapes are made without asking where they are: each byte is widened to all
 * characters that it could become, and vpcompressb drops those that do not
 * belong.  It compresses to a register, which is then stored whole, since to
 * memory it is microcoded on some CPUs.
 */
#include "kernel/target.h"

#ifdef TARGET_BUILD_AVX512

#include <immintrin.h>

#include "kernel/characters.h"
#include "kernel/escape_bytes.h"
#include "kernel/escape_mode.h"
#include "kernel/index_bits.h"
#include "kernel/kernel.h"
#include "kernel/tier.h"
#include "kernel/unescape_bytes.h"

#define TIER(name)		name##_avx512
#define TIER_TARGET		TARGET_AVX512

#define VEC_BYTES		64
typedef __m512i Vec;

/* A row of x86_constants as a vector of 64 bytes. */
#define ROW_64(row)		_mm512_broadcast_i64x4(X86_ROW_32(row))

TIER_INLINE Vec
vec_load(const char *src)
{
	return _mm512_loadu_si512(src);
}

TIER_INLINE void
vec_store(char *dst, Vec v)
{
	_mm512_storeu_si512(dst, v);
}

TIER_INLINE Vec
vec_range(Vec v, const EscapeMode mode)
{
	return _mm512_xor_si512(v, mode == ESCAPE_HTML ? _mm512_shuffle_epi8(ROW_64(html_range), v) : ROW_64(range));
}

TIER_INLINE Vec
vec_min_range(Vec a, Vec b, const EscapeMode mode)
{
	return mode == ESCAPE_ASCII ? _mm512_min_epi8(a, b) : _mm512_min_epu8(a, b);
}

TIER_INLINE Vec
vec_slash(Vec v, const EscapeMode mode)
{
	Vec			slash = _mm512_xor_si512(v, ROW_64(slash));

	return mode == ESCAPE_HTML ? _mm512_min_epu8(slash, _mm512_xor_si512(v, ROW_64(separator))) : slash;
}

/* As signed numbers, what is not ASCII continues the range below 0. */
TIER_INLINE Vec
vec_suspects(Vec range, Vec slash, const EscapeMode mode)
{
	if (mode == ESCAPE_ASCII)
		range = _mm512_xor_si512(_mm512_max_epi8(range, ROW_64(range_end)), ROW_64(range_end));
	else
		range = _mm512_subs_epu8(range, mode == ESCAPE_HTML ? ROW_64(html_end) : ROW_64(range_end));
	return _mm512_min_epu8(range, slash);
}

TIER_INLINE Vec
vec_min(Vec a, Vec b)
{
	return _mm512_min_epu8(a, b);
}

TIER_INLINE uint64_t
vec_zeros(Vec v)
{
	return _mm512_testn_epi8_mask(v, v);
}

TIER_INLINE bool
vec_no_zero(Vec v)
{
	return vec_zeros(v) == 0;
}

#include "kernel/escape.tmpl.h"

/* With more than one escape in so many bytes `dense` is faster than `sparse`. */
#define SPARSE_SHARE	6

TIER_INLINE Vec mode_special(Vec v, const EscapeMode mode);

/* How far a text that has a \\u00xx is taken for one of its kind. */
#define CONTROLS_BYTES	1024

/* The first n bytes at src, n up to 64; what is behind them is not escaped. */
TIER_INLINE Vec
load_part(const char *src, size_t n)
{
	return _mm512_mask_loadu_epi8(ROW_64(named), _bzhi_u64(~UINT64_C(0), (unsigned int) n), src);
}

TIER_INLINE __m256i
load_half(const char *src, size_t n)
{
	return _mm256_mask_loadu_epi8(X86_ROW_32(named), _bzhi_u32(~UINT32_C(0), (unsigned int) n), src);
}

TIER_INLINE uint32_t
escaped_in_half(__m256i v)
{
	__m256i		range = _mm256_subs_epu8(_mm256_xor_si256(v, X86_ROW_32(range)), X86_ROW_32(range_end));
	__m256i		suspects = _mm256_min_epu8(range, _mm256_xor_si256(v, X86_ROW_32(slash)));

	return _mm256_testn_epi8_mask(suspects, suspects);
}

TIER_INLINE Vec
letters_of(Vec v)
{
	Vec			letters = _mm512_shuffle_epi8(ROW_64(letters), _mm512_adds_epu8(v, ROW_64(named)));

	return _mm512_max_epu8(v, letters);
}

/* Those in `escaped` that have no letter: they are escaped by number. */
TIER_INLINE uint64_t
numbers_in(Vec letters, uint64_t escaped)
{
	return _mm512_mask_cmple_epu8_mask(escaped, letters, ROW_64(control));
}

/* Store v with a backslash in front of each byte in `escaped`; writes 64 bytes. */
TIER_INLINE void
widen_32(char *dst, __m256i v, uint32_t escaped)
{
	const uint64_t chars = UINT64_C(0xaaaaaaaaaaaaaaaa);
	uint64_t	kept = chars | _pdep_u64(escaped, chars >> 1);

	_mm512_storeu_si512(dst, _mm512_mask_expand_epi8(ROW_64(slash), _pext_u64(chars, kept),
													 _mm512_castsi256_si512(v)));
}

/* The same for v's first n bytes, n up to 64; returns the end. */
TIER_INLINE char *
widen(char *dst, Vec v, size_t n, uint64_t escaped)
{
	uint32_t	lower = (uint32_t) escaped;

	widen_32(dst, _mm512_castsi512_si256(v), lower);
	if (n > 32)
		widen_32(dst + 32 + bit_count(lower), _mm512_extracti64x4_epi64(v, 1),
				 (uint32_t) (escaped >> 32));
	return dst + n + bit_count(escaped);
}

/*
 * Few escapes: each for itself, between copies of what lies between.  Twice a
 * block is `readable` at src, or no more than n bytes are.
 */
TIER_INLINE char *
sparse(char *dst, const char *src, size_t n, uint64_t escaped, const bool readable)
{
	size_t		next = 0;

	do
	{
		size_t		found = (size_t) __builtin_ctzll(escaped);

		vec_store(dst, readable ? vec_load(src + next) : load_part(src + next, n - next));
		dst = escape_byte(dst + (found - next), src[found]);
		next = found + 1;
		escaped &= escaped - 1;
	} while (escaped != 0);
	vec_store(dst, readable ? vec_load(src + next) : load_part(src + next, n - next));
	return dst + (n - next);
}

/*
 * Eight bytes, of each of which `pairs` has the first hexadecimal digit, and
 * the second, or the byte itself, or its letter.  With "\u00" in front of them
 * a byte is six characters: all belong if it is in `numbers`, the first and
 * the last if it is in `escaped` only, else the last.  `lasts` has bit 5 of
 * each byte that there is.
 */
TIER_INLINE char *
dense_8(char *dst, const char *pairs, uint64_t escaped, uint64_t numbers, uint64_t lasts)
{
	__m512i		text = _mm512_cvtepu16_epi64(_mm_load_si128((const __m128i *) pairs));
	uint64_t	number = _pdep_u64(numbers, lasts);
	uint64_t	kept = lasts | _pdep_u64(escaped, lasts >> 5) | (number - (number >> 5));

	text = _mm512_or_si512(_mm512_slli_epi64(text, 32), ROW_64(number));
	_mm512_storeu_si512(dst, _mm512_maskz_compress_epi8(kept, text));
	return dst + bit_count(kept);
}

/* Many escapes, some of them by number. */
TIER_INLINE char *
dense(char *dst, const char *src, size_t n, uint64_t escaped)
{
	const uint64_t lasts = UINT64_C(0x2020202020202020);
	Vec			v = letters_of(load_part(src, n));
	uint64_t	numbers = numbers_in(v, escaped);
	Vec			first = _mm512_add_epi8(ROW_64(digit),
										_mm512_and_si512(_mm512_srli_epi16(v, 4), ROW_64(low_half)));
	Vec			last = _mm512_mask_shuffle_epi8(v, numbers, ROW_64(hex), v);
	char		pairs[2][BLOCK_BYTES] __attribute__((aligned(64)));
	size_t		i;

	/* Unpacking is by 16 bytes: the odd groups of eight come to pairs[1]. */
	_mm512_store_si512(pairs[0], _mm512_unpacklo_epi8(first, last));
	_mm512_store_si512(pairs[1], _mm512_unpackhi_epi8(first, last));
	if (n == 64)
	{
#pragma GCC unroll 8
		for (i = 0; i < 8; i++)
			dst = dense_8(dst, pairs[i % 2] + i / 2 * 16, escaped >> 8 * i, numbers >> 8 * i, lasts);
		return dst;
	}
	for (i = 0; i < n / 8; i++)
		dst = dense_8(dst, pairs[i % 2] + i / 2 * 16, escaped >> 8 * i, numbers >> 8 * i, lasts);
	return dense_8(dst, pairs[i % 2] + i / 2 * 16, escaped >> 8 * i, numbers >> 8 * i,
				   _bzhi_u64(lasts, (unsigned int) (n % 8 * 8)));
}

/* The n bytes at src, up to 64, some of which are escaped by number. */
TIER_NOINLINE char *
TIER(escape_numbers) (char *dst, const char *src, size_t n, uint64_t escaped)
{
	if (bit_count(escaped) * SPARSE_SHARE <= n)
		return sparse(dst, src, n, escaped, false);
	return dense(dst, src, n, escaped);
}

/* The n bytes at src, up to 64, which v holds. */
TIER_INLINE char *
escape_vec(char *dst, Vec v, const char *src, size_t n, uint64_t escaped)
{
	Vec			letters = letters_of(v);

	if (TARGET_UNLIKELY(numbers_in(letters, escaped) != 0))
		return TIER(escape_numbers) (dst, src, n, escaped);
	return widen(dst, letters, n, escaped);
}

/*
 * A block with one escape at most: copy all, write the escape over it, copy
 * what follows once more behind it.  Without one, the last byte passes for it,
 * which the table maps to itself.  Reads twice the block.
 */
TIER_INLINE char *
splice(char *dst, const char *src, uint64_t escaped)
{
	size_t		found = (size_t) __builtin_ctzll(escaped | UINT64_C(1) << (BLOCK_BYTES - 1));

	vec_store(dst, vec_load(src));
	dst = escape_byte(dst + found, src[found]);
	vec_store(dst, vec_load(src + found + 1));
	return dst + (BLOCK_BYTES - 1 - found);
}

/* Is there nothing in it that only the mode escapes? */
TIER_INLINE bool
only_json(Vec v, EscapeMode mode)
{
	return mode == ESCAPE_JSON || vec_no_zero(mode_special(v, mode));
}

/* A block many of which is escaped, some by number, and those behind it that are like it. */
TIER_INLINE Cursor
dense_blocks(Cursor at, uint64_t escaped, const char *end, EscapeMode mode)
{
	Vec			v;

	do
	{
		at.dst = dense(at.dst, at.src, BLOCK_BYTES, escaped);
		at.src += BLOCK_BYTES;
		if (end - at.src < AHEAD_BYTES)
			break;
		v = vec_load(at.src);
		escaped = escaped_in(v, ESCAPE_JSON);
	} while (bit_count(escaped) * SPARSE_SHARE > BLOCK_BYTES && numbers_in(letters_of(v), escaped) != 0
			 && only_json(v, mode));
	return at;
}

/*
 * A block some of which is escaped by number, and those behind it that are, or
 * have one escape at most; but not too many of these, since clean text is for
 * others.
 */
TIER_NOINLINE Cursor
TIER(escape_controls) (Cursor at, uint64_t escaped, const char *end, EscapeMode mode)
{
	const char *limit = end - at.src > CONTROLS_BYTES ? at.src + CONTROLS_BYTES : end;

	if (bit_count(escaped) * SPARSE_SHARE > BLOCK_BYTES)
		return dense_blocks(at, escaped, end, mode);
	do
	{
		if ((escaped & (escaped - 1)) == 0)
			at.dst = splice(at.dst, at.src, escaped);
		else if (numbers_in(letters_of(vec_load(at.src)), escaped) != 0 && bit_count(escaped) * SPARSE_SHARE <= BLOCK_BYTES)
			at.dst = sparse(at.dst, at.src, BLOCK_BYTES, escaped, true);
		else
			return at;
		at.src += BLOCK_BYTES;
		escaped = escaped_in(vec_load(at.src), ESCAPE_JSON);
	} while (limit - at.src >= AHEAD_BYTES && only_json(vec_load(at.src), mode));
	return at;
}

TIER_INLINE Cursor
escape_block(Cursor at, const size_t n, const char *end, const EscapeMode mode)
{
	Vec			v = vec_load(at.src);
	Vec			letters = letters_of(v);
	uint64_t	escaped = escaped_in(v, ESCAPE_JSON);

	if (TARGET_UNLIKELY(numbers_in(letters, escaped) != 0))
		return TIER(escape_controls) (at, escaped, end, mode);
	at.dst = widen(at.dst, letters, n, escaped);
	at.src += n;
	return at;
}

/* A text of 65 to 128 bytes, as its first 64 and its last. */
TIER_NOINLINE char *
TIER(escape_128) (char *dst, const char *src, size_t len)
{
	Vec			head = vec_load(src);
	Vec			last = vec_load(src + len - 64);
	uint64_t	head_escaped = escaped_in(head, ESCAPE_JSON);
	uint64_t	escaped = escaped_in(last, ESCAPE_JSON);

	vec_store(dst, head);
	vec_store(dst + len - 64, last);
	if (TARGET_UNLIKELY(head_escaped != 0))
		dst = escape_vec(dst, head, src, 64, head_escaped);
	else if (TARGET_LIKELY(escaped == 0))
		return dst + len;
	else if ((escaped & (escaped - 1)) == 0)
	{
		/* One: write it over the copy, and what follows once more behind it. */
		size_t		found = len - 64 + (size_t) __builtin_ctzll(escaped);

		dst = escape_byte(dst + found, src[found]);
		len -= found + 1;
		vec_store(dst, load_part(src + found + 1, len));
		return dst + len;
	}
	else
		dst += 64;
	last = load_part(src + 64, len - 64);
	escaped >>= 128 - len;
	vec_store(dst, last);
	if (escaped == 0)
		return dst + (len - 64);
	return escape_vec(dst, last, src + 64, len - 64, escaped);
}

TARGET_ALIGNED static TIER_TARGET char *
TIER(escape) (char *dst, const char *src, size_t len)
{
	Vec			v;
	uint64_t	escaped;

	if (len <= 32)
	{
		__m256i		half = load_half(src, len);

		escaped = escaped_in_half(half);
		_mm256_storeu_si256((__m256i *) dst, half);
		v = _mm512_castsi256_si512(half);
	}
	else if (len <= 64)
	{
		v = load_part(src, len);
		escaped = escaped_in(v, ESCAPE_JSON);
		vec_store(dst, v);
	}
	else if (len <= 128)
		return TIER(escape_128) (dst, src, len);
	else
		return TIER(escape_long) (dst, src, len);

	if (TARGET_LIKELY(escaped == 0))
		return dst + len;
	return escape_vec(dst, v, src, len, escaped);
}

TIER_INLINE char *
TIER(escape_short) (char *dst, const char *src, size_t len, size_t before)
{
	(void) before;
	return TIER(escape) (dst, src, len);
}

TIER_INLINE bool
copy_if_clean(char *dst, const char *src, size_t len, const EscapeMode mode)
{
	Vec			head;
	Vec			tail;
	Suspects	suspects;

	if (len <= 64)
	{
		head = load_part(src, len);
		vec_store(dst, head);
		return suspects_none(suspects_first(head, mode), mode);
	}
	head = vec_load(src);
	tail = vec_load(src + len - 64);
	suspects = suspects_add(suspects_first(head, mode), tail, mode);
	vec_store(dst, head);
	vec_store(dst + len - 64, tail);
	return suspects_none(suspects, mode);
}

TIER_INLINE Vec
vec_part(const char *src, size_t n, size_t before)
{
	(void) before;
	return load_part(src, n);
}

TIER_INLINE Vec
vec_only_ascii(Vec v)
{
	return _mm512_andnot_si512(v, ROW_64(top_bit));
}

TIER_INLINE Vec
vec_only_html(Vec v)
{
	Vec			known = _mm512_xor_si512(v, _mm512_shuffle_epi8(ROW_64(html), v));

	return _mm512_min_epu8(known, _mm512_xor_si512(v, ROW_64(separator)));
}

#include "kernel/x86_characters.tmpl.h"
#include "kernel/escape_mode.tmpl.h"

TIER_INLINE uint64_t
vec_equal(Vec v, char c)
{
	return _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(c));
}

TIER_INLINE IndexInside
index_inside(const char *src)
{
	Vec			v = vec_load(src);
	IndexInside inside;

	inside.backslash = vec_equal(v, '\\');
	inside.quote = vec_equal(v, '"');
	inside.control = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(0x20));
	return inside;
}

TIER_INLINE IndexOutside
index_outside(const char *src)
{
	Vec			v = vec_load(src);
	Vec			folded = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
	Vec			white = _mm512_broadcast_i32x4(_mm_setr_epi8(INDEX_WHITE));
	Vec			structural = _mm512_broadcast_i32x4(_mm_setr_epi8(INDEX_STRUCTURAL));
	IndexOutside outside;

	outside.comma = vec_equal(v, ',');
	outside.white = _mm512_cmpeq_epi8_mask(v, _mm512_shuffle_epi8(white, v));
	outside.structural = _mm512_cmpeq_epi8_mask(folded, _mm512_shuffle_epi8(structural, folded));
	/* bit 6, which of the structural ones only brackets have */
	outside.bracket = _mm512_test_epi8_mask(v, _mm512_set1_epi8(0x40));
	return outside;
}

TIER_INLINE uint64_t
index_prefix_xor(uint64_t bits)
{
	__m128i		product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long) bits),
											   _mm_set1_epi8((char) 0xff), 0);

	return (uint64_t) _mm_cvtsi128_si64(product);
}

/* Sixteen entries from sixteen bytes. */
TIER_INLINE void
index_store_16(uint32_t *dst, __m128i bytes, __m512i offset)
{
	_mm512_storeu_si512(dst, _mm512_add_epi32(_mm512_cvtepu8_epi32(bytes), offset));
}

TIER_INLINE void
index_store(uint32_t *dst, uint64_t bits, uint32_t offset)
{
	const uint64_t bytes_0_to_7 = UINT64_C(0x0706050403020100);
	const uint64_t eight = EVERY_BYTE(8);
	Vec			numbers = _mm512_set_epi64((long long) (bytes_0_to_7 + 7 * eight),
										   (long long) (bytes_0_to_7 + 6 * eight),
										   (long long) (bytes_0_to_7 + 5 * eight),
										   (long long) (bytes_0_to_7 + 4 * eight),
										   (long long) (bytes_0_to_7 + 3 * eight),
										   (long long) (bytes_0_to_7 + 2 * eight),
										   (long long) (bytes_0_to_7 + eight),
										   (long long) bytes_0_to_7);
	__m512i		base = _mm512_set1_epi32((int) offset);
	Vec			found = _mm512_maskz_compress_epi8(bits, numbers);
	int			count = __builtin_popcountll(bits);

	index_store_16(dst, _mm512_castsi512_si128(found), base);
	if (count > 16)
	{
		index_store_16(dst + 16, _mm512_extracti32x4_epi32(found, 1), base);
		if (TARGET_UNLIKELY(count > 32))
		{
			index_store_16(dst + 32, _mm512_extracti32x4_epi32(found, 2), base);
			index_store_16(dst + 48, _mm512_extracti32x4_epi32(found, 3), base);
		}
	}
}

#include "kernel/index.tmpl.h"

#define UNESCAPE_REACH	1

TIER_INLINE Vec
unescape_load(const char *src, const char *end)
{
	size_t		left = (size_t) (end - src);

	return load_part(src, left < VEC_BYTES ? left : VEC_BYTES);
}

#include "kernel/unescape.tmpl.h"

const Kernel kernel_avx512 = {
	.name = "avx512",
	.escape = escape_avx512,
	.escape_html = escape_html_avx512,
	.escape_ascii = escape_ascii_avx512,
	.index = index_avx512,
	.unescape = unescape_avx512,
};

#endif							/* TARGET_BUILD_AVX512 */
