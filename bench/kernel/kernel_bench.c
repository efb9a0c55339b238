/*
 * kernel_bench.c
 *		How fast each kernel tier escapes, beside memcpy and other libraries.
 *
 *		kernel_bench [-m MODE] [-r ROUNDS] [-f FILTER] [-c CSV] [FILE.json ...]
 *
 * Whoever is measured copies all strings of an input into one buffer, each
 * followed by `","`.  All take their turn within a round; a round counts when
 * its time is the median.  Times are CPU time of the thread.
 */
#include "kernel_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kernel/kernel.h"

#define MAX_RUNNERS		16
#define MAX_ROUNDS		99
#define ROUND_BYTES		3000000 /* about so much is copied in one go */
#define TEXT_BYTES		16		/* a string costs as much as so many */

/* Who is measured. */
typedef struct Runner
{
	const char *name;
	RunFunction run;
	const Kernel *kernel;		/* argument of `run` for tiers */
} Runner;

static Runner runners[MAX_RUNNERS];
static int	runner_count;
static int	scalar_at;			/* in runners; memcpy is the first */
static int	rounds = 9;
static const char *filter = "";
static const char *mode = "json";
static FILE *csv;

/* memcpy as a kernel: called, like the others, through a pointer. */
static char *
copy(char *dst, const char *src, size_t len)
{
	memcpy(dst, src, len);
	return dst + len;
}

static const Kernel memcpy_kernel = {
	.name = "memcpy",
	.escape = copy,
	.escape_html = copy,
	.escape_ascii = copy,
};

static KernelEscape
operation(const Kernel *kernel)
{
	if (strcmp(mode, "html") == 0)
		return kernel->escape_html;
	return strcmp(mode, "ascii") == 0 ? kernel->escape_ascii : kernel->escape;
}

static size_t
run_kernel(const void *kernel, const Input *input, char *buffer)
{
	KernelEscape escape = operation(kernel);
	char	   *dst = buffer;
	size_t		i;

	for (i = 0; i < input->count; i++)
	{
		dst = escape(dst, input->texts[i].bytes, input->texts[i].length);
		memcpy(dst, "\",\"", 3);
		dst += 3;
	}
	return (size_t) (dst - buffer);
}

static void
runner_add(const char *name, RunFunction run, const Kernel *kernel)
{
	if (runner_count == MAX_RUNNERS)
		abort();
	runners[runner_count].name = name;
	runners[runner_count].run = run;
	runners[runner_count].kernel = kernel;
	runner_count++;
}

static void
find_runners(void)
{
	int			i;

	runner_add("memcpy", run_kernel, &memcpy_kernel);
	for (i = kernel_tier_count - 1; i >= 0; i--)
	{
		const Kernel *kernel = kernel_find(kernel_tiers[i].name);

		if (kernel != NULL)
			runner_add(kernel->name, run_kernel, kernel);
	}
	scalar_at = 1;
	if (strcmp(mode, "json") != 0)
		return;
#ifdef BENCH_RAPIDJSON
	runner_add("rapidjson", run_rapidjson, NULL);
#endif
#ifdef BENCH_SIMDJSON
	runner_add("simdjson", run_simdjson, NULL);
#endif
}

static double
cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static int
compare_doubles(const void *a, const void *b)
{
	double		x = *(const double *) a;
	double		y = *(const double *) b;

	return (x > y) - (x < y);
}

static double
median(const double *values)
{
	double		sorted[MAX_ROUNDS];

	memcpy(sorted, values, sizeof(double) * (size_t) rounds);
	qsort(sorted, (size_t) rounds, sizeof(double), compare_doubles);
	return rounds % 2 == 1 ? sorted[rounds / 2] : (sorted[rounds / 2 - 1] + sorted[rounds / 2]) / 2;
}

/* The median over the rounds of one's time by another's. */
static double
median_ratio(const double *by, const double *of)
{
	double		ratios[MAX_ROUNDS];
	int			i;

	for (i = 0; i < rounds; i++)
		ratios[i] = by[i] / of[i];
	return median(ratios);
}

