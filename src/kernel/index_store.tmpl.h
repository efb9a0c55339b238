/*
 * index_store.tmpl.h
 *		index_store() of index.tmpl.h, for tiers that cannot compress vectors.
 *
 * Eight bits at a time, whether there are as many or not.
 *
 * Parameters, besides TIER_TARGET:
 *
 *	uint64_t index_lowest(uint64_t bits)
 *		the number of the lowest bit; for no bits, anything
 */
TARGET_INLINE TIER_TARGET void
index_store(uint32_t *dst, uint64_t bits, uint32_t offset)
{
	uint32_t   *next = dst;
	int			i;

	while (bits != 0)
	{
		for (i = 0; i < 8; i++)
		{
			next[i] = offset + (uint32_t) index_lowest(bits);
			bits &= bits - 1;
		}
		next += 8;
	}
}
