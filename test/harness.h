/*
 * harness.h
 *		What the test programs share: checks and their count, random numbers,
 *		and a report of what ran when a kernel crashes.
 *
 * A program prints one line per check and the totals; its exit status says
 * whether all passed.  --quick does about a tenth of it.
 */
#ifndef FASTJSON_TEST_HARNESS_H
#define FASTJSON_TEST_HARNESS_H

#include <signal.h>
#include <stdint.h>

#include "guard.h"
#include "kernel/kernel.h"

#define LENGTHOF(array)	((int) (sizeof(array) / sizeof((array)[0])))

static bool quick;
static int	passed;
static int	failed;

/* What runs now, for the report when it fails or crashes. */
static const char *current_check = "the start";
static const Kernel *current_kernel;
static size_t current_length;
static int	mismatches;

/* splitmix64 */
static inline uint64_t
random_64(void)
{
	static uint64_t state = 42;
	uint64_t	z = (state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static inline int
random_below(int bound)
{
	return (int) (random_64() % (uint64_t) bound);
}

/* So many rounds in a full test. */
static inline int
most(int rounds)
{
	return quick ? rounds / 10 : rounds;
}

static inline void
check(const char *name, bool ok)
{
	printf("%s - %s\n", ok ? "ok" : "not ok", name);
	if (ok)
		passed++;
	else
		failed++;
}

/* Begin a check that consists of many inputs, of which mismatch() counts the bad ones. */
static inline void
begin(const char *operation, const char *name)
{
	static char check_name[200];

	snprintf(check_name, sizeof(check_name), "%s: %s", operation, name);
	current_check = check_name;
	mismatches = 0;
}

static inline void
mismatch(const char *what, const char *src, size_t len)
{
	size_t		i;

	if (mismatches++ > 0)
		return;
	printf("# %s, %s: %s; length %zu:", current_check, current_kernel->name, what, len);
	for (i = 0; i < len && i < 300; i++)
		printf(" %02x", (unsigned char) src[i]);
	printf("\n");
}

static inline void
finish(void)
{
	if (mismatches > 1)
		printf("# %d mismatches in all\n", mismatches);
	check(current_check, mismatches == 0);
}

static inline void
crashed(int signal_number)
{
	char		line[200];
	int			n = snprintf(line, sizeof(line), "not ok - %s: signal %d in %s, length %zu\n",
							 current_check, signal_number,
							 current_kernel ? current_kernel->name : "the test", current_length);

	if (write(STDOUT_FILENO, line, (size_t) n) < 0)
		_exit(3);
	_exit(2);
}

static inline void
test_begin(int argc, char **argv)
{
	quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
	setvbuf(stdout, NULL, _IOLBF, 0);
	signal(SIGSEGV, crashed);
	signal(SIGBUS, crashed);
	signal(SIGILL, crashed);
}

/* The exit status. */
static inline int
test_end(void)
{
	printf("%d passed, %d failed\n", passed, failed);
	return failed == 0 ? 0 : 1;
}

#endif							/* FASTJSON_TEST_HARNESS_H */
