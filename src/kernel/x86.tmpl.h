/*
 * x86.tmpl.h
 *		What the x86-64 tiers do with 16 bytes, whatever their vectors' size.
 *
 * Parameter: TIER_TARGET, the function attribute that raises the instruction
 * set, to SSE 4.2 or more.
 */

/* The letter after the backslash for bytes 0 to 15, or 0 where there is none. */
#define X86_LETTERS \
	0, 0, 0, 0, 0, 0, 0, 0, 'b', 't', 'n', 0, 'f', 'r', 0, 0

/* White bytes, at the place of their lower half. */
#define X86_WHITE \
	' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0

/* { } [ ] : , with bit 5 set, which all but [ and ] have; elsewhere what cannot match. */
#define X86_STRUCTURAL \
	1, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0

/* Loaded at n, it selects bytes n to 15, then zeros. */
static const uint8_t x86_shift_rows[32] __attribute__((aligned(32))) = {
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
	0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80
};

/*
 * The n bytes at src, 1 to 16, in order, then anything.  `before` bytes in
 * front of src may be read; no byte behind src + n is.
 */
TARGET_INLINE TIER_TARGET __m128i
x86_part(const char *src, size_t n, size_t before)
{
	if (n + before >= 16)
	{
		__m128i		last = _mm_loadu_si128((const __m128i *) (src + n - 16));
		__m128i		row = _mm_loadu_si128((const __m128i *) (x86_shift_rows + 16 - n));

		return _mm_shuffle_epi8(last, row);
	}
	if (n >= 8)
		return _mm_set_epi64x((long long) (load_8(src + n - 8) >> (8 * (15 - n)) >> 8),
							  (long long) load_8(src));
	if (n >= 4)
		return _mm_cvtsi64_si128((long long) ((uint64_t) load_4(src + n - 4) << (8 * (n - 4))
											  | load_4(src)));
	return _mm_cvtsi32_si128((unsigned char) src[0]
							 | (unsigned char) src[n / 2] << (8 * (n / 2))
							 | (unsigned char) src[n - 1] << (8 * (n - 1)));
}

/* Store v with a backslash in front of each byte in `escaped`; may write 32 bytes. */
TARGET_INLINE TIER_TARGET void
x86_widen(char *dst, __m128i v, uint32_t escaped)
{
	__m128i		backslashes = _mm_set1_epi8('\\');
	const __m128i *rows = (const __m128i *) escape_widen_rows;
	uint32_t	lower = escaped & 0xff;
	__m128i		a = _mm_shuffle_epi8(_mm_unpacklo_epi64(v, backslashes),
									 _mm_load_si128(rows + lower));
	__m128i		b = _mm_shuffle_epi8(_mm_unpackhi_epi64(v, backslashes),
									 _mm_load_si128(rows + (escaped >> 8)));

	_mm_storeu_si128((__m128i *) dst, a);
	_mm_storeu_si128((__m128i *) (dst + 8 + __builtin_popcount(lower)), b);
}
