/*
 * escape.c
 *		Fuzz target: every tier of the escaping operations against scalar.
 *
 * The input touches a page that cannot be read, with its end and then with
 * its start; the promised room ends at such a page, and canaries stand in
 * front of it.  That scalar is right is what test/escape_test.c is about.
 */
#include "fuzz.h"

#include "kernel/kernel.h"

#define MAX_ROOM		(KERNEL_ESCAPE_MAX * FUZZ_MAX_INPUT + KERNEL_ESCAPE_SLOP)

static const char *const names[] = {"escape", "escape_html", "escape_ascii"};

static KernelEscape
operation(const Kernel *kernel, int i)
{
	return i == 0 ? kernel->escape : i == 1 ? kernel->escape_html : kernel->escape_ascii;
}

/* Run it on src; `want` is what scalar wrote. */
static void
run_one(const Kernel *kernel, int i, const char *src, size_t len, const char *want, size_t length)
{
	static Pages output;
	size_t		room = KERNEL_ESCAPE_MAX * len + KERNEL_ESCAPE_SLOP;
	char	   *dst = fuzz_room(&output, MAX_ROOM, room, length);
	char	   *end = operation(kernel, i) (dst, src, len);

	fuzz_check(end == dst + length, names[i], kernel->name, "another length");
	fuzz_check(memcmp(dst, want, length) == 0, names[i], kernel->name, "other bytes");
	fuzz_room_check(dst, names[i], kernel->name);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static Pages input;
	static char want[MAX_ROOM];
	const Kernel *scalar = kernel_find("scalar");
	size_t		len = size < FUZZ_MAX_INPUT ? size : FUZZ_MAX_INPUT;
	char	   *src;
	int			i;
	int			tier;

	pages_make(&input, FUZZ_MAX_INPUT);
	src = input.end - len;
	for (i = 0; i < 3; i++)
	{
		size_t		length;

		memcpy(src, data, len);
		length = (size_t) (operation(scalar, i) (want, src, len) - want);
		for (tier = 0; tier < kernel_tier_count; tier++)
		{
			const Kernel *kernel = kernel_find(kernel_tiers[tier].name);

			if (kernel == NULL)
				continue;
			memcpy(src, data, len);
			run_one(kernel, i, src, len, want, length);
			memcpy(input.start, data, len);
			run_one(kernel, i, input.start, len, want, length);
		}
	}
	return 0;
}
