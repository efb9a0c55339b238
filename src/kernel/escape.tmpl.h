/*
 * escape.tmpl.h
 *		The operation `escape` over vectors: an algorithm written once, which
 *		each tier includes after the few primitives that it is made of.
 *
 * Parameters, all defined by the tier before it includes this file:
 *
 *	TIER(name)			the name with the tier's suffix
 *	TIER_TARGET			function attribute that raises the instruction set
 *	Vec, VEC_BYTES		a vector; 16, 32 or 64 bytes
 *	vec_load(src), vec_store(dst, v)	unaligned
 *	vec_part(src, n, before)	n < VEC_BYTES bytes in order, then anything;
 *						`before` bytes in front of src may be read too
 *	vec_suspects(v)		zero where a byte is escaped, not zero elsewhere
 *	vec_min(a, b)		per byte, unsigned
 *	vec_zeros(v)		bit n of a uint64_t: byte n is zero
 *	vec_letters(v)		bytes with an escape by name replaced by its second
 *						character, all others as they are
 *	vec_controls(v)		bit n: byte n is below 0x20
 *	vec_widen(dst, v, escaped)	store v with a backslash in front of each byte
 *						in `escaped`; may write 2 * VEC_BYTES
 *
 * Clean text is copied four vectors at a time.  A block of 64 bytes with
 * something to escape goes one of three ways: all escapes by name are done by
 * byte shuffles, without a branch that depends on the text; a few \u00xx are
 * written one by one between copies of what lies between them; many are
 * written byte by byte through the table.
 */

#define TIER_INLINE		TARGET_INLINE TIER_TARGET
#define TIER_NOINLINE	TARGET_NOINLINE TIER_TARGET

/* Bits 0 to n - 1; n is below 64. */
#define LOW_BITS(n)		((UINT64_C(1) << (n)) - 1)

#define BLOCK_BYTES		64
#define BLOCK_VECS		(BLOCK_BYTES / VEC_BYTES)

/*
 * With that many escapes in a block, \u00xx among them, the table costs less
 * than a copy for each.
 */
#define BLOCK_DENSE		20

/* How far escape_sparse() reads behind a block. */
#define SPARSE_SLOP		32

TIER_INLINE void
copy_32(char *dst, const char *src)
{
#if VEC_BYTES >= 32
	memcpy(dst, src, 32);
#else
	Vec			a = vec_load(src);
	Vec			b = vec_load(src + 16);

	vec_store(dst, a);
	vec_store(dst + 16, b);
#endif
}

/*
 * Escape src[0..n), n <= BLOCK_BYTES, of which `escaped` (not 0) are to be
 * escaped.  Reads up to src + n + SPARSE_SLOP.
 */
TIER_NOINLINE char *
TIER(escape_sparse)(char *dst, const char *src, size_t n, uint64_t escaped)
{
	const char *end = src + n;
	const char *next = src;
	size_t		gap;

	do
	{
		const char *found = src + __builtin_ctzll(escaped);

		gap = found - next;
		copy_32(dst, next);
		if (TARGET_UNLIKELY(gap > 32))
			copy_32(dst + 32, next + 32);
		dst = escape_byte(dst + gap, *found);
		next = found + 1;
		escaped &= escaped - 1;
	} while (escaped != 0);

	gap = end - next;
	copy_32(dst, next);
	if (gap > 32)
		copy_32(dst + 32, next + 32);
	return dst + gap;
}

/* The first n <= VEC_BYTES bytes of v. */
TIER_INLINE char *
escape_vec(char *dst, Vec v, size_t n)
{
	uint64_t	valid = n < 64 ? LOW_BITS(n) : ~UINT64_C(0);
	uint64_t	escaped = vec_zeros(vec_suspects(v)) & valid;
	char		copy[VEC_BYTES + SPARSE_SLOP];
	Vec			letters;

	if (escaped == 0)
	{
		vec_store(dst, v);
		return dst + n;
	}
	letters = vec_letters(v);
	if (TARGET_LIKELY((vec_controls(letters) & valid) == 0))
	{
		vec_widen(dst, letters, escaped);
		return dst + n + __builtin_popcountll(escaped);
	}
	vec_store(copy, v);
	memset(copy + VEC_BYTES, 0, SPARSE_SLOP);
	return TIER(escape_sparse)(dst, copy, n, escaped);
}

