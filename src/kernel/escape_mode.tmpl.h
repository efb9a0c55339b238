/*
 * escape_mode.tmpl.h
 *		The operations `escape_html` and `escape_ascii` over vectors.
 *
 * Parameters, defined by the tier after what it includes for `escape`:
 *
 *	vec_html(v), vec_ascii(v)	zero where a byte is escaped, or begins a
 *						character that may be, in that mode
 *	vec_only_html(v), vec_only_ascii(v)	the same without what JSON escapes
 *	vec_part(src, n, before)	n < VEC_BYTES bytes in order, then anything;
 *						`before` bytes in front of src may be read too
 *
 * Text without anything that only the mode escapes is left to what `escape`
 * is made of; the rest goes through tables, until it is clean again.
 */

TIER_INLINE Vec
mode_suspects(Vec v, const EscapeMode mode)
{
	return mode == ESCAPE_HTML ? vec_html(v) : vec_ascii(v);
}

TIER_INLINE Vec
mode_special(Vec v, const EscapeMode mode)
{
	return mode == ESCAPE_HTML ? vec_only_html(v) : vec_only_ascii(v);
}

/* As copy_step(). */
TIER_INLINE bool
mode_copy_step(Cursor *at, const EscapeMode mode)
{
	Vec			v = vec_load(at->src);
	Vec			suspects = mode_suspects(v, mode);
	size_t		n = STEP_BYTES - ((uintptr_t) at->dst & (VEC_BYTES - 1));
	int			i;

	prefetch_step(at);
#pragma GCC unroll 16
	for (i = 1; i < STEP_VECS; i++)
		suspects = vec_min(suspects, mode_suspects(vec_load(at->src + i * VEC_BYTES), mode));
	if (!vec_no_zero(suspects))
		return false;

#pragma GCC unroll 16
	for (i = 0; i < STEP_VECS; i++)
		vec_store(at->dst + i * VEC_BYTES, vec_load(at->src + i * VEC_BYTES));
	at->dst += n;
	at->src += n;
	return true;
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
	found = vec_zeros(mode_suspects(v, mode)) & LOW_BITS(n);
	vec_store(at.dst, v);
	if (found != 0)
		n = (size_t) __builtin_ctzll(found);
	at.dst += n;
	at.src += n;
	return found == 0 ? at : escape_run(at, end, mode);
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

/* Copy a text of up to AHEAD_BYTES if it is clean. */
TIER_INLINE bool
mode_copy_short(char *dst, const char *src, size_t len, size_t before, const EscapeMode mode)
{
	size_t		done = 0;
	Vec			v;

	for (; len - done >= VEC_BYTES; done += VEC_BYTES)
	{
		v = vec_load(src + done);
		vec_store(dst + done, v);
		if (!vec_no_zero(mode_suspects(v, mode)))
			return false;
	}
	if (len == done)
		return true;
	v = vec_part(src + done, len - done, before + done);
	vec_store(dst + done, v);
	return (vec_zeros(mode_suspects(v, mode)) & LOW_BITS(len - done)) == 0;
}

TIER_NOINLINE char *
TIER(escape_mode_rest) (char *dst, const char *src, size_t len, size_t before, const EscapeMode mode)
{
	const char *end = src + len;
	Cursor		at = {dst, src};

	if (mode_text_is_json(src, len, before, mode))
		return TIER(escape) (dst, src, len);
	while (at.src < end)
		at = mode_vector(at, src, end, mode);
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
		if (mode_copy_step(&at, mode))
			continue;
		for (i = 0; i < STICKY_BLOCKS && end - at.src > AHEAD_BYTES; i++)
		{
			if (mode_block_is_json(at.src, mode))
				at = escape_block(at, BLOCK_BYTES, at.src + BLOCK_BYTES);
			else
				at = mode_vector(at, src, end, mode);
		}
	}
	len = (size_t) (end - at.src);
	if (TARGET_LIKELY(mode_copy_short(at.dst, at.src, len, (size_t) (at.src - src), mode)))
		return at.dst + len;
	return TIER(escape_mode_rest) (at.dst, at.src, len, (size_t) (at.src - src), mode);
}

static TIER_TARGET char *
TIER(escape_html) (char *dst, const char *src, size_t len)
{
	return escape_in_mode(dst, src, len, ESCAPE_HTML);
}

static TIER_TARGET char *
TIER(escape_ascii) (char *dst, const char *src, size_t len)
{
	return escape_in_mode(dst, src, len, ESCAPE_ASCII);
}
