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
TIER_INLINE uint64_t
index_store_4(uint32_t *dst, uint64_t bits, uint32_t offset)
{
	dst[0] = offset + (uint32_t) index_lowest(bits);
	bits &= bits - 1;
	dst[1] = offset + (uint32_t) index_lowest(bits);
	bits &= bits - 1;
	dst[2] = offset + (uint32_t) index_lowest(bits);
	bits &= bits - 1;
	dst[3] = offset + (uint32_t) index_lowest(bits);
	return bits & (bits - 1);
}

TIER_INLINE void
index_store(uint32_t *dst, uint64_t bits, uint32_t offset)
{
	while (bits != 0)
	{
		bits = index_store_4(dst, bits, offset);
		bits = index_store_4(dst + 4, bits, offset);
		dst += 8;
	}
}
