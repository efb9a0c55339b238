/*
 * unescape_clean.tmpl.h
 *		unescape_clean() of unescape.tmpl.h, for tiers that cannot load a part of
 *		a vector.
 *
 * Parameters, besides TIER_INLINE:
 *
 *	VEC_BYTES, Vec, vec_load, vec_store
 *	uint64_t vec_backslashes(Vec v)
 *		a bit for each byte that is a backslash
 */
TIER_INLINE UnescapeAt
unescape_clean(UnescapeAt at, const char *end)
{
	while (end - at.src >= VEC_BYTES)
	{
		Vec			v = vec_load(at.src);
		uint64_t	backslashes = vec_backslashes(v);

		vec_store(at.dst, v);
		if (backslashes != 0)
			return unescape_skip(at, (size_t) __builtin_ctzll(backslashes));
		at = unescape_skip(at, VEC_BYTES);
	}
	return unescape_clean_short(at, end);
}
