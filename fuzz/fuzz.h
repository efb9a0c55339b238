/*
 * fuzz.h
 *		What the fuzz targets share.
 */
#ifndef FASTJSON_FUZZ_H
#define FASTJSON_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What is longer is cut off. */
#define FUZZ_MAX_INPUT	4096

/* So many bytes in front of and behind a room are watched. */
#define FUZZ_CANARIES	64
#define FUZZ_CANARY		0xa5

/* The target: called with each input by libFuzzer, or by replay.c. */
extern int	LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Memory between two pages that cannot be touched. */
typedef struct FuzzPages
{
	char	   *start;			/* NULL until it is made */
	char	   *end;
} FuzzPages;

/* Make it, with room for `bytes`, unless it is there already. */
static inline void
fuzz_pages(FuzzPages *pages, size_t bytes)
{
	size_t		page = (size_t) sysconf(_SC_PAGESIZE);
	size_t		size = (bytes + page - 1) / page * page;
	char	   *map;

	if (pages->start != NULL)
		return;
	map = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED || mprotect(map + page, size, PROT_READ | PROT_WRITE) != 0)
	{
		perror("mmap");
		abort();
	}
	pages->start = map + page;
	pages->end = pages->start + size;
}

static inline void
fuzz_check(bool ok, const char *operation, const char *tier, const char *what)
{
	if (ok)
		return;
	fprintf(stderr, "%s of %s: %s\n", operation, tier, what);
	abort();
}

static inline void
fuzz_canaries_set(void *from, size_t bytes)
{
	memset(from, FUZZ_CANARY, bytes);
}

static inline bool
fuzz_canaries_alive(const void *from, size_t bytes)
{
	const unsigned char *at = from;
	size_t		i;

	for (i = 0; i < bytes; i++)
		if (at[i] != FUZZ_CANARY)
			return false;
	return true;
}

/*
 * Room of so many bytes that ends at the page behind, with canaries in front,
 * and its first bytes, up to `length`, cleared.  `most` is the largest there is.
 */
static inline char *
fuzz_room(FuzzPages *pages, size_t most, size_t room, size_t length)
{
	char	   *dst;

	fuzz_pages(pages, most + FUZZ_CANARIES);
	dst = pages->end - room;
	fuzz_canaries_set(dst - FUZZ_CANARIES, FUZZ_CANARIES);
	memset(dst, 0, length);
	return dst;
}

static inline void
fuzz_room_check(const char *dst, const char *operation, const char *tier)
{
	fuzz_check(fuzz_canaries_alive(dst - FUZZ_CANARIES, FUZZ_CANARIES), operation, tier,
			   "wrote in front of its room");
}

#endif							/* FASTJSON_FUZZ_H */
