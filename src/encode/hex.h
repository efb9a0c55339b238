/*
 * hex.h
 *		Values that are written in hexadecimal digits: uuid, bytea, macaddr.
 */
#ifndef FASTJSON_ENCODE_HEX_H
#define FASTJSON_ENCODE_HEX_H

#include "encode/digits.h"
#include "encode/out.h"

#include "utils/inet.h"
#include "utils/uuid.h"

/* Append a uuid as a JSON string: 8-4-4-4-12 digits in lower case. */
extern void encode_uuid(Out *out, const pg_uuid_t *uuid);

/*
 * Append a bytea, toasted or not, as a JSON string of hexadecimal digits.
 * False, and nothing written, if that is left to the output function: when
 * bytea_output says so, and for what it refuses to write.
 */
extern bool encode_bytea(Out *out, Datum value);

/* Append an address as a JSON string: pairs of digits between colons. */
extern void encode_macaddr(Out *out, const macaddr *address);
extern void encode_macaddr8(Out *out, const macaddr8 *address);

/*
 * The two digits of each byte of `word`, lowest byte first, in a word of text
 * as in digits.h.
 *
 * First the bytes are drawn apart to 16 bits each, then the upper half of each
 * goes to the byte that is written first.  A digit above 9 is carried into the
 * upper half by the addition of 6, and lies 'a' - '0' - 10 farther on.
 */
static inline uint64
hex_digits(uint32 word)
{
	uint64		halves = word;
	uint64		letters;

	halves = (halves | halves << 16) & UINT64CONST(0x0000FFFF0000FFFF);
	halves = (halves | halves << 8) & UINT64CONST(0x00FF00FF00FF00FF);
	halves = (halves >> 4 | halves << 8) & UINT64CONST(0x0F0F0F0F0F0F0F0F);
	letters = ((halves + UINT64CONST(0x0606060606060606)) >> 4) & UINT64CONST(0x0101010101010101);
	return halves + DIGITS_ZEROS_8 + letters * ('a' - '0' - 10);
}

/* The same for the 4 bytes that stand at `bytes`. */
static inline uint64
hex_digits_4(const unsigned char *bytes)
{
	uint32		word;

	memcpy(&word, bytes, sizeof(word));
#ifdef WORDS_BIGENDIAN
	word = pg_bswap32(word);
#endif
	return hex_digits(word);
}

#endif							/* FASTJSON_ENCODE_HEX_H */
