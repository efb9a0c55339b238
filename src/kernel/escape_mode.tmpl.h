/*
 * escape_mode.tmpl.h
 *		The operations `escape_html` and `escape_ascii` over vectors.
 *
 * Parameters, defined by the tier after it included escape.tmpl.h:
 *
 *	vec_html(v), vec_ascii(v)	zero where a byte is escaped, or begins a
 *						character that may be, in that mode
 *	vec_part(src, n, before)	n < VEC_BYTES bytes in order, then anything;
 *						`before` bytes in front of src may be read too
 *
 * Clean text is copied as `escape` does it.  What is not goes character by
 * character through a table until it is clean again.
 */

TIER_INLINE Vec
mode_suspects(Vec v, const EscapeMode mode)
{
	return mode == ESCAPE_HTML ? vec_html(v) : vec_ascii(v);
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

TIER_INLINE char *
escape_in_mode(char *dst, const char *src, size_t len, const EscapeMode mode)
{
	const char *end = src + len;
	Cursor		at = {dst, src};
	int			i;

	while (at.src < end)
	{
		while (end - at.src >= STEP_BYTES && mode_copy_step(&at, mode))
			;
		for (i = 0; i < STEP_VECS && at.src < end; i++)
			at = mode_vector(at, src, end, mode);
	}
	return at.dst;
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
