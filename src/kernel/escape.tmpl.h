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
 *	vec_range(v), vec_slash(v), vec_suspects(range, slash)	together: zero where a
 *						byte is escaped; the first two of several vectors may
 *						be combined by vec_min
 *	vec_min(a, b)		per byte, unsigned
 *	vec_zeros(v)		bit n of a uint64_t: byte n is zero
 *	vec_letters(v)		bytes with an escape by name replaced by its second
 *						character, all others as they are
 *	vec_controls(v)		bit n of a uint64_t: byte n is below 0x20
 *	vec_widen(dst, v, escaped, n)	store v's first n bytes with a backslash in
 *						front of each in `escaped`; may write 2 * VEC_BYTES
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
#ifndef STEP_BYTES
#define STEP_BYTES		128
#endif
#ifndef STEP_RELOAD
#define STEP_RELOAD (VEC_BYTES < 32)
#endif

/* What is analysed at once in a text that has escapes: one bit a byte. */
#define BLOCK_BYTES		64
#define BLOCK_VECS		(BLOCK_BYTES / VEC_BYTES)

/* How far escape_block() may read from its start. */
#define BLOCK_READS		(2 * BLOCK_BYTES)

#ifndef BLOCK_STICK
#define BLOCK_STICK		4
#endif

/* The longest string that is not taken apart into steps and blocks. */
#define SHORT_BYTES		128

/* The block of a short string; at most 32, lest few strings have room for one. */
#ifndef SHORT_BLOCK
#define SHORT_BLOCK		32
#endif

/* Of 16 bytes with a \u00xx so many escaped make `dense` faster than `sparse`. */
#ifndef BLOCK_DENSE
#define BLOCK_DENSE		4
#endif
#ifndef LAST_DENSE
#define LAST_DENSE		2
#endif

/* How far `dense` goes in a long text before the vectors are asked again. */
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

/* `dense`; this and the next two are kept out of the way of everything else. */
TIER_NOINLINE Cursor
TIER(escape_dense)(Cursor at, const char *least, const char *limit)
{
	return escape_dense(at, least, limit);
}

/*
 * A block of n bytes some of which become \u00xx; twice as many may be read.
 */
TIER_NOINLINE Cursor
TIER(escape_controls)(Cursor at, size_t n, uint64_t escaped, const char *end)
{
	if (bit_count(escaped) * 16 >= n * BLOCK_DENSE)
		return TIER(escape_dense)(at, at.src + n, end - at.src > DENSE_BYTES ? at.src + DENSE_BYTES : end);
	at.dst = sparse(at.dst, at.src, n, escaped);
	at.src += n;
	return at;
}

