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
 *	vec_controls(v)		bit n: byte n is below 0x20
 *	vec_widen(dst, v, escaped)	store v with a backslash in front of each byte
 *						in `escaped`; may write 2 * VEC_BYTES
 *
 * Clean text is copied four vectors at a time.  A block of 64 bytes with
 * something to escape goes one of three ways: all escapes by name are done by
 * byte shuffles, without a branch that depends on the text; a few \u00xx are
 * written one by one between copies of what lies between them; many are
 * written byte by byte through the table.
 */

#define TIER_INLINE		TARGET_INLINE TIER_TARGET
#define TIER_NOINLINE	TARGET_NOINLINE TIER_TARGET

/* Bits 0 to n - 1; n is below 64. */
#define LOW_BITS(n)		((UINT64_C(1) << (n)) - 1)

#define BLOCK_BYTES		64
#define BLOCK_VECS		(BLOCK_BYTES / VEC_BYTES)

/* How far a block that is not the last may read from its start. */
#define BLOCK_READS		128

#ifndef BLOCK_DENSE
#define BLOCK_DENSE		20
#endif
#ifndef STICK
#define STICK 2
#endif
#ifndef VEC_DENSE
#define VEC_DENSE (VEC_BYTES / 8)
#endif
#define SHORT_BYTES 128

static TIER_TARGET char *TIER(escape) (char *dst, const char *src, size_t len);

TIER_INLINE void
copy_32(char *dst, const char *src)
{
#if VEC_BYTES >= 32
	memcpy(dst, src, 32);
#else
	Vec			a = vec_load(src);
	Vec			b = vec_load(src + 16);

	vec_store(dst, a);
	vec_store(dst + 16, b);
#endif
}

TIER_INLINE char *
sparse(char *dst, const char *src, size_t n, uint64_t escaped)
{
	const char *end = src + n;
	const char *next = src;
	size_t		gap;

	do
	{
		const char *found = src + __builtin_ctzll(escaped);

		gap = found - next;
		copy_32(dst, next);
		if (TARGET_UNLIKELY(gap > 32))
			copy_32(dst + 32, next + 32);
		dst = escape_byte(dst + gap, *found);
		next = found + 1;
		escaped &= escaped - 1;
	} while (escaped != 0);

	gap = end - next;
	copy_32(dst, next);
	if (gap > 32)
		copy_32(dst + 32, next + 32);
	return dst + gap;
}

/* The first n <= VEC_BYTES bytes of v, which are those at at.src. */
TIER_INLINE Cursor
escape_vec(Cursor at, Vec v, size_t n, const char *end)
{
	uint64_t	valid = n < 64 ? LOW_BITS(n) : ~UINT64_C(0);
	uint64_t	escaped = vec_zeros(vec_suspects(v)) & valid;
	Vec			letters = vec_letters(v);
	char		copy[VEC_BYTES + 64];

	if (TARGET_LIKELY((vec_controls(letters) & valid) == 0))
	{
		vec_widen(at.dst, letters, escaped);
		at.dst += n + __builtin_popcountll(escaped);
		at.src += n;
		return at;
	}
	if (__builtin_popcountll(escaped) >= VEC_DENSE)
		return escape_dense(at, at.src + n, end);
	vec_store(copy, v);
	memset(copy + VEC_BYTES, 0, 64);
	at.dst = sparse(at.dst, copy, n, escaped);
	at.src += n;
	return at;
}

TIER_INLINE char *
splice(char *dst, const char *src, uint64_t escaped)
{
	size_t		at = (size_t) __builtin_ctzll(escaped | UINT64_C(1) << 63);

	copy_32(dst, src);
	copy_32(dst + 32, src + 32);
	dst = escape_byte(dst + at, src[at]);
	copy_32(dst, src + at + 1);
	copy_32(dst + 32, src + at + 33);
	return dst + 63 - at;
}

