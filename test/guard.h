/*
 * guard.h
 *		Memory in which a byte too far is noticed: pages between two that
 *		cannot be touched, and canaries.  For the tests and the fuzz targets.
 */
#ifndef FASTJSON_TEST_GUARD_H
#define FASTJSON_TEST_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CANARY			0xa5

/* Whole pages, between two that cannot be touched. */
typedef struct Pages
{
	char	   *start;			/* NULL until they are made */
	char	   *end;
} Pages;

/* Make them, with room for `bytes`, unless they are there already. */
static inline void
pages_make(Pages *pages, size_t bytes)
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
canaries_set(void *from, size_t bytes)
{
	memset(from, CANARY, bytes);
}

static inline bool
canaries_alive(const void *from, size_t bytes)
{
	const unsigned char *at = from;
	size_t		i;

	for (i = 0; i < bytes; i++)
		if (at[i] != CANARY)
			return false;
	return true;
}

#endif							/* FASTJSON_TEST_GUARD_H */
