/*
 * characters.h
 *		The rows of bytes that characters.tmpl.h works with.
 */
#ifndef FASTJSON_KERNEL_CHARACTERS_H
#define FASTJSON_KERNEL_CHARACTERS_H

#include <stdint.h>

#include "kernel/target.h"

/*
 * Four characters of one length, each in a lane of 32 bits, its last byte in
 * the lowest.
 */
typedef struct CharacterRows
{
	uint8_t		order[16];		/* selects the bytes of the lanes; 0x80 is none */
	uint32_t	marks[4];		/* bits that tell the lengths of characters */
	uint32_t	length[4];		/* what they are for this one */
	uint32_t	bits[4][4];		/* the bits of the code that come from the last
								 * byte, the one before it, and so on, each
								 * after two shifts to the right more */
	int32_t		least[4];		/* the lowest code of that length */
	int32_t		most[4];		/* the highest */
} CharacterRows;

/* By length; those of 0 and 1 stay unused. */
extern TARGET_HIDDEN const CharacterRows character_rows[5];

/* Four codes below 0x10000 as text: 24 characters, of which 16 are the head. */
typedef struct CodeRows
{
	uint8_t		codes[16];		/* selects of each lane the byte of the first two
								 * digits twice, then that of the others twice */
	uint8_t		pairs[2][16];	/* the same for codes of 16 bits, the first four
								 * and the other four */
	uint8_t		odd[16];		/* the lower half of every other byte */
	uint8_t		hex[16];
	uint8_t		head[16];		/* selects digits; 0x80 is none */
	uint8_t		head_text[16];	/* what stands between them */
	uint8_t		tail[16];
	uint8_t		tail_text[16];
} CodeRows;

extern TARGET_HIDDEN const CodeRows code_rows;

#endif							/* FASTJSON_KERNEL_CHARACTERS_H */
