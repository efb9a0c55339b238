/*
 * kernel.h
 *		The operations that exist once per instruction set ("tier").
 *
 * A kernel owns neither memory nor errors: the caller guarantees the room,
 * the return value says where the kernel stopped.  Calls are coarse (a whole
 * string), so that the call through a pointer costs nothing that shows.
 * Every tier gives the same bytes; scalar.c is the reference.
 */
#ifndef FASTJSON_KERNEL_H
#define FASTJSON_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes behind the promised output that an escaping operation may overwrite. */
#define KERNEL_ESCAPE_SLOP	64

/*
 * Most output bytes that one input byte can become: \u00xx.  A character of
 * several bytes becomes less for each: at most \uxxxx for two or three, and
 * two of these for four.
 */
#define KERNEL_ESCAPE_MAX	6

/*
 * Room: dst has KERNEL_ESCAPE_MAX * len + KERNEL_ESCAPE_SLOP bytes.
 *
 * Writes src[0..len) as the inside of a JSON string (without the quotes) and
 * returns the end of what it wrote.  Reads nothing outside src[0..len); bytes
 * behind the returned end, up to the promised room, may be overwritten.  src
 * and dst do not overlap.
 */
typedef char *(*KernelEscape) (char *dst, const char *src, size_t len);

/* Bytes of a block of `index`; a text is cut only at a multiple of them. */
#define KERNEL_INDEX_BLOCK	64

/* Array elements behind the promised ones that `index` may overwrite. */
#define KERNEL_INDEX_SLOP	64

/* Set in the entry of a closing quote when its string has a backslash. */
#define KERNEL_INDEX_ESCAPED	UINT32_C(0x80000000)

/* Bytes behind the promised output that `unescape` may overwrite. */
#define KERNEL_UNESCAPE_SLOP	64

/* A bracket outside strings. */
typedef struct KernelBracket
{
	uint32_t	entry;			/* its place among the entries */
	uint32_t	commas;			/* outside strings, in front of it */
} KernelBracket;

/*
 * What `index` has found so far in a JSON text that it gets piece by piece.
 * All zero in front of the first piece, but for the places to write to.
 */
typedef struct KernelIndex
{
	uint32_t   *entries;		/* the first entry */
	KernelBracket *brackets;	/* the first bracket */
	uint32_t	entry_count;	/* either can be set back to 0 between pieces */
	uint32_t	bracket_count;
	uint32_t	commas;			/* outside strings */
	uint32_t	offset;			/* of the next piece in the text */
	uint64_t	in_string;		/* all ones when the next piece starts in a string */
	uint64_t	in_token;		/* 1 when it may go on with another token */
	uint64_t	escape;			/* 1 when its first byte is escaped */
	uint64_t	string_escape;	/* 1 when the open string has a backslash */
	uint64_t	control;		/* not 0 when a string has a control character */
} KernelIndex;

typedef struct Kernel
{
	const char *name;

	/*
	 * What JSON demands: '"', '\\' and bytes below 0x20 are escaped, \b \f \n
	 * \r \t by name, the others as \u00xx in lower case.  All other bytes,
	 * 0x7f and above 0x7f included, are copied, whatever the encoding.
	 */
	KernelEscape escape;

	/*
	 * Moreover '<', '>' and '&', and of UTF-8 the line and paragraph
	 * separators (U+2028, U+2029), all as \uxxxx, so that the text can stand
	 * in a script element of HTML.
	 */
	KernelEscape escape_html;

	/*
	 * Moreover all characters of UTF-8 that are not ASCII, as \uxxxx, those
	 * above U+FFFF as two surrogates.  A byte that is not part of a
	 * well-formed character becomes \ufffd.
	 */
	KernelEscape escape_ascii;

	/*
	 * Room: len + KERNEL_INDEX_SLOP elements behind the entries and brackets
	 * that are there.
	 *
	 * Goes on with a JSON text of less than 2^30 bytes, whose next piece is
	 * src[0..len).  len is a multiple of KERNEL_INDEX_BLOCK in all pieces but
	 * the last.  Nothing is rejected; the meaning for any bytes is:
	 *
	 * A byte behind an odd number of backslashes is escaped.  '"' that is not
	 * escaped opens a string, or closes it.  Bytes outside strings are white
	 * (blank, \t, \n, \r), one of { } [ ] : , or part of another token, which
	 * ends in front of a byte of any other kind.
	 *
	 * Entries are the offsets in the text, in order, of both quotes of each
	 * string, of each of { } [ ] : , and of the first byte of each other
	 * token.  Brackets are those of { } [ ].
	 */
	void		(*index) (KernelIndex *index, const char *src, size_t len);

	/*
	 * Room: dst has len + KERNEL_UNESCAPE_SLOP bytes.
	 *
	 * Writes what the inside of a JSON string, src[0..len), stands for and
	 * returns the end of what it wrote.  \uXXXX becomes UTF-8.  NULL if a
	 * backslash is not followed by one of "\/bfnrt or by u and four hex
	 * digits, or if these stand for U+0000 or for half a surrogate pair.
	 * Other bytes are copied, whatever they are.
	 */
	char	   *(*unescape) (char *dst, const char *src, size_t len);
} Kernel;

/* One row of the table of tiers: known, but maybe not built or not runnable. */
typedef struct KernelTier
{
	const char *name;
	uint32_t	needs;			/* CPU_* bits that its instructions need */
	const Kernel *kernel;		/* NULL when left out of this build */
} KernelTier;

/* All tiers of all architectures, best first; the last is scalar. */
extern const KernelTier kernel_tiers[];
extern const int kernel_tier_count;

/* Does this CPU, with this operating system, offer what the tier needs? */
extern bool kernel_supported(const KernelTier *tier);

/* The best tier that is built and supported; never NULL, scalar always is. */
extern const Kernel *kernel_best(void);

/* The tier of that name if it is built and supported, else NULL. */
extern const Kernel *kernel_find(const char *name);

#endif							/* FASTJSON_KERNEL_H */
