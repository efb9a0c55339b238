/*
 * x86.tmpl.h
 *		What the x86-64 tiers do with 16 bytes, whatever their vectors' size.
 *
 * Parameter: TIER_TARGET, the function attribute that raises the instruction
 * set, to SSE 4.2 or more.
 */

/*
 * The n bytes at src, 1 to 16, in order, then anything.  `before` bytes in
 * front of src may be read; no byte behind src + n is.
 */
TIER_INLINE __m128i
x86_part(const char *src, size_t n, size_t before)
{
	if (n + before >= 16)
	{
		__m128i		last = _mm_loadu_si128((const __m128i *) (src + n - 16));
		__m128i		row = _mm_loadu_si128((const __m128i *) (x86_constants.shift + 16 - n));

		return _mm_shuffle_epi8(last, row);
	}
	if (n >= 8)
		return _mm_set_epi64x((long long) (load_8(src + n - 8) >> (8 * (15 - n)) >> 8),
							  (long long) load_8(src));
	if (n >= 4)
		return _mm_cvtsi64_si128((long long) ((uint64_t) load_4(src + n - 4) << (8 * (n - 4))
											  | load_4(src)));
	return _mm_cvtsi32_si128((int) load_below_4(src, n));
}

/* vec_range() and so on of the tiers, for 16 bytes. */
TIER_INLINE __m128i
x86_range(__m128i v, const EscapeMode mode)
{
	return _mm_xor_si128(v, mode == ESCAPE_HTML ? _mm_shuffle_epi8(X86_ROW_16(html_range), v) : X86_ROW_16(range));
}

TIER_INLINE __m128i
x86_min_range(__m128i a, __m128i b, const EscapeMode mode)
{
	return mode == ESCAPE_ASCII ? _mm_min_epi8(a, b) : _mm_min_epu8(a, b);
}

TIER_INLINE __m128i
x86_slash(__m128i v, const EscapeMode mode)
{
	__m128i		slash = _mm_xor_si128(v, X86_ROW_16(slash));

	return mode == ESCAPE_HTML ? _mm_min_epu8(slash, _mm_xor_si128(v, X86_ROW_16(separator))) : slash;
}

/* As signed numbers, what is not ASCII continues the range below 0. */
TIER_INLINE __m128i
x86_suspects(__m128i range, __m128i slash, const EscapeMode mode)
{
	if (mode == ESCAPE_ASCII)
		range = _mm_xor_si128(_mm_max_epi8(range, X86_ROW_16(range_end)), X86_ROW_16(range_end));
	else
		range = _mm_subs_epu8(range, mode == ESCAPE_HTML ? X86_ROW_16(html_end) : X86_ROW_16(range_end));
	return _mm_min_epu8(range, slash);
}

/* vec_zeros() of the tiers, for 16 bytes. */
TIER_INLINE uint32_t
x86_zeros(__m128i v)
{
	return (uint32_t) _mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128()));
}

/* vec_copy_8_to_32() of the tiers. */
TIER_INLINE bool
x86_copy_8_to_32(char *dst, const char *src, size_t len, const EscapeMode mode)
{
	__m128i		head;
	__m128i		tail;
	__m128i		range;
	__m128i		slash;

	if (len < 16)
	{
		uint64_t	first = load_8(src);
		uint64_t	last = load_8(src + len - 8);

		store_8(dst, first);
		store_8(dst + len - 8, last);
		head = _mm_set_epi64x((long long) last, (long long) first);
		return x86_zeros(x86_suspects(x86_range(head, mode), x86_slash(head, mode), mode)) == 0;
	}
	head = _mm_loadu_si128((const __m128i *) src);
	tail = _mm_loadu_si128((const __m128i *) (src + len - 16));
	_mm_storeu_si128((__m128i *) dst, head);
	_mm_storeu_si128((__m128i *) (dst + len - 16), tail);
	range = x86_min_range(x86_range(head, mode), x86_range(tail, mode), mode);
	slash = _mm_min_epu8(x86_slash(head, mode), x86_slash(tail, mode));
	return x86_zeros(x86_suspects(range, slash, mode)) == 0;
}

/* Store v with a backslash in front of each byte in `escaped`; may write 32 bytes. */
TIER_INLINE void
x86_widen(char *dst, __m128i v, uint32_t escaped)
{
	const __m128i *rows = (const __m128i *) escape_widen_rows;
	uint32_t	lower = escaped & 0xff;
	__m128i		a = _mm_shuffle_epi8(_mm_unpacklo_epi64(v, X86_ROW_16(slash)),
									 _mm_load_si128(rows + lower));
	__m128i		b = _mm_shuffle_epi8(_mm_unpackhi_epi64(v, X86_ROW_16(slash)),
									 _mm_load_si128(rows + (escaped >> 8)));

	_mm_storeu_si128((__m128i *) dst, a);
	_mm_storeu_si128((__m128i *) (dst + 8 + bit_count(lower)), b);
}
