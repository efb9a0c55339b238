/*
 * tier.h
 *		What the files of kernel/ share among themselves: the tiers, and the
 *		escapes as a table.
 */
#ifndef KERNEL_TIER_H
#define KERNEL_TIER_H

#include "kernel/kernel.h"

/* Each is defined in the file of its name, if that is part of the build. */
extern const Kernel kernel_avx2;
extern const Kernel kernel_sse42;
extern const Kernel kernel_scalar;

/*
 * What one byte becomes: 1, 2 or 6 characters.  Eight bytes, so that it is
 * copied by one load and one store whatever its length.
 */
typedef struct EscapeText
{
	char		text[7];
	uint8_t		length;
} EscapeText;

extern const EscapeText escape_text[256];

#endif							/* KERNEL_TIER_H */
