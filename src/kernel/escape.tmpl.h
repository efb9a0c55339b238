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
 *	vec_part(src, n, before)	n < VEC_BYTES bytes in order, then anything;
 *						`before` bytes in front of src may be read too
 *	vec_suspects(v)		zero where a byte is escaped, not zero elsewhere
 *	vec_min(a, b)		per byte, unsigned
 *	vec_zeros(v)		bit n of a uint64_t: byte n is zero
 *	vec_letters(v)		bytes with an escape by name replaced by its second
 *						character, all others as they are
 *	vec_controls(v)		bit n of a uint64_t: byte n is below 0x20
 *	vec_widen(dst, v, escaped)	store v with a backslash in front of each byte
 *						in `escaped`; may write 2 * VEC_BYTES
 *	vec_copy_8_to_32(dst, src, len)	copy a string of 8 to 32 bytes; was it clean?
 *
 * Clean text is copied: a string of up to SHORT_BYTES by loads that overlap in
 * its middle, a longer one four vectors at a time.  Where there is something
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
 */

#define TIER_INLINE		TARGET_INLINE TIER_TARGET
#define TIER_NOINLINE	TARGET_NOINLINE TIER_TARGET

/* Bits 0 to n - 1; n is 1 to 64. */
#define LOW_BITS(n)		(~UINT64_C(0) >> (64 - (n)))

/* Four vectors are tested and copied at once. */
#define STEP_BYTES		(4 * VEC_BYTES)

/* What is analysed at once in a text that has escapes: one bit a byte. */
#define BLOCK_BYTES		64
#define BLOCK_VECS		(BLOCK_BYTES / VEC_BYTES)

/* How far escape_block() may read from its start. */
#define BLOCK_READS		(2 * BLOCK_BYTES)

#ifndef BLOCK_STICK
#define BLOCK_STICK		2
#endif

/* The longest string that is not taken apart into steps and blocks. */
#define SHORT_BYTES		128

/* With so many escapes, \u00xx among them, `dense` is faster than `sparse`. */
#ifndef BLOCK_DENSE
#define BLOCK_DENSE		20
#endif
#ifndef VEC_DENSE
#define VEC_DENSE		(VEC_BYTES / 8)
#endif

/* How far `dense` goes in a long text before the vectors are asked again. */
#define DENSE_BYTES		512

/* How far escape_sparse() reads behind src + n. */
#define SPARSE_SLOP		32

static TIER_TARGET char *TIER(escape) (char *dst, const char *src, size_t len);

TIER_INLINE void
copy_32(char *dst, const char *src)
{
	int			i;

	TARGET_UNROLL
	for (i = 0; i < 32; i += 16)
		memcpy(dst + i, src + i, 16);
}

TIER_NOINLINE char *
TIER(escape_sparse)(char *dst, const char *src, size_t n, uint64_t escaped)
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

/* `sparse` where no byte behind the vector may be read. */
TIER_NOINLINE char *
TIER(escape_sparse_last)(char *dst, Vec v, size_t n, uint64_t escaped)
{
	char		copy[VEC_BYTES + SPARSE_SLOP];

	vec_store(copy, v);
	memset(copy + VEC_BYTES, 0, SPARSE_SLOP);
	return TIER(escape_sparse)(dst, copy, n, escaped);
}

/*
 * `splice` of n bytes, VEC_BYTES or BLOCK_BYTES; without an escape, the last
 * byte passes for one, which the table maps to itself.  Reads 2 * n bytes.
 */
TIER_INLINE Cursor
splice(Cursor at, const size_t n, uint64_t escaped)
{
	size_t		found = (size_t) __builtin_ctzll(escaped | UINT64_C(1) << (n - 1));
	const char *rest = at.src + found + 1;
	size_t		i;

	TARGET_UNROLL
	for (i = 0; i < n; i += VEC_BYTES)
		vec_store(at.dst + i, vec_load(at.src + i));
	at.dst = escape_byte(at.dst + found, at.src[found]);
	TARGET_UNROLL
	for (i = 0; i < n; i += VEC_BYTES)
		vec_store(at.dst + i, vec_load(rest + i));
	at.dst += n - 1 - found;
	at.src += n;
	return at;
}

/* The vector at at.src, n bytes of it; no more than [at.src, end) is read. */
TIER_INLINE Cursor
escape_vec(Cursor at, Vec v, size_t n, const char *end)
{
	uint64_t	escaped = vec_zeros(vec_suspects(v)) & LOW_BITS(n);
	Vec			letters;

	if (end - at.src >= 2 * VEC_BYTES && (escaped & (escaped - 1)) == 0)
		return splice(at, VEC_BYTES, escaped);

	letters = vec_letters(v);
	if (TARGET_LIKELY((vec_controls(letters) & LOW_BITS(n)) == 0))
	{
		vec_widen(at.dst, letters, escaped);
		at.dst += n + __builtin_popcountll(escaped);
	}
	else if (__builtin_popcountll(escaped) >= VEC_DENSE)
		return escape_dense(at, at.src + n, end);
	else
		at.dst = TIER(escape_sparse_last)(at.dst, v, n, escaped);
	at.src += n;
	return at;
}

