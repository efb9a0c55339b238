/*
 * tier.h
 *		What the files of kernel/ share among themselves: the tiers, and the
 *		escapes as a table.
 */
#ifndef KERNEL_TIER_H
#define KERNEL_TIER_H

#include "kernel/kernel.h"
#include "kernel/target.h"

/* Each is defined in the file of its name, if that is part of the build. */
extern TARGET_HIDDEN const Kernel kernel_avx2;
extern TARGET_HIDDEN const Kernel kernel_sse42;
extern TARGET_HIDDEN const Kernel kernel_scalar;

/*
 * What one byte becomes: 1, 2 or 6 characters.  Eight bytes, so that it is
 * copied by one load and one store whatever its length.
 */
typedef struct EscapeText
{
	char		text[7];
	uint8_t		length;
} EscapeText;

extern TARGET_HIDDEN const EscapeText escape_text[256];

#ifdef TARGET_X86_64
extern TARGET_HIDDEN const uint8_t x86_constants[5][32];
#endif


#endif							/* KERNEL_TIER_H */
