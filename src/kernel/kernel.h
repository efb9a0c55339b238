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
