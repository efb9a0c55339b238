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
 *	vec_letters(v)		bytes with an escape by name replaced by its second
 *						character, all others as they are
 *	vec_controls(v)		bit n of a uint64_t: byte n is below 0x20
 *	vec_widen(dst, v, escaped, n)	store v's first n bytes with a backslash in
 *						front of each in `escaped`; may write 64 bytes, or
 *						2 * VEC_BYTES if n is VEC_BYTES
 *
 * It defines what a text longer than AHEAD_BYTES needs, and leaves the rest,
 * and the function that a Kernel points to, to escape_short.tmpl.h or to the
 * tier: TIER(escape) (dst, src, len).
 *
 * Clean text is copied in steps of a few vectors.  Where there is something
 * to escape, there are four ways, by what it is and how much:
 *
 *	splice		one escape at most: copy all, write the escape over it, copy
 *				what follows it once more behind it
 *	widen		any number of escapes by name: byte shuffles
 *	sparse		some \u00xx: each for itself, between copies of what lies between
 *	dense		many \u00xx: all bytes one by one through the table
 *
 * The first two do the same work whatever the text, so that the processor
 * need not guess where the escapes are.
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

/* Of 16 bytes with a \u00xx so many escaped make `dense` faster than `sparse`. */
#define BLOCK_DENSE		4

/* How far `dense` goes in a long text before it is analysed again. */
#define DENSE_BYTES		512

/* How far sparse() reads behind src + n. */
#define SPARSE_SLOP		32

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

/* 32 bytes by the widest moves of the tier. */
TIER_INLINE void
copy_32(char *dst, const char *src)
{
#if VEC_BYTES >= 32
	memcpy(dst, src, 32);
#else
	vec_store(dst, vec_load(src));
	vec_store(dst + 16, vec_load(src + 16));
#endif
}

/* `sparse`; reads up to src + n + SPARSE_SLOP. */
TIER_INLINE char *
sparse(char *dst, const char *src, size_t n, uint64_t escaped)
{
	const char *next = src;
	const char *found;
	size_t		gap;

	do
	{
		found = src + __builtin_ctzll(escaped);
		gap = found - next;
		copy_32(dst, next);
		if (TARGET_UNLIKELY(gap > 32))
			copy_32(dst + 32, next + 32);
		dst = escape_byte(dst + gap, *found);
		next = found + 1;
		escaped &= escaped - 1;
	} while (escaped != 0);

	gap = src + n - next;
	copy_32(dst, next);
	if (gap > 32)
		copy_32(dst + 32, next + 32);
	return dst + gap;
}

/* `dense`; kept, as the next function, out of the way of everything else. */
TIER_NOINLINE Cursor
TIER(escape_dense) (Cursor at, const char *least, const char *limit)
{
	return escape_dense(at, least, limit);
}

/* n bytes some of which become \u00xx. */
TIER_NOINLINE Cursor
TIER(escape_controls) (Cursor at, size_t n, uint64_t escaped, const char *end)
{
	const char *limit = end - at.src > DENSE_BYTES ? at.src + DENSE_BYTES : end;

	if (bit_count(escaped) * 16 >= n * BLOCK_DENSE || (size_t) (end - at.src) < n + SPARSE_SLOP)
		return TIER(escape_dense) (at, at.src + n, limit);
	at.dst = sparse(at.dst, at.src, n, escaped);
	at.src += n;
	return at;
}

/*
 * `splice` of n bytes; without an escape, the last byte passes for one, which
 * the table maps to itself.  Reads 2 * n bytes.
 */
TIER_INLINE Cursor
splice(Cursor at, const size_t n, uint64_t escaped)
{
	size_t		found = (size_t) __builtin_ctzll(escaped | UINT64_C(1) << (n - 1));
	const char *rest = at.src + found + 1;
	size_t		i;

#pragma GCC unroll 16
	for (i = 0; i < n; i += VEC_BYTES)
		vec_store(at.dst + i, vec_load(at.src + i));
	at.dst = escape_byte(at.dst + found, at.src[found]);
#pragma GCC unroll 16
	for (i = 0; i < n; i += VEC_BYTES)
		vec_store(at.dst + i, vec_load(rest + i));
	at.dst += n - 1 - found;
	at.src += n;
	return at;
}

/* n bytes, a multiple of VEC_BYTES; twice as many may be read. */
TIER_INLINE Cursor
escape_block(Cursor at, const size_t n, const char *end)
{
	Vec			v[BLOCK_VECS];
	uint64_t	escaped[BLOCK_VECS];
	uint64_t	all = 0;
	uint64_t	controls = 0;
	size_t		i;

#pragma GCC unroll 16
	for (i = 0; i < n / VEC_BYTES; i++)
	{
		v[i] = vec_load(at.src + i * VEC_BYTES);
		escaped[i] = escaped_in(v[i]);
		all |= escaped[i] << (i * VEC_BYTES);
	}
	if ((all & (all - 1)) == 0)
		return splice(at, n, all);

#pragma GCC unroll 16
	for (i = 0; i < n / VEC_BYTES; i++)
	{
		v[i] = vec_letters(v[i]);
		controls |= vec_controls(v[i]);
	}
	if (TARGET_UNLIKELY(controls != 0))
		return TIER(escape_controls) (at, n, all, end);
#pragma GCC unroll 16
	for (i = 0; i < n / VEC_BYTES; i++)
	{
		vec_widen(at.dst, v[i], escaped[i], VEC_BYTES);
		at.dst += VEC_BYTES + bit_count(escaped[i]);
	}
	at.src += n;
	return at;
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
