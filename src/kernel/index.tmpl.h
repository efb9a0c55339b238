/*
 * index.tmpl.h
 *		The structural index of a JSON text, for tiers with vectors.
 *
 * Parameters, besides TIER and TIER_TARGET:
 *
 *	IndexInside index_inside(const char *src)
 *	IndexOutside index_outside(const char *src)
 *		the classes of the 64 bytes at src
 *	uint64_t index_prefix_xor(uint64_t bits)
 *		each bit of the result is the parity of the bits up to there
 *	void index_store(uint32_t *dst, uint64_t bits, uint32_t offset)
 *		stores, in order, offset + the number of each bit that is set; may
 *		write KERNEL_INDEX_SLOP elements
 */
TIER_INLINE IndexBlock
index_block(KernelIndex *index, const IndexInside *inside, const char *src)
{
	IndexOutside outside = index_outside(src);
	IndexBlock	block;
	uint64_t	quote = inside->quote;
	uint64_t	in_string;
	uint64_t	bare;			/* outside strings, and no quote */
	uint64_t	token;

	block.escaped_ends = 0;
	if (TARGET_UNLIKELY((inside->backslash | index->escape | index->string_escape) != 0))
	{
		quote &= ~index_escaped(inside->backslash, &index->escape);
		in_string = index_prefix_xor(quote) ^ index->in_string;
		block.escaped_ends = index_escaped_ends(index, inside->backslash, in_string, quote);
	}
	else
		in_string = index_prefix_xor(quote) ^ index->in_string;
	index->in_string = (uint64_t) ((int64_t) in_string >> 63);
	index->control |= inside->control & in_string;

	bare = ~(in_string | quote);
	outside.structural &= ~inside->control;
	token = bare & ~(outside.white | outside.structural);
	block.entries = (outside.structural & bare) | quote
		| (token & ~((token << 1) | index->in_token));
	index->in_token = token >> 63;
	block.commas = outside.comma & bare;
	block.brackets = outside.bracket & outside.structural & bare;
	return block;
}

TIER_INLINE void
index_store_brackets(KernelIndex *index, const IndexBlock *block)
{
	KernelBracket *next = index->brackets + index->bracket_count;
	uint64_t	bits = block->brackets;

	index->bracket_count += (uint32_t) __builtin_popcountll(bits);
	while (bits != 0)
	{
		uint64_t	before = (bits & -bits) - 1;

		next->entry = index->entry_count + (uint32_t) __builtin_popcountll(block->entries & before);
		next->commas = index->commas + (uint32_t) __builtin_popcountll(block->commas & before);
		next++;
		bits &= bits - 1;
	}
}

TIER_INLINE void
index_mark_escaped(uint32_t *entries, const IndexBlock *block)
{
	uint64_t	bits;

	for (bits = block->escaped_ends; bits != 0; bits &= bits - 1)
	{
		uint64_t	before = (bits & -bits) - 1;

		entries[__builtin_popcountll(block->entries & before)] |= KERNEL_INDEX_ESCAPED;
	}
}

TIER_INLINE void
index_one(KernelIndex *index, const char *src)
{
	IndexInside inside = index_inside(src);
	IndexBlock	block;
	uint32_t   *next;

	/* nothing but the middle of a string */
	if (index->in_string != 0 && (inside.quote | inside.backslash | index->escape) == 0)
	{
		index->control |= inside.control;
		index->offset += KERNEL_INDEX_BLOCK;
		return;
	}
	block = index_block(index, &inside, src);
	next = index->entries + index->entry_count;
	index_store(next, block.entries, index->offset);
	if (TARGET_UNLIKELY(block.escaped_ends != 0))
		index_mark_escaped(next, &block);
	index_store_brackets(index, &block);
	index->entry_count += (uint32_t) __builtin_popcountll(block.entries);
	index->commas += (uint32_t) __builtin_popcountll(block.commas);
	index->offset += KERNEL_INDEX_BLOCK;
}

static TIER_TARGET void
TIER(index) (KernelIndex *index, const char *src, size_t len)
{
	KernelIndex work = *index;
	const char *end = src + len;

	for (; end - src >= KERNEL_INDEX_BLOCK; src += KERNEL_INDEX_BLOCK)
		index_one(&work, src);
	if (src < end)
	{
		char		tail[KERNEL_INDEX_BLOCK];

		memset(tail, ' ', sizeof(tail));
		memcpy(tail, src, (size_t) (end - src));
		index_one(&work, tail);
	}
	*index = work;
}