/* A block of which `left` bytes, the block included, may be read. */
TIER_INLINE char *
escape_block(char *dst, const char *src, size_t left)
{
	Vec			v[BLOCK_VECS];
	uint64_t	escaped[BLOCK_VECS];
	uint64_t	all = 0;
	uint64_t	controls = 0;
	char		copy[BLOCK_BYTES + SPARSE_SLOP];
	int			i;

	for (i = 0; i < BLOCK_VECS; i++)
	{
		v[i] = vec_load(src + i * VEC_BYTES);
		escaped[i] = vec_zeros(vec_suspects(v[i]));
		all |= escaped[i] << (i * VEC_BYTES % 64);
	}
	if (all == 0)
	{
		for (i = 0; i < BLOCK_VECS; i++)
			vec_store(dst + i * VEC_BYTES, v[i]);
		return dst + BLOCK_BYTES;
	}

	for (i = 0; i < BLOCK_VECS; i++)
	{
		v[i] = vec_letters(v[i]);
		controls |= vec_controls(v[i]) << (i * VEC_BYTES % 64);
	}
	if (controls == 0)
	{
		for (i = 0; i < BLOCK_VECS; i++)
		{
			vec_widen(dst, v[i], escaped[i]);
			dst += VEC_BYTES + __builtin_popcountll(escaped[i]);
		}
		return dst;
	}
	if (__builtin_popcountll(all) >= BLOCK_DENSE)
	{
		for (i = 0; i < BLOCK_BYTES; i += 8)
			dst = escape_8(dst, src + i);
		return dst;
	}
	if (TARGET_LIKELY(left >= BLOCK_BYTES + SPARSE_SLOP))
		return TIER(escape_sparse)(dst, src, BLOCK_BYTES, all);
	memcpy(copy, src, BLOCK_BYTES);
	memset(copy + BLOCK_BYTES, 0, SPARSE_SLOP);
	return TIER(escape_sparse)(dst, copy, BLOCK_BYTES, all);
}

/* Any text; kept out of the way of short clean strings. */
TIER_NOINLINE char *
TIER(escape_text)(char *dst, const char *src, size_t len)
{
	const char *start = src;
	const char *end = src + len;

	while (end - src >= 4 * VEC_BYTES)
	{
		Vec			a = vec_load(src);
		Vec			b = vec_load(src + VEC_BYTES);
		Vec			c = vec_load(src + 2 * VEC_BYTES);
		Vec			d = vec_load(src + 3 * VEC_BYTES);
		Vec			suspects = vec_min(vec_min(vec_suspects(a), vec_suspects(b)),
									   vec_min(vec_suspects(c), vec_suspects(d)));

		if (TARGET_LIKELY(vec_zeros(suspects) == 0))
		{
			vec_store(dst, a);
			vec_store(dst + VEC_BYTES, b);
			vec_store(dst + 2 * VEC_BYTES, c);
			vec_store(dst + 3 * VEC_BYTES, d);
			dst += 4 * VEC_BYTES;
			src += 4 * VEC_BYTES;
		}
		else
		{
			const char *stop = src + 4 * VEC_BYTES;

			for (; src < stop; src += BLOCK_BYTES)
				dst = escape_block(dst, src, end - src);
		}
	}
	while (end - src >= BLOCK_BYTES)
	{
		dst = escape_block(dst, src, end - src);
		src += BLOCK_BYTES;
	}
	while (end - src >= VEC_BYTES)
	{
		dst = escape_vec(dst, vec_load(src), VEC_BYTES);
		src += VEC_BYTES;
	}
	if (src < end)
		dst = escape_vec(dst, vec_part(src, end - src, src - start), end - src);
	return dst;
}

/*
 * Copy len bytes, 16 to 4 * VEC_BYTES, by loads that overlap in the middle;
 * says whether they were clean.
 */
TIER_INLINE bool
copy_short(char *dst, const char *src, size_t len)
{
	const char *src_end = src + len;
	char	   *dst_end = dst + len;

#if VEC_BYTES > 16
	if (len <= 2 * 16)
		return vec_copy_short(dst, src, len);
#endif
	if (len <= 2 * VEC_BYTES)
	{
		Vec			a = vec_load(src);
		Vec			b = vec_load(src_end - VEC_BYTES);

		vec_store(dst, a);
		vec_store(dst_end - VEC_BYTES, b);
		return vec_zeros(vec_min(vec_suspects(a), vec_suspects(b))) == 0;
	}
	else
	{
		Vec			a = vec_load(src);
		Vec			b = vec_load(src + VEC_BYTES);
		Vec			c = vec_load(src_end - 2 * VEC_BYTES);
		Vec			d = vec_load(src_end - VEC_BYTES);

		vec_store(dst, a);
		vec_store(dst + VEC_BYTES, b);
		vec_store(dst_end - 2 * VEC_BYTES, c);
		vec_store(dst_end - VEC_BYTES, d);
		return vec_zeros(vec_min(vec_min(vec_suspects(a), vec_suspects(b)),
								 vec_min(vec_suspects(c), vec_suspects(d)))) == 0;
	}
}

static TIER_TARGET char *
TIER(escape)(char *dst, const char *src, size_t len)
{
	if (len < 8)
		return escape_below_8(dst, src, len);
	if (len < 16)
	{
		uint64_t	head = load_8(src);
		uint64_t	tail = load_8(src + len - 8);

		if (TARGET_LIKELY(word_is_clean(head) && word_is_clean(tail)))
		{
			store_8(dst, head);
			store_8(dst + len - 8, tail);
			return dst + len;
		}
	}
	else if (len <= 4 * VEC_BYTES && TARGET_LIKELY(copy_short(dst, src, len)))
		return dst + len;
	return TIER(escape_text)(dst, src, len);
}
