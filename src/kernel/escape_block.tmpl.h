/*
 * escape_block.tmpl.h
 *		What is escaped in a block of 16 to 64 bytes that is not clean, for tiers
 *		whose vectors cannot be loaded and stored in part.
 *
 * Parameters, defined by the tier before it includes this file, besides those
 * of escape.tmpl.h:
 *
 *	vec_letters(v)		bytes with an escape by name replaced by its second
 *						character, all others as they are
 *	vec_controls(v)		bit n of a uint64_t: byte n is below 0x20
 *	vec_widen(dst, v, escaped, n)	store v's first n bytes with a backslash in
 *						front of each in `escaped`; may write 64 bytes, or
 *						2 * VEC_BYTES if n is VEC_BYTES
 *
 * There are four ways, by what is escaped and how much:
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

/* Of 16 bytes with a \u00xx so many escaped make `dense` faster than `sparse`. */
#define BLOCK_DENSE		4

/* How far `dense` goes in a long text before it is analysed again. */
#define DENSE_BYTES		512

/* How far sparse() reads behind src + n. */
#define SPARSE_SLOP		32

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

/* n bytes some of which become \u00xx; twice as many may be read. */
TIER_NOINLINE Cursor
TIER(escape_controls) (Cursor at, size_t n, uint64_t escaped, const char *end)
{
	const char *limit = end - at.src > DENSE_BYTES ? at.src + DENSE_BYTES : end;
	bool		room = n >= SPARSE_SLOP || (size_t) (end - at.src) >= n + SPARSE_SLOP;

	if (bit_count(escaped) * 16 >= n * BLOCK_DENSE || !room)
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
escape_block(Cursor at, const size_t n, const char *end, const EscapeMode mode)
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
		escaped[i] = escaped_in(v[i], ESCAPE_JSON);
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
		return TIER(escape_controls) (at, n, all, mode == ESCAPE_JSON ? end : at.src + n);
#pragma GCC unroll 16
	for (i = 0; i < n / VEC_BYTES; i++)
	{
		vec_widen(at.dst, v[i], escaped[i], VEC_BYTES);
		at.dst += VEC_BYTES + bit_count(escaped[i]);
	}
	at.src += n;
	return at;
}
