/*
 * fuzz.h
 *		What the fuzz targets share.
 */
#ifndef FASTJSON_FUZZ_H
#define FASTJSON_FUZZ_H

#include <stdint.h>

#include "../test/guard.h"

/* What is longer is cut off. */
#define FUZZ_MAX_INPUT	4096

/* So many bytes in front of and behind a room are watched. */
#define FUZZ_CANARIES	64

/* The target: called with each input by libFuzzer, or by replay.c. */
extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void
fuzz_check(bool ok, const char *operation, const char *tier, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "%s of %s: %s\n", operation, tier, what);
	abort();
}

/*
 * Room of so many bytes that ends at the page behind, with canaries in front,
 * and its first bytes, up to `length`, cleared.  `most` is the largest there is.
 */
static inline char *
fuzz_room(Pages *pages, size_t most, size_t room, size_t length)
{
	char	   *dst;

	pages_make(pages, most + FUZZ_CANARIES);
	dst = pages->end - room;
	canaries_set(dst - FUZZ_CANARIES, FUZZ_CANARIES);
	memset(dst, 0, length);
	return dst;
}

static inline void
fuzz_room_check(const char *dst, const char *operation, const char *tier)
{
	fuzz_check(canaries_alive(dst - FUZZ_CANARIES, FUZZ_CANARIES), operation, tier,
			   "wrote in front of its room");
}

#endif							/* FASTJSON_FUZZ_H */
