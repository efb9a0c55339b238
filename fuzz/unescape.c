/*
 * unescape.c
 *		Fuzz target: every tier of `unescape` against scalar.
 *
 * Input and room lie as in escape.c.  That scalar is right is what
 * test/unescape_test.c is about.
 */
#include "fuzz.h"

#include "kernel/kernel.h"

#define MAX_ROOM		(FUZZ_MAX_INPUT + KERNEL_UNESCAPE_SLOP)

/* Run it on src; scalar wrote want[0..length), or gave NULL, which `valid` denies. */
static void
run_one(const Kernel *kernel, const char *src, size_t len, bool valid, const char *want, size_t length)
{
	static Pages output;
	char	   *dst = fuzz_room(&output, MAX_ROOM, len + KERNEL_UNESCAPE_SLOP, len);
	char	   *end = kernel->unescape(dst, src, len);

	fuzz_check((end != NULL) == valid, "unescape", kernel->name, "another verdict");
	fuzz_check(!valid || end == dst + length, "unescape", kernel->name, "another length");
	fuzz_check(!valid || memcmp(dst, want, length) == 0, "unescape", kernel->name, "other bytes");
	fuzz_room_check(dst, "unescape", kernel->name);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static Pages input;
	static char want[MAX_ROOM];
	size_t		len = size < FUZZ_MAX_INPUT ? size : FUZZ_MAX_INPUT;
	char	   *src;
	char	   *end;
	size_t		length;
	int			tier;

	pages_make(&input, FUZZ_MAX_INPUT);
	src = input.end - len;
	memcpy(src, data, len);
	end = kernel_find("scalar")->unescape(want, src, len);
	length = end == NULL ? 0 : (size_t) (end - want);
	for (tier = 0; tier < kernel_tier_count; tier++)
	{
		const Kernel *kernel = kernel_find(kernel_tiers[tier].name);

		if (kernel == NULL)
			continue;
		memcpy(src, data, len);
		run_one(kernel, src, len, end != NULL, want, length);
		memcpy(input.start, data, len);
		run_one(kernel, input.start, len, end != NULL, want, length);
	}
	return 0;
}