/* A string of up to SHORT_BYTES that is not clean. */
TIER_NOINLINE char *
TIER(escape_short)(char *dst, const char *src, size_t len)
{
	const char *end = src + len;
	Cursor		at = {dst, src};

	while (end - at.src >= VEC_BYTES)
		at = escape_vec(at, vec_load(at.src), VEC_BYTES, end);
	if (at.src < end)
		at = escape_vec(at, vec_part(at.src, end - at.src, at.src - src), end - at.src, end);
	return at.dst;
}

/* A block in a text of which BLOCK_READS bytes or more are left. */
TIER_INLINE Cursor
escape_block(Cursor at, const char *end)
{
	Vec			v[BLOCK_VECS];
	uint64_t	escaped[BLOCK_VECS];
	uint64_t	all = 0;
	uint64_t	controls = 0;
	int			i;

	TARGET_UNROLL
	for (i = 0; i < BLOCK_VECS; i++)
	{
		v[i] = vec_load(at.src + i * VEC_BYTES);
		escaped[i] = vec_zeros(vec_suspects(v[i]));
		all |= escaped[i] << (i * VEC_BYTES % 64);
	}
	if ((all & (all - 1)) == 0)
		return splice(at, BLOCK_BYTES, all);

	TARGET_UNROLL
	for (i = 0; i < BLOCK_VECS; i++)
	{
		v[i] = vec_letters(v[i]);
		controls |= vec_controls(v[i]) << (i * VEC_BYTES % 64);
	}
	if (TARGET_LIKELY(controls == 0))
	{
		TARGET_UNROLL
		for (i = 0; i < BLOCK_VECS; i++)
		{
			vec_widen(at.dst, v[i], escaped[i]);
			at.dst += VEC_BYTES + __builtin_popcountll(escaped[i]);
		}
	}
	else if (__builtin_popcountll(all) >= BLOCK_DENSE)
		return escape_dense(at, at.src + BLOCK_BYTES,
							end - at.src > DENSE_BYTES ? at.src + DENSE_BYTES : end);
	else
		at.dst = TIER(escape_sparse)(at.dst, at.src, BLOCK_BYTES, all);
	at.src += BLOCK_BYTES;
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
	Vec			a = vec_load(at->src);
	Vec			b = vec_load(at->src + VEC_BYTES);
	Vec			c = vec_load(at->src + 2 * VEC_BYTES);
	Vec			d = vec_load(at->src + 3 * VEC_BYTES);
	size_t		n = STEP_BYTES - ((uintptr_t) at->dst & (VEC_BYTES - 1));

	if (vec_zeros(vec_min(vec_min(vec_suspects(a), vec_suspects(b)),
						  vec_min(vec_suspects(c), vec_suspects(d)))) != 0)
		return false;
	vec_store(at->dst, a);
	vec_store(at->dst + VEC_BYTES, b);
	vec_store(at->dst + 2 * VEC_BYTES, c);
	vec_store(at->dst + 3 * VEC_BYTES, d);
	at->dst += n;
	at->src += n;
	return true;
}

/* A text of more than SHORT_BYTES; its end is done as a short string. */
TIER_NOINLINE char *
TIER(escape_long)(char *dst, const char *src, size_t len)
{
	const char *end = src + len;
	Cursor		at = {dst, src};
	int			i;

	while (end - at.src >= BLOCK_READS)
	{
		if (TARGET_LIKELY(copy_step(&at)))
			continue;
		for (i = 0; i < BLOCK_STICK && end - at.src >= BLOCK_READS; i++)
			at = escape_block(at, end);
	}
	return TIER(escape)(at.dst, at.src, end - at.src);
}

/*
 * Copy the first `count` vectors of a string and its last `count`, which
 * overlap or meet; were they clean?
 */
TIER_INLINE bool
copy_ends(char *dst, const char *src, size_t len, const int count)
{
	const char *src_last = src + len - count * VEC_BYTES;
	char	   *dst_last = dst + len - count * VEC_BYTES;
	Vec			v = vec_load(src);
	Vec			suspects = vec_suspects(v);
	int			i;

	vec_store(dst, v);
	TARGET_UNROLL
	for (i = 1; i < count; i++)
	{
		v = vec_load(src + i * VEC_BYTES);
		vec_store(dst + i * VEC_BYTES, v);
		suspects = vec_min(suspects, vec_suspects(v));
	}
	TARGET_UNROLL
	for (i = 0; i < count; i++)
	{
		v = vec_load(src_last + i * VEC_BYTES);
		vec_store(dst_last + i * VEC_BYTES, v);
		suspects = vec_min(suspects, vec_suspects(v));
	}
	return vec_zeros(suspects) == 0;
}

static TIER_TARGET char *
TIER(escape)(char *dst, const char *src, size_t len)
{
	bool		clean;

	if (len <= 32)
	{
		if (len < 8)
			return escape_below_8(dst, src, len);
		clean = vec_copy_8_to_32(dst, src, len);
	}
	else if (len <= 64)
		clean = copy_ends(dst, src, len, 32 / VEC_BYTES);
	else if (len <= SHORT_BYTES)
		clean = copy_ends(dst, src, len, 64 / VEC_BYTES);
	else
		return TIER(escape_long)(dst, src, len);

	if (TARGET_LIKELY(clean))
		return dst + len;
	return TIER(escape_short)(dst, src, len);
}