/* `sparse` for the last n bytes of a text, which v holds. */
TIER_NOINLINE char *
TIER(escape_last_sparse)(char *dst, Vec v, size_t n, uint64_t escaped)
{
	char		copy[BLOCK_BYTES + SPARSE_SLOP] = {0};

	vec_store(copy, v);
	return sparse(dst, copy, n, escaped);
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

/* n bytes, a multiple of VEC_BYTES; twice as many may be read. */
TIER_INLINE Cursor
escape_block(Cursor at, const size_t n, const char *end)
{
	Vec			v[BLOCK_VECS];
	uint64_t	escaped[BLOCK_VECS];
	uint64_t	all = 0;
	uint64_t	controls = 0;
	size_t		i;

	TARGET_UNROLL
	for (i = 0; i < n / VEC_BYTES; i++)
	{
		v[i] = vec_load(at.src + i * VEC_BYTES);
		escaped[i] = escaped_in(v[i]);
		all |= escaped[i] << (i * VEC_BYTES);
	}
	if ((all & (all - 1)) == 0)
		return splice(at, n, all);

	TARGET_UNROLL
	for (i = 0; i < n / VEC_BYTES; i++)
	{
		v[i] = vec_letters(v[i]);
		controls |= vec_controls(v[i]);
	}
	if (TARGET_UNLIKELY(controls != 0))
		return TIER(escape_controls)(at, n, all, end);
	TARGET_UNROLL
	for (i = 0; i < n / VEC_BYTES; i++)
	{
		vec_widen(at.dst, v[i], escaped[i], VEC_BYTES);
		at.dst += VEC_BYTES + bit_count(escaped[i]);
	}
	at.src += n;
	return at;
}

/* n bytes, up to VEC_BYTES, which v holds; no byte behind them may be read. */
TIER_INLINE Cursor
escape_last(Cursor at, Vec v, size_t n, const char *end)
{
	uint64_t	escaped = escaped_in(v) & LOW_BITS(n);
	Vec			letters = vec_letters(v);

	if (TARGET_LIKELY((vec_controls(letters) & LOW_BITS(n)) == 0))
	{
		vec_widen(at.dst, letters, escaped, n);
		at.dst += n + bit_count(escaped);
	}
	else if (bit_count(escaped) * 16 >= n * LAST_DENSE)
		return TIER(escape_dense)(at, at.src + n, end);
	else
		at.dst = TIER(escape_last_sparse)(at.dst, v, n, escaped);
	at.src += n;
	return at;
}

/* A string of up to SHORT_BYTES that is not clean. */
TIER_NOINLINE char *
TIER(escape_short)(char *dst, const char *src, size_t len, size_t before)
{
	const char *end = src + len;
	Cursor		at = {dst, src};

	while (end - at.src >= 2 * SHORT_BLOCK)
		at = escape_block(at, SHORT_BLOCK, end);
#if VEC_BYTES < SHORT_BLOCK
	while (end - at.src >= 2 * VEC_BYTES)
		at = escape_block(at, VEC_BYTES, end);
#endif
	while (end - at.src >= VEC_BYTES)
		at = escape_last(at, vec_load(at.src), VEC_BYTES, end);
	if (at.src < end)
		at = escape_last(at, vec_part(at.src, end - at.src, at.src - src + before), end - at.src, end);
	return at.dst;
}

/*
 * Copy a step if it is clean.  The next step begins earlier by what dst lacks
 * to be aligned, since stores across two cache lines would cost a third of
 * the speed.
 */
TIER_INLINE bool
copy_step(Cursor *at)
{
	Vec			v[STEP_BYTES / VEC_BYTES];
	Suspects	suspects = suspects_first(v[0] = vec_load(at->src));
	size_t		aligned = (uintptr_t) at->dst & (VEC_BYTES - 1);
	int			i;

	TARGET_UNROLL
	for (i = 1; i < STEP_BYTES / VEC_BYTES; i++)
	{
		v[i] = vec_load(at->src + i * VEC_BYTES);
		suspects = suspects_add(suspects, v[i]);
	}
	if (!suspects_none(suspects))
		return false;
	TARGET_UNROLL
	for (i = 0; i < STEP_BYTES / VEC_BYTES; i++)
		vec_store(at->dst + i * VEC_BYTES, STEP_RELOAD ? vec_load(at->src + i * VEC_BYTES) : v[i]);
	at->dst += STEP_BYTES - aligned;
	at->src += STEP_BYTES - aligned;
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
			at = escape_block(at, BLOCK_BYTES, end);
	}
	return TIER(escape)(at.dst, at.src, end - at.src);
}

/*
 * A string of count to 2 * count vectors: copy the first `count` and the last
 * `count`, which overlap or meet.  If they were not clean, escape it, but not
 * its first half again if only the second was to blame.
 */
TIER_INLINE char *
escape_halves(char *dst, const char *src, size_t len, const int count)
{
	const char *src_last = src + len - count * VEC_BYTES;
	char	   *dst_last = dst + len - count * VEC_BYTES;
	Vec			v = vec_load(src);
	Suspects	first = suspects_first(v);
	Suspects	all;
	size_t		done = 0;
	int			i;

	vec_store(dst, v);
	TARGET_UNROLL
	for (i = 1; i < count; i++)
	{
		v = vec_load(src + i * VEC_BYTES);
		vec_store(dst + i * VEC_BYTES, v);
		first = suspects_add(first, v);
	}
	all = first;
	TARGET_UNROLL
	for (i = 0; i < count; i++)
	{
		v = vec_load(src_last + i * VEC_BYTES);
		vec_store(dst_last + i * VEC_BYTES, v);
		all = suspects_add(all, v);
	}
	if (TARGET_LIKELY(suspects_none(all)))
		return dst + len;
	if (SKIP && suspects_none(first))
		done = count * VEC_BYTES;
	return TIER(escape_short)(dst + done, src + done, len - done, done);
}

static TIER_TARGET char *
TIER(escape)(char *dst, const char *src, size_t len)
{
	if (len <= 32)
	{
		if (len < 8)
			return escape_below_8(dst, src, len);
		if (TARGET_LIKELY(vec_copy_8_to_32(dst, src, len)))
			return dst + len;
		return TIER(escape_short)(dst, src, len, 0);
	}
	if (len <= 64)
		return escape_halves(dst, src, len, 32 / VEC_BYTES);
	if (len <= SHORT_BYTES)
		return escape_halves(dst, src, len, 64 / VEC_BYTES);
	return TIER(escape_long)(dst, src, len);
}
