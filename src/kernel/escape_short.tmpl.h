/*
 * escape_short.tmpl.h
 *		The operation `escape` for short strings, where the vectors of the tier
 *		cannot be loaded and stored in part.
 *
 * Parameters, defined by the tier after it included escape_block.tmpl.h,
 * all of which this file builds upon:
 *
 *	VEC_BYTES			16 or 32
 *	vec_copy_8_to_32(dst, src, len, mode)	copy a string of 8 to 32 bytes; was it clean?
 *	vec_part(src, n, before)	n < VEC_BYTES bytes in order, then anything;
 *						`before` bytes in front of src may be read too
 *
 * Nearly all strings are short and clean: they are copied by loads and stores
 * that overlap in the middle of the string, without a loop, since the number
 * of its rounds would be hard to predict.
 */

/* Longer texts have a step or a block that the rest can be done with. */
#define SHORT_BYTES		AHEAD_BYTES

/* Of 16 bytes with a \u00xx so many escaped make `dense` faster than `sparse`. */
#define LAST_DENSE		2

/* `sparse` for the last n bytes of a text, which v holds. */
TIER_NOINLINE char *
TIER(escape_last_sparse) (char *dst, Vec v, size_t n, uint64_t escaped)
{
	char		copy[BLOCK_BYTES + SPARSE_SLOP] = {0};

	vec_store(copy, v);
	return sparse(dst, copy, n, escaped);
}

/* n bytes, up to VEC_BYTES, which v holds; no byte behind them may be read. */
TIER_INLINE Cursor
escape_last(Cursor at, Vec v, size_t n, const char *end)
{
	uint64_t	escaped = escaped_in(v, ESCAPE_JSON) & LOW_BITS(n);
	Vec			letters = vec_letters(v);

	if (TARGET_LIKELY((vec_controls(letters) & LOW_BITS(n)) == 0))
	{
		vec_widen(at.dst, letters, escaped, n);
		at.dst += n + bit_count(escaped);
	}
	else if (bit_count(escaped) * 16 >= n * LAST_DENSE)
		return TIER(escape_dense) (at, at.src + n, end);
	else
		at.dst = TIER(escape_last_sparse) (at.dst, v, n, escaped);
	at.src += n;
	return at;
}

/*
 * A string of up to SHORT_BYTES that is not clean, with `before` readable
 * bytes in front of it.
 */
TIER_NOINLINE char *
TIER(escape_short) (char *dst, const char *src, size_t len, size_t before)
{
	const char *end = src + len;
	Cursor		at = {dst, src};

	while (end - at.src >= 2 * 32)
		at = escape_block(at, 32, end, ESCAPE_JSON);
#if VEC_BYTES < 32
	while (end - at.src >= 2 * VEC_BYTES)
		at = escape_block(at, VEC_BYTES, end, ESCAPE_JSON);
#endif
	while (end - at.src >= VEC_BYTES)
		at = escape_last(at, vec_load(at.src), VEC_BYTES, end);
	if (at.src < end)
	{
		size_t		n = end - at.src;

		at = escape_last(at, vec_part(at.src, n, at.src - src + before), n, end);
	}
	return at.dst;
}

/*
 * Copy a string of n to 2 * n bytes, n a multiple of VEC_BYTES: its first n and
 * its last n.  Returns what is escaped in it, and in *first, in its first n.
 */
TIER_INLINE Suspects
copy_halves(char *dst, const char *src, size_t len, const size_t n, Suspects *first,
			const EscapeMode mode)
{
	const char *src_last = src + len - n;
	char	   *dst_last = dst + len - n;
	Vec			v = vec_load(src);
	Suspects	all = suspects_first(v, mode);
	size_t		i;

	vec_store(dst, v);
#pragma GCC unroll 16
	for (i = VEC_BYTES; i < n; i += VEC_BYTES)
	{
		v = vec_load(src + i);
		vec_store(dst + i, v);
		all = suspects_add(all, v, mode);
	}
	*first = all;
#pragma GCC unroll 16
	for (i = 0; i < n; i += VEC_BYTES)
	{
		v = vec_load(src_last + i);
		vec_store(dst_last + i, v);
		all = suspects_add(all, v, mode);
	}
	return all;
}

