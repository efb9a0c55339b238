/*
 * characters.tmpl.h
 *		What `escape_ascii` makes of text that is not all ASCII: \uxxxx for four
 *		characters of the same length at a time.
 *
 * Parameters, defined by the tier before it includes this file, for vectors
 * of 16 bytes:
 *
 *	characters_select(v, row)	byte n is that of v which row's byte n tells, or
 *						0 if that is 0x80
 *	characters_bits(v)	bit n of a uint32_t: the top bit of byte n
 */

typedef uint8_t CharacterBytes __attribute__((vector_size(16)));
typedef uint32_t CharacterLanes __attribute__((vector_size(16)));
typedef int32_t CharacterCodes __attribute__((vector_size(16)));

TIER_INLINE CharacterBytes characters_select(CharacterBytes v, CharacterBytes row);
TIER_INLINE uint32_t characters_bits(CharacterBytes v);

/* A row of character_rows, or the 16 bytes of a text. */
TIER_INLINE CharacterBytes
characters_row(const void *row)
{
	CharacterBytes v;

	memcpy(&v, row, sizeof(v));
	return v;
}

#define CHARACTERS_ROW(row)	((CharacterLanes) characters_row(row))

/* The four codes that `select`, a row of code_rows, finds in v; 24 bytes. */
TIER_INLINE void
characters_put(char *dst, CharacterBytes v, const uint8_t *select)
{
	CharacterBytes odd = characters_row(code_rows.odd);
	CharacterBytes bytes = characters_select(v, characters_row(select));
	CharacterBytes halves = (bytes & odd) | (CharacterBytes) ((CharacterLanes) bytes >> 4 & (CharacterLanes) odd >> 8);
	CharacterBytes digits = characters_select(characters_row(code_rows.hex), halves);
	CharacterBytes head = characters_select(digits, characters_row(code_rows.head));
	CharacterBytes tail = characters_select(digits, characters_row(code_rows.tail));

	head |= characters_row(code_rows.head_text);
	tail |= characters_row(code_rows.tail_text);
	memcpy(dst, &head, 16);
	memcpy(dst + 16, &tail, 8);
}

/*
 * Up to four characters of that size at at.src, where 16 bytes can be read: as
 * many as there are and are well-formed.  May write 48 bytes.
 */
TIER_INLINE Cursor
characters_of_size(Cursor at, const size_t size)
{
	const CharacterRows *rows = &character_rows[size];
	CharacterLanes lanes = (CharacterLanes) characters_select(characters_row(at.src), characters_row(rows->order));
	CharacterCodes codes = (CharacterCodes) ((lanes & CHARACTERS_ROW(rows->bits[0]))
											 | (lanes >> 2 & CHARACTERS_ROW(rows->bits[1]))
											 | (lanes >> 4 & CHARACTERS_ROW(rows->bits[2]))
											 | (lanes >> 6 & CHARACTERS_ROW(rows->bits[3])));
	CharacterCodes wrong = (CharacterCodes) ((lanes & CHARACTERS_ROW(rows->marks)) != CHARACTERS_ROW(rows->length))
		| (codes < (CharacterCodes) CHARACTERS_ROW(rows->least))
		| (codes > (CharacterCodes) CHARACTERS_ROW(rows->most))
		| (codes >> 11 == 0xd800 >> 11);
	uint32_t	bits = characters_bits((CharacterBytes) wrong);
	size_t		count = 4;

	/* That there are four is guessed, so that the next ones need not wait for it. */
	if (TARGET_UNLIKELY(bits != 0))
		count = (size_t) __builtin_ctz(bits) / 4;
	if (size == 4)
	{
		CharacterCodes pairs = ((codes - 0x10000) >> 10) + 0xd800 + (((codes & 0x3ff) + 0xdc00) << 16);

		characters_put(at.dst, (CharacterBytes) pairs, code_rows.pairs[0]);
		characters_put(at.dst + 24, (CharacterBytes) pairs, code_rows.pairs[1]);
		at.dst += count * 6;
	}
	else
		characters_put(at.dst, (CharacterBytes) codes, code_rows.codes);
	at.dst += count * 6;
	at.src += count * size;
	return at;
}

/* Does another one follow that seems to be of that size?  One alone is not worth it. */
TIER_INLINE bool
characters_follow(const char *src, size_t size)
{
	return (((unsigned char) src[0] ^ (unsigned char) src[size]) & 0xe0) == 0;
}

/* One character or more, the first of which is not ASCII; 16 bytes can be read. */
TIER_INLINE Cursor
characters_escape(Cursor at, const char *end)
{
	unsigned char lead = (unsigned char) *at.src;
	const char *src = at.src;

	if (lead >= 0xf0)
	{
		if (characters_follow(src, 4))
			at = characters_of_size(at, 4);
	}
	else if (lead >= 0xe0)
	{
		if (characters_follow(src, 3))
			at = characters_of_size(at, 3);
	}
	else if (characters_follow(src, 2))
		at = characters_of_size(at, 2);
	return TARGET_LIKELY(at.src != src) ? at : escape_character(at, end, ESCAPE_ASCII);
}

/* As escape_run(). */
TIER_NOINLINE Cursor
TIER(escape_run_ascii) (Cursor at, const char *end)
{
	const char *least = at.src + MODE_RUN_BYTES;

	while (end - at.src >= 16)
	{
		uint64_t	word = load_8(at.src);

		if ((signed char) *at.src < 0)
			at = characters_escape(at, end);
		else if (!word_is_bytes(word, ESCAPE_ASCII))
			at = escape_character(at, end, ESCAPE_ASCII);
		else if (at.src >= least && word_is_clean_in(word, ESCAPE_ASCII))
			return at;
		else
			at = escape_8_in(at, ESCAPE_ASCII);
	}
	return escape_run(at, end, ESCAPE_ASCII);
}
