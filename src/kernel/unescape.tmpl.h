/*
 * unescape.tmpl.h
 *		What the inside of a JSON string stands for, for tiers with vectors.
 *
 * The backslashes of a vector are found at once.  Then each escape is taken
 * by itself, between copies of what lies between them: whole vectors, whose
 * surplus is overwritten.
 *
 * Parameters, besides TIER, TIER_TARGET and TIER_INLINE:
 *
 *	VEC_BYTES, Vec, vec_load, vec_store
 *	uint64_t vec_equal(Vec v, char c)
 *		a bit for each byte that is c
 *
 * and, by tiers that can load the part of a vector that is there:
 *
 *	UNESCAPE_REACH
 *		the bytes in front of the end that it takes to do so
 *	Vec unescape_load(const char *src, const char *end)
 *		the vector at src; where it has bytes behind the end, no backslash
 */
#ifndef UNESCAPE_REACH

/* A vector is loaded from any byte of another. */
#define UNESCAPE_REACH	(2 * VEC_BYTES)
#define unescape_load(src, end)		vec_load(src)

#endif

/*
 * The n bytes at at.src, up to VEC_BYTES, and if the last of them belong to an
 * escape its rest.  at.dst becomes NULL if one is not valid.
 */
TIER_INLINE Cursor
unescape_vec(Cursor at, size_t n, uint64_t backslashes, const char *end)
{
	const char *start = at.src;

	do
	{
		size_t		next = (size_t) __builtin_ctzll(backslashes);
		size_t		done;

		vec_store(at.dst, unescape_load(at.src, end));
		at = unescape_skip(at, next - (size_t) (at.src - start));
		at = unescape_run(at, end);
		if (TARGET_UNLIKELY(at.dst == NULL))
			return at;
		done = (size_t) (at.src - start);
		if (done >= n)
			return at;
		backslashes &= ~UINT64_C(0) << done;
	} while (backslashes != 0);
	vec_store(at.dst, unescape_load(at.src, end));
	return unescape_skip(at, n - (size_t) (at.src - start));
}

static TIER_TARGET char *
TIER(unescape) (char *dst, const char *src, size_t len)
{
	Cursor		at = {dst, src};
	const char *end = src + len;

	while (end - at.src >= UNESCAPE_REACH)
	{
		size_t		left = (size_t) (end - at.src);
		size_t		n = left < VEC_BYTES ? left : VEC_BYTES;
		Vec			v = unescape_load(at.src, end);
		uint64_t	backslashes = vec_equal(v, '\\');

		if (backslashes == 0)
		{
			vec_store(at.dst, v);
			at = unescape_skip(at, n);
			continue;
		}
		at = unescape_vec(at, n, backslashes, end);
		if (TARGET_UNLIKELY(at.dst == NULL))
			return NULL;
	}
	return unescape_short(at, end);
}
