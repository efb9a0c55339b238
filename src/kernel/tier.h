/*
 * tier.h
 *		What the files of kernel/ share among themselves: the tiers, and the
 *		tables that they work with.
 */
#ifndef FASTJSON_KERNEL_TIER_H
#define FASTJSON_KERNEL_TIER_H

#include "kernel/kernel.h"
#include "kernel/target.h"

/* Functions of a tier, which has defined TIER_TARGET as the attribute that raises the instruction set. */
#define TIER_INLINE		TARGET_INLINE TIER_TARGET
#define TIER_NOINLINE	TARGET_NOINLINE TIER_TARGET

/* Each is defined in the file of its name, if that is part of the build. */
extern TARGET_HIDDEN const Kernel kernel_avx512;
extern TARGET_HIDDEN const Kernel kernel_avx2;
extern TARGET_HIDDEN const Kernel kernel_sse42;
extern TARGET_HIDDEN const Kernel kernel_neon;
extern TARGET_HIDDEN const Kernel kernel_scalar;

/*
 * What one byte becomes: 1, 2 or 6 characters.  Eight bytes, so that it is
 * copied by one load and one store whatever its length.
 */
typedef struct EscapeText
{
	char		written[7];
	uint8_t		length;
} EscapeText;

extern TARGET_HIDDEN const EscapeText escape_text[256];

/* The same for escape_html, except for the separators. */
extern TARGET_HIDDEN const EscapeText escape_text_html[256];

#ifdef TARGET_X86_64

/*
 * Constants of the vector tiers, each as often as 32 bytes hold it.  They are
 * in memory, and out of the compiler's sight, because gcc builds those that
 * it sees in a general register, anew in each call for a short string.
 */
typedef struct X86Constants
{
	uint8_t		range[32];		/* exchanges 0x20 with 0x22: quotes and
								 * controls become one range, 0 to range_end */
	uint8_t		range_end[32];	/* 0x20 */
	uint8_t		slash[32];		/* '\\' */
	uint8_t		named[32];		/* added, with saturation, to a byte: its low
								 * half still indexes `letters` if it was
								 * below 0x10, else its top bit selects 0 */
	uint8_t		letters[32];	/* by byte, the letter of its escape, or 0 */
	uint8_t		control[32];	/* 0x1f, the last control */
	uint8_t		shift[32];		/* loaded from n on, selects bytes n to 15 */
	uint8_t		low_half[32];	/* 0x0f */
	uint8_t		digit[32];		/* '0' */
	uint8_t		hex[32];		/* by low half of a byte, its digit */
	uint8_t		slash_word[32]; /* '\\', 0 */
	uint8_t		separator[32];	/* 0xe2, which begins U+2028 and U+2029 */
	uint8_t		html[32];		/* by low half of a byte, which of '&', '<'
								 * and '>' it could be */
	uint8_t		html_range[32]; /* by low half of a byte, what makes it, by
								 * exclusive or, 0 to html_end if it is a
								 * control, '"', '&', '<' or '>', else more */
	uint8_t		html_end[32];	/* 0x21 */
	uint8_t		top_bit[32];	/* 0x80 */
	uint8_t		number[32];		/* '\\', 'u', '0', '0', 0, 0, 0, 0 */
} X86Constants;

extern TARGET_HIDDEN const X86Constants x86_constants;

/* A row of them as a vector of 16 or 32 bytes. */
#define X86_ROW_16(row)		_mm_load_si128((const __m128i *) x86_constants.row)
#define X86_ROW_32(row)		_mm256_load_si256((const __m256i *) x86_constants.row)

#endif							/* TARGET_X86_64 */

#endif							/* FASTJSON_KERNEL_TIER_H */