/* A block; BLOCK_READS bytes may be read. */
TIER_INLINE Cursor
escape_block(Cursor at, const char *end)
{
	Vec			v[BLOCK_VECS];
	uint64_t	escaped[BLOCK_VECS];
	uint64_t	all = 0;
	uint64_t	controls = 0;
	const char *src = at.src;
	int			i;

	TARGET_UNROLL
	for (i = 0; i < BLOCK_VECS; i++)
	{
		v[i] = vec_load(src + i * VEC_BYTES);
		escaped[i] = vec_zeros(vec_suspects(v[i]));
		all |= escaped[i] << (i * VEC_BYTES % 64);
	}
	if ((all & (all - 1)) == 0)
	{
		at.dst = splice(at.dst, src, all);
		at.src += BLOCK_BYTES;
		return at;
	}

	TARGET_UNROLL
	for (i = 0; i < BLOCK_VECS; i++)
	{
		v[i] = vec_letters(v[i]);
		controls |= vec_controls(v[i]) << (i * VEC_BYTES % 64);
	}
	if (controls == 0)
	{
		TARGET_UNROLL
		for (i = 0; i < BLOCK_VECS; i++)
		{
			vec_widen(at.dst, v[i], escaped[i]);
			at.dst += VEC_BYTES + __builtin_popcountll(escaped[i]);
		}
		at.src += BLOCK_BYTES;
		return at;
	}
	if (__builtin_popcountll(all) < BLOCK_DENSE)
	{
		at.dst = sparse(at.dst, src, BLOCK_BYTES, all);
		at.src += BLOCK_BYTES;
		return at;
	}
	return escape_dense(at, src + BLOCK_BYTES, end - src > 512 ? src + 512 : end);
}

/* Any text; kept out of the way of short clean strings. */
TIER_NOINLINE char *
TIER(escape_long)(char *dst, const char *src, size_t len)
{
	const char *end = src + len;
	Cursor at = {dst, src};

	while (end - at.src >= 128)
	{
		Vec			suspects = vec_suspects(vec_load(at.src));
		int i;

		TARGET_UNROLL
		for (i = VEC_BYTES; i < 128; i += VEC_BYTES)
			suspects = vec_min(suspects, vec_suspects(vec_load(at.src + i)));

		if (TARGET_LIKELY(vec_zeros(suspects) == 0))
		{
			TARGET_UNROLL
			for (i = 0; i < 128; i += VEC_BYTES)
				vec_store(at.dst + i, vec_load(at.src + i));
			at.dst += 128;
			at.src += 128;
		}
		else
		{
			for (i = 0; i < STICK && end - at.src >= BLOCK_READS; i++)
				at = escape_block(at, end);
		}
	}
	return TIER(escape)(at.dst, at.src, end - at.src);
}

TIER_NOINLINE char *
TIER(escape_dirty)(char *dst, const char *src, size_t len)
{
	const char *end = src + len;
	Cursor at = {dst, src};

	while (end - at.src >= VEC_BYTES)
		at = escape_vec(at, vec_load(at.src), VEC_BYTES, end);
	if (at.src < end)
		at = escape_vec(at, vec_part(at.src, end - at.src, at.src - src), end - at.src, end);
	return at.dst;
}

TIER_INLINE bool
copy_ends(char *dst, const char *src, size_t len, const int count)
{
	const char *src_tail = src + len - count * VEC_BYTES;
	char *dst_tail = dst + len - count * VEC_BYTES;
	Vec			v = vec_load(src);
	Vec suspects = vec_suspects(v);
	int i;

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
		v = vec_load(src_tail + i * VEC_BYTES);
		vec_store(dst_tail + i * VEC_BYTES, v);
		suspects = vec_min(suspects, vec_suspects(v));
	}
	return vec_zeros(suspects) == 0;
}

TIER_INLINE bool
copy_short(char *dst, const char *src, size_t len)
{
#if VEC_BYTES > 16
	if (len <= 2 * 16)
		return vec_copy_short(dst, src, len);
#else
	if (len <= 2 * 16)
		return copy_ends(dst, src, len, 1);
#endif
	if (len <= 64)
		return copy_ends(dst, src, len, 32 / VEC_BYTES);
	return copy_ends(dst, src, len, 64 / VEC_BYTES);
}

static TIER_TARGET char *
TIER(escape)(char *dst, const char *src, size_t len)
{
	if (len < 8)
		return escape_below_8(dst, src, len);
	if (len < 16)
	{
		uint64_t	head = load_8(src);
		uint64_t	tail = load_8(src + len - 8);

		if (TARGET_LIKELY(word_is_clean(head) && word_is_clean(tail)))
		{
			store_8(dst, head);
			store_8(dst + len - 8, tail);
			return dst + len;
		}
	}
	else if (len > SHORT_BYTES)
		return TIER(escape_long)(dst, src, len);
	else if (TARGET_LIKELY(copy_short(dst, src, len)))
		return dst + len;
	return TIER(escape_dirty)(dst, src, len);
}
