/*
 * x86_characters.tmpl.h
 *		characters.tmpl.h with what it needs of the x86-64 tiers.
 *
 * Parameter: TIER_TARGET, the function attribute that raises the instruction
 * set, to SSE 4.2 or more.
 */
#include "kernel/characters.tmpl.h"

TIER_INLINE CharacterBytes
characters_select(CharacterBytes v, CharacterBytes row)
{
	return (CharacterBytes) _mm_shuffle_epi8((__m128i) v, (__m128i) row);
}

TIER_INLINE uint32_t
characters_bits(CharacterBytes v)
{
	return (uint32_t) _mm_movemask_epi8((__m128i) v);
}
