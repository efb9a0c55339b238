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
 *	vec_range(v, mode), vec_slash(v, mode), vec_suspects(range, slash, mode)
 *						together: zero where a byte is escaped in that mode, or
 *						begins a character that may be; what the first two
 *						give for several vectors may be combined by
 *	vec_min_range(a, b, mode), vec_min(a, b)	per byte; the latter unsigned
 *	vec_zeros(v)		bit n of a uint64_t: byte n is zero
 *	vec_no_zero(v)		is no byte zero?
 *
 * and after it, here or in a template that does it for tiers of a kind:
 *
 *	escape_block(at, n, end, mode)	escape as JSON n bytes, BLOCK_BYTES or another
 *						multiple of VEC_BYTES, of which twice as many may be
 *						read; may go further, up to `end`, where the mode
 *						escapes nothing else
 *	TIER(escape) (dst, src, len)	what a Kernel points to; must do by itself
 *						what is not longer than AHEAD_BYTES
 *	copy_if_clean(dst, src, len, mode)	copy a text that is not longer than
 *						AHEAD_BYTES; was it clean?
 *
 * Clean text is copied in steps of a few vectors; blocks are for the rest.
 *
 * Loops over a few vectors bear a pragma: gcc at -O2 would keep such a loop,
 * and with it the vectors in memory.
 */

/* Bits 0 to n - 1; n is 1 to 64. */
#define LOW_BITS(n)		(~UINT64_C(0) >> (64 - (n)))

/* Clean text is tested and copied in steps. */
#define STEP_BYTES		128
#define STEP_VECS		(STEP_BYTES / VEC_BYTES)

/*
 * How far ahead of a step the memory is asked for: what is just beyond the
 * first level of the cache comes too late otherwise.  To prefetch is not to
 * read, so it may go beyond the text.
 */
#define PREFETCH_BYTES	1024

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

TIER_INLINE Cursor escape_block(Cursor at, const size_t n, const char *end, const EscapeMode mode);
static TIER_TARGET char *TIER(escape) (char *dst, const char *src, size_t len);

/* What is escaped in several vectors, as long as only "nothing" is asked for. */
typedef struct Suspects
{
	Vec			range;
	Vec			slash;
} Suspects;

TIER_INLINE Suspects
suspects_first(Vec v, const EscapeMode mode)
{
	Suspects	s = {vec_range(v, mode), vec_slash(v, mode)};

	return s;
}

TIER_INLINE Suspects
suspects_add(Suspects s, Vec v, const EscapeMode mode)
{
	s.range = vec_min_range(s.range, vec_range(v, mode), mode);
	s.slash = vec_min(s.slash, vec_slash(v, mode));
	return s;
}

TIER_INLINE bool
suspects_none(Suspects s, const EscapeMode mode)
{
	return vec_no_zero(vec_suspects(s.range, s.slash, mode));
}

/* Bit n: byte n is escaped, or begins a character that may be. */
TIER_INLINE uint64_t
escaped_in(Vec v, const EscapeMode mode)
{
	return vec_zeros(vec_suspects(vec_range(v, mode), vec_slash(v, mode), mode));
}

TIER_INLINE void
prefetch_step(const Cursor *at)
{
	size_t		i;

#pragma GCC unroll 16
	for (i = 0; i < STEP_BYTES; i += 64)
	{
		__builtin_prefetch(at->src + PREFETCH_BYTES + i, 0);
		__builtin_prefetch(at->dst + PREFETCH_BYTES + i, 1);
	}
}

/*
 * Copy a step if it is clean.  The next step begins earlier by what dst lacks
 * to be aligned, since stores across two cache lines would cost a third of
 * the speed.
 */
TIER_INLINE bool
copy_step(Cursor *at, const EscapeMode mode)
{
	Vec			v[STEP_VECS];
	Suspects	suspects;
	size_t		n = STEP_BYTES - ((uintptr_t) at->dst & (VEC_BYTES - 1));
	int			i;

	prefetch_step(at);
	v[0] = vec_load(at->src);
	suspects = suspects_first(v[0], mode);
#pragma GCC unroll 16
	for (i = 1; i < STEP_VECS; i++)
	{
		v[i] = vec_load(at->src + i * VEC_BYTES);
		suspects = suspects_add(suspects, v[i], mode);
	}
	if (!suspects_none(suspects, mode))
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
TARGET_ALIGNED TIER_NOINLINE char *
TIER(escape_long) (char *dst, const char *src, size_t len)
{
	const char *end = src + len;
	Cursor		at = {dst, src};
	int			i;

	while (end - at.src >= AHEAD_BYTES)
	{
		if (TARGET_LIKELY(copy_step(&at, ESCAPE_JSON)))
			continue;
		for (i = 0; i < STICKY_BLOCKS && end - at.src >= AHEAD_BYTES; i++)
			at = escape_block(at, BLOCK_BYTES, end, ESCAPE_JSON);
	}
	return TIER(escape) (at.dst, at.src, end - at.src);
}