/*
 * One escape in the last BLOCK_BYTES of a string that is copied: what follows
 * it, counted from the end, moves to behind it, then what precedes it is
 * copied once more, since nothing behind the string may be read.
 */
TIER_INLINE char *
splice_last(char *dst, const char *src, size_t len, size_t found)
{
	uint64_t	text = text_of(src[found]);
	size_t		length = text_length(text);
	const char *before = src + found - BLOCK_BYTES;
	size_t		i;

	src += len - BLOCK_BYTES;
	len += length - 1;
#pragma GCC unroll 16
	for (i = 0; i < BLOCK_BYTES; i += VEC_BYTES)
		vec_store(dst + len - BLOCK_BYTES + i, vec_load(src + i));
#pragma GCC unroll 16
	for (i = 0; i < BLOCK_BYTES; i += VEC_BYTES)
		vec_store(dst + found - BLOCK_BYTES + i, vec_load(before + i));
	memcpy(dst + found, &text, 2);
	if (length > 2)
		memcpy(dst + found + 2, (const char *) &text + 2, 4);
	return dst + len;
}

/*
 * A string of BLOCK_BYTES to twice as many that is copied, but not clean.  Its
 * first half is not done again if only the last was to blame, but that costs a
 * guess, which only a long string is worth.
 */
TIER_NOINLINE char *
TIER(escape_halves_rest) (char *dst, const char *src, size_t len, bool first_is_clean)
{
	const char *last = src + len - BLOCK_BYTES;
	uint64_t	escaped = 0;
	size_t		i;

	if (!first_is_clean)
		return TIER(escape_short) (dst, src, len, 0);
#pragma GCC unroll 16
	for (i = 0; i < BLOCK_BYTES; i += VEC_BYTES)
		escaped |= escaped_in(vec_load(last + i), ESCAPE_JSON) << i;
	if ((escaped & (escaped - 1)) == 0)
		return splice_last(dst, src, len, (size_t) (last - src) + (size_t) __builtin_ctzll(escaped));
	return TIER(escape_short) (dst + BLOCK_BYTES, src + BLOCK_BYTES, len - BLOCK_BYTES, BLOCK_BYTES);
}

/* Copy such a string, and escape it if it was not clean. */
TIER_INLINE char *
escape_halves(char *dst, const char *src, size_t len, const size_t n)
{
	Suspects	first;
	Suspects	all = copy_halves(dst, src, len, n, &first, ESCAPE_JSON);

	if (TARGET_LIKELY(suspects_none(all, ESCAPE_JSON)))
		return dst + len;
	if (n < BLOCK_BYTES)
		return TIER(escape_short) (dst, src, len, 0);
	return TIER(escape_halves_rest) (dst, src, len, suspects_none(first, ESCAPE_JSON));
}

TIER_INLINE bool
copy_if_clean(char *dst, const char *src, size_t len, const EscapeMode mode)
{
	Suspects	first;

	if (len < 8)
		return copy_below_8_if_clean(dst, src, len, mode);
	if (len <= 32)
		return vec_copy_8_to_32(dst, src, len, mode);
	if (len <= 64)
		return suspects_none(copy_halves(dst, src, len, 32, &first, mode), mode);
	return suspects_none(copy_halves(dst, src, len, 64, &first, mode), mode);
}

TARGET_ALIGNED static TIER_TARGET char *
TIER(escape) (char *dst, const char *src, size_t len)
{
	if (len <= 32)
	{
		if (len < 8)
			return escape_below_8(dst, src, len);
		if (TARGET_LIKELY(vec_copy_8_to_32(dst, src, len, ESCAPE_JSON)))
			return dst + len;
		return TIER(escape_short) (dst, src, len, 0);
	}
	if (len <= 64)
		return escape_halves(dst, src, len, 32);
	if (len <= SHORT_BYTES)
		return escape_halves(dst, src, len, 64);
	return TIER(escape_long) (dst, src, len);
}
