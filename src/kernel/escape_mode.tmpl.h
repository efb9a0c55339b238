/*
 * escape_mode.tmpl.h
 *		The operations `escape_html` and `escape_ascii` over vectors.
 *
 * Parameters, defined by the tier after what it includes for `escape`:
 *
 *	vec_only_html(v), vec_only_ascii(v)	zero where a byte is escaped, or begins
 *						a character that may be, in that mode but not in JSON
 *	TIER(escape_short) (dst, src, len, before)	escape, as JSON, a text of up to
 *						AHEAD_BYTES that is not clean; `before` as in
 *	TIER(escape_run_ascii) (at, end)	as escape_run() in mode ascii
 *	vec_part(src, n, before)	n < VEC_BYTES bytes in order, then anything;
 *						`before` bytes in front of src may be read too
 *
 * Text without anything that only the mode escapes is left to what `escape`
 * is made of; the rest goes through tables, until it is clean again.
 */

TIER_INLINE Vec
mode_special(Vec v, const EscapeMode mode)
{
	return mode == ESCAPE_HTML ? vec_only_html(v) : vec_only_ascii(v);
}

/* A vector or what is left of the text, up to the first that is not clean, and then that. */
TIER_INLINE Cursor
mode_vector(Cursor at, const char *start, const char *end, const EscapeMode mode)
{
	size_t		n = (size_t) (end - at.src);
	uint64_t	found;
	Vec			v;

	if (n >= VEC_BYTES)
	{
		n = VEC_BYTES;
		v = vec_load(at.src);
	}
	else
		v = vec_part(at.src, n, (size_t) (at.src - start));
	found = escaped_in(v, mode) & LOW_BITS(n);
	vec_store(at.dst, v);
	if (found != 0)
		n = (size_t) __builtin_ctzll(found);
	at.dst += n;
	at.src += n;
	if (found == 0)
		return at;
	return mode == ESCAPE_ASCII ? TIER(escape_run_ascii) (at, end) : escape_run(at, end, mode);
}

/* Is there nothing in a block that only the mode escapes? */
TIER_INLINE bool
mode_block_is_json(const char *src, const EscapeMode mode)
{
	Vec			special = mode_special(vec_load(src), mode);
	int			i;

#pragma GCC unroll 16
	for (i = 1; i < BLOCK_VECS; i++)
		special = vec_min(special, mode_special(vec_load(src + i * VEC_BYTES), mode));
	return vec_no_zero(special);
}

/* Nor in a text of up to AHEAD_BYTES, with `before` readable bytes in front of it? */
TIER_INLINE bool
mode_text_is_json(const char *src, size_t len, size_t before, const EscapeMode mode)
{
	const char *end = src + len;

	for (; end - src >= VEC_BYTES; src += VEC_BYTES, before = VEC_BYTES)
	{
		if (!vec_no_zero(mode_special(vec_load(src), mode)))
			return false;
	}
	len = (size_t) (end - src);
	return len == 0
		|| (vec_zeros(mode_special(vec_part(src, len, before), mode)) & LOW_BITS(len)) == 0;
}

/*
 * A text of up to AHEAD_BYTES that is copied, but not clean, with `before`
 * readable bytes in front of it.
 */
TIER_NOINLINE char *
TIER(escape_mode_rest) (char *dst, const char *src, size_t len, size_t before, const EscapeMode mode)
{
	const char *start = src - before;
	const char *end = src + len;
	Cursor		at = {dst, src};

	/* In a long one look for the first that is not; in a short one that costs more than it saves. */
	while (len > BLOCK_BYTES && suspects_none(suspects_first(vec_load(at.src), mode), mode))
	{
		at.dst += VEC_BYTES;
		at.src += VEC_BYTES;
		len -= VEC_BYTES;
	}
	if (mode_text_is_json(at.src, len, (size_t) (at.src - start), mode))
		return TIER(escape_short) (at.dst, at.src, len, (size_t) (at.src - start));
	while (at.src < end)
		at = mode_vector(at, start, end, mode);
	return at.dst;
}

TIER_INLINE char *
escape_in_mode(char *dst, const char *src, size_t len, const EscapeMode mode)
{
	const char *end = src + len;
	Cursor		at = {dst, src};
	int			i;

	while (end - at.src > AHEAD_BYTES)
	{
		if (copy_step(&at, mode))
			continue;
		for (i = 0; i < STICKY_BLOCKS && end - at.src > AHEAD_BYTES; i++)
		{
			if (mode_block_is_json(at.src, mode))
				at = escape_block(at, BLOCK_BYTES, end, mode);
			else
				at = mode_vector(at, src, end, mode);
		}
	}
	len = (size_t) (end - at.src);
	if (TARGET_LIKELY(copy_if_clean(at.dst, at.src, len, mode)))
		return at.dst + len;
	return TIER(escape_mode_rest) (at.dst, at.src, len, (size_t) (at.src - src), mode);
}

TARGET_ALIGNED static TIER_TARGET char *
TIER(escape_html) (char *dst, const char *src, size_t len)
{
	return escape_in_mode(dst, src, len, ESCAPE_HTML);
}

TARGET_ALIGNED static TIER_TARGET char *
TIER(escape_ascii) (char *dst, const char *src, size_t len)
{
	return escape_in_mode(dst, src, len, ESCAPE_ASCII);
}
