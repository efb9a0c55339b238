/*
 * unescape.tmpl.h
 *		What the inside of a JSON string stands for, for tiers with vectors.
 *
 * Parameters, besides TIER and TIER_TARGET:
 *
 *	VEC_BYTES, Vec, vec_load, vec_store
 *	uint64_t vec_backslashes(Vec v)
 *		a bit for each byte that is a backslash
 */
static TIER_TARGET char *
TIER(unescape) (char *dst, const char *src, size_t len)
{
	const char *end = src + len;

	for (;;)
	{
		size_t		clean;
		uint32_t	code;

		if (TARGET_LIKELY(end - src >= VEC_BYTES))
		{
			Vec			v = vec_load(src);
			uint64_t	backslashes = vec_backslashes(v);

			vec_store(dst, v);
			if (backslashes == 0)
			{
				src += VEC_BYTES;
				dst += VEC_BYTES;
				continue;
			}
			clean = (size_t) __builtin_ctzll(backslashes);
			src += clean;
			dst += clean;
		}
		else
		{
			while (src < end && *src != '\\')
				*dst++ = *src++;
			if (src == end)
				return dst;
		}
		do
		{
			code = unescape_one(&src, end);
			if (TARGET_UNLIKELY(code == 0))
				return NULL;
			dst = unescape_utf8(dst, code);
		} while (src < end && *src == '\\');
	}
}
