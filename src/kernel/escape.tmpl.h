/*
 * escape.tmpl.h
 *		The operation `escape` over vectors: an algorithm written once, which
 *		each tier includes after the few primitives that it is made of.
 *
 * Parameters, all defined by the tier before it includes this file:
 *
 *	TIER(name)			the name with the tier's suffix
 *	TIER_TARGET			function attribute that raises the instruction set
 *	Vec, VEC_BYTES		a vector; 16, 32 or 64 bytes
 *	vec_load(src), vec_store(dst, v)	unaligned
 *	vec_range(v), vec_slash(v), vec_suspects(range, slash)	together: zero where a
 *						byte is escaped; what the first two give for several
 *						vectors may be combined by vec_min
 *	vec_min(a, b)		per byte, unsigned
 *	vec_zeros(v)		bit n of a uint64_t: byte n is zero
 *
 * and after it, here or in a template that does it for tiers of a kind:
 *
 *	escape_block(at, n, end)	escape n bytes, BLOCK_BYTES or another multiple
 *						of VEC_BYTES, of which twice as many may be read;
 *						may go further, up to `end`
 *	TIER(escape) (dst, src, len)	what a Kernel points to; must do by itself
 *						what is not longer than AHEAD_BYTES
 *
 * Clean text is copied in steps of a few vectors; blocks are for the rest.
 *
 * Loops over a few vectors bear a pragma: gcc at -O2 would keep such a loop,
 * and with it the vectors in memory.
 */

#define TIER_INLINE		TARGET_INLINE TIER_TARGET
#define TIER_NOINLINE	TARGET_NOINLINE TIER_TARGET

/* Bits 0 to n - 1; n is 1 to 64. */
#define LOW_BITS(n)		(~UINT64_C(0) >> (64 - (n)))

/* Clean text is tested and copied in steps. */
#define STEP_BYTES		128
#define STEP_VECS		(STEP_BYTES / VEC_BYTES)

/* Other text is analysed in blocks: one bit a byte. */
#define BLOCK_BYTES		64
#define BLOCK_VECS		(BLOCK_BYTES / VEC_BYTES)

/*
 * So many blocks after a step that was not clean, without trying a step in
 * between: whether text is clean again after an escape is hard to predict.
 */
#define STICKY_BLOCKS	4

/* How far a step or a block may read from its start. */
#define AHEAD_BYTES		(2 * BLOCK_BYTES)

TIER_INLINE Cursor escape_block(Cursor at, const size_t n, const char *end);
static TIER_TARGET char *TIER(escape) (char *dst, const char *src, size_t len);

TIER_INLINE uint64_t
escaped_in(Vec v)
{
	return vec_zeros(vec_suspects(vec_range(v), vec_slash(v)));
}

/* What is escaped in several vectors, as long as only "nothing" is asked for. */
typedef struct Suspects
{
	Vec			range;
	Vec			slash;
} Suspects;

TIER_INLINE Suspects
suspects_first(Vec v)
{
	Suspects	s = {vec_range(v), vec_slash(v)};

	return s;
}

TIER_INLINE Suspects
suspects_add(Suspects s, Vec v)
{
	s.range = vec_min(s.range, vec_range(v));
	s.slash = vec_min(s.slash, vec_slash(v));
	return s;
}

TIER_INLINE bool
suspects_none(Suspects s)
{
	return vec_zeros(vec_suspects(s.range, s.slash)) == 0;
}

/*
 * Copy a step if it is clean.  The next step begins earlier by what dst lacks
 * to be aligned, since stores across two cache lines would cost a third of
 * the speed.
 */
TIER_INLINE bool
copy_step(Cursor *at)
{
	Vec			v[STEP_VECS];
	Suspects	suspects;
	size_t		n = STEP_BYTES - ((uintptr_t) at->dst & (VEC_BYTES - 1));
	int			i;

	v[0] = vec_load(at->src);
	suspects = suspects_first(v[0]);
#pragma GCC unroll 16
	for (i = 1; i < STEP_VECS; i++)
	{
		v[i] = vec_load(at->src + i * VEC_BYTES);
		suspects = suspects_add(suspects, v[i]);
	}
	if (!suspects_none(suspects))
		return false;

#pragma GCC unroll 16
	for (i = 0; i < STEP_VECS; i++)
	{
		/* More vectors than this would not stay in the registers. */
		if (STEP_VECS > 4)
			v[i] = vec_load(at->src + i * VEC_BYTES);
		vec_store(at->dst + i * VEC_BYTES, v[i]);
	}
	at->dst += n;
	at->src += n;
	return true;
}

/* A text of any length; its end is left to TIER(escape). */
TIER_NOINLINE char *
TIER(escape_long) (char *dst, const char *src, size_t len)
{
	const char *end = src + len;
	Cursor		at = {dst, src};
	int			i;

	while (end - at.src >= AHEAD_BYTES)
	{
		if (TARGET_LIKELY(copy_step(&at)))
			continue;
		for (i = 0; i < STICKY_BLOCKS && end - at.src >= AHEAD_BYTES; i++)
			at = escape_block(at, BLOCK_BYTES, end);
	}
	return TIER(escape) (at.dst, at.src, end - at.src);
}