static void
measure(const Input *input, char *buffer, double seconds[MAX_RUNNERS][MAX_ROUNDS])
{
	size_t		repeats = ROUND_BYTES / (input->total + input->count * TEXT_BYTES) + 1;
	int			round;
	int			i;
	size_t		n;

	for (round = -1; round < rounds; round++)
		for (i = 0; i < runner_count; i++)
		{
			double		start = cpu_seconds();

			for (n = 0; n < repeats; n++)
				runners[i].run(runners[i].kernel, input, buffer);
			if (round >= 0)		/* the first is to warm up */
				seconds[i][round] = (cpu_seconds() - start) / (double) repeats;
		}
}

static void
print_heading(void)
{
	int			i;

	printf("%-24s %8s", "GB/s of input", "bytes");
	for (i = 0; i < runner_count; i++)
		printf(" %9s", runners[i].name);
	printf("   by memcpy | by scalar\n");
	if (csv != NULL)
		fprintf(csv, "input,strings,bytes,name,gb_per_s,ns_per_string,by_memcpy,by_scalar\n");
}

static void
report(const Input *input, double seconds[MAX_RUNNERS][MAX_ROUNDS])
{
	double		speed[MAX_RUNNERS];
	int			i;

	printf("%-24s %8.0f", input->name, (double) input->total / (double) input->count);
	for (i = 0; i < runner_count; i++)
	{
		speed[i] = (double) input->total / median(seconds[i]) / 1e9;
		printf(" %9.2f", speed[i]);
	}
	printf("  ");
	for (i = scalar_at; i < runner_count; i++)
		printf(" %5.2f", median_ratio(seconds[0], seconds[i]));
	printf(" |");
	for (i = scalar_at + 1; i < runner_count; i++)
		printf(" %5.2f", median_ratio(seconds[scalar_at], seconds[i]));
	printf("\n");
	fflush(stdout);
	for (i = 0; csv != NULL && i < runner_count; i++)
		fprintf(csv, "\"%s\",%zu,%zu,%s,%.3f,%.2f,%.3f,%.3f\n", input->name, input->count,
				input->total, runners[i].name, speed[i],
				median(seconds[i]) / (double) input->count * 1e9,
				median_ratio(seconds[0], seconds[i]), median_ratio(seconds[scalar_at], seconds[i]));
}

static void
run_input(const Input *input)
{
	static double seconds[MAX_RUNNERS][MAX_ROUNDS];
	size_t		room = KERNEL_ESCAPE_MAX * input->total + 3 * input->count + KERNEL_ESCAPE_SLOP;
	char	   *buffer;

	if (strstr(input->name, filter) == NULL)
		return;
	buffer = malloc(room);
	if (buffer == NULL)
		abort();
	memset(buffer, 1, room);	/* so that no page has to be made in time */
	measure(input, buffer, seconds);
	report(input, seconds);
	free(buffer);
}

static void
usage(void)
{
	fprintf(stderr, "usage: kernel_bench [-m json|html|ascii] [-r ROUNDS] [-f FILTER] [-c CSV] [FILE.json ...]\n");
	exit(2);
}

static void
read_options(int argc, char **argv)
{
	int			option;

	while ((option = getopt(argc, argv, "m:r:f:c:")) != -1)
		if (option == 'm')
			mode = optarg;
		else if (option == 'r')
			rounds = atoi(optarg);
		else if (option == 'f')
			filter = optarg;
		else if (option == 'c' && (csv = fopen(optarg, "w")) == NULL)
			perror(optarg), exit(2);
		else if (option != 'c')
			usage();
	if (rounds < 1 || rounds > MAX_ROUNDS
		|| (strcmp(mode, "json") != 0 && strcmp(mode, "html") != 0 && strcmp(mode, "ascii") != 0))
		usage();
}

int
main(int argc, char **argv)
{
	Input	   *inputs;
	size_t		count = inputs_generate(&inputs);
	size_t		i;

	read_options(argc, argv);
	find_runners();
	print_heading();
	for (i = 0; i < count; i++)
		run_input(&inputs[i]);
	for (; optind < argc; optind++)
	{
		Input		input = input_from_json(argv[optind]);

		run_input(&input);
	}
	if (csv != NULL && fclose(csv) != 0)
		perror("csv"), exit(2);
	return 0;
}
