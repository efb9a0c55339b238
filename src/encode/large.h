/*
 * large.h
 *		Memory that can be large: in huge pages then, where the system gives them.
 */
#ifndef FASTJSON_ENCODE_LARGE_H
#define FASTJSON_ENCODE_LARGE_H

#include "compat.h"

/* As palloc in CurrentMemoryContext, of up to MaxAllocHugeSize bytes. */
extern void *large_alloc(Size size);

/* As repalloc to a larger size, up to MaxAllocHugeSize; only the first `used` bytes are kept. */
extern void *large_realloc(void *chunk, Size used, Size size);

#endif							/* FASTJSON_ENCODE_LARGE_H */
