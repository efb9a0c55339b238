/*
 * unescape.tmpl.h
 *		What the inside of a JSON string stands for, for tiers with vectors.
 *
 * Parameters, besides TIER, TIER_TARGET and TIER_INLINE:
 *
 *	UnescapeAt unescape_clean(UnescapeAt at, const char *end)
 *		copies the bytes in front of the next backslash, or of the end; may
 *		write KERNEL_UNESCAPE_SLOP bytes behind as many as there are in front
 *		of the end
 */
static TIER_TARGET char *
TIER(unescape) (char *dst, const char *src, size_t len)
{
	UnescapeAt	at = {dst, src};
	const char *end = src + len;

	for (;;)
	{
		at = unescape_clean(at, end);
		if (at.src == end)
			return at.dst;
		do
		{
			uint32_t	code = unescape_one(&at.src, end);

			if (TARGET_UNLIKELY(code == 0))
				return NULL;
			at.dst = unescape_utf8(at.dst, code);
		} while (at.src < end && *at.src == '\\');
	}
}
