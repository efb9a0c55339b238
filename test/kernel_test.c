/*
 * kernel_test.c
 *		Every tier of src/kernel against an independent reference, without a
 *		server.
 *
 * Each input is placed so that its first or its last byte touches a page that
 * cannot be read, and each output so that the promised room ends, or begins,
 * at such a page; the other end is watched by canaries.  Prints one line per
 * check and the totals; the exit status says whether all passed.  --quick does
 * about a tenth of it.
 */
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__) && defined(__x86_64__)
#define FAKE_CPU	1
#include <cpuid.h>
#include <asm/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#endif

#include "kernel/cpu.h"
#include "kernel/kernel.h"

#define MAX_INPUT		8192
#define MAX_ROOM		(KERNEL_ESCAPE_MAX * MAX_INPUT + KERNEL_ESCAPE_SLOP)
#define CANARIES		128
#define CANARY			'\xa5'

#define LENGTHOF(array)	((int) (sizeof(array) / sizeof((array)[0])))

/* Pages between two that cannot be touched. */
typedef struct Arena
{
	char	   *start;
	char	   *end;
} Arena;

/* An operation of a kernel, and the independent reference for it. */
typedef struct Operation
{
	const char *name;
	size_t		offset;			/* of the pointer in a Kernel */
	size_t		(*reference) (char *dst, const char *src, size_t len);
} Operation;

/* One byte of each kind that matters, and the neighbours of each kind. */
static const unsigned char classes[] = {
	'"', '\\', '\b', '\f', '\n', '\r', '\t',
	0x00, 0x01, 0x07, 0x0b, 0x0e, 0x10, 0x1f,
	'<', '>', '&', 0xe2,
	0x20, 0x21, 0x23, '%', '\'', ';', '=', '?', '/', 0x5b, 0x5d, 0x7f, 0x80, 0x82, 0x9f,
	0xa2, 0xa6, 0xbc, 0xdc, 0xff
};

#define ESCAPED_CLASSES		14	/* the first of them, in every mode */

/* What the modes do not treat byte by byte: characters of UTF-8, and what is none. */
static const char *const pieces[] = {
	"<", ">", "&", "\"", "\\", "\n", "\001", "a", "clean text of some length, to be copied ",
	"\302\200", "\303\251", "\337\277", "\340\240\200", "\344\270\255", "\355\237\277", "\356\200\200",
	"\357\277\277", "\360\220\200\200", "\360\237\230\200", "\364\217\277\277",
	"\342\200\250", "\342\200\251", "\342\200\247", "\342\200\252", "\342\201\250", "\342\202\254",
	"\342", "\342\200", "\200", "\250", "\300\257", "\301\277", "\302", "\340\237\277", "\355\240\200",
	"\344\270", "\360\217\277\277", "\364\220\200\200", "\360\237\230", "\360\237", "\365\200\200\200",
	"\377", "\376"
};

static Arena input;
static Arena output;
static char expected[MAX_ROOM];
static int	passed;
static int	failed;

/* What runs now, for the report when it fails or crashes. */
static const char *current_check;
static const Kernel *current_kernel;
static size_t current_length;
static int	mismatches;
static const Operation *operation;
static bool quick;

static uint64_t random_state = 42;

/* splitmix64 */
static uint64_t
random_64(void)
{
	uint64_t	z = (random_state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static int
random_below(int bound)
{
	return (int) (random_64() % (uint64_t) bound);
}

static Arena
arena_make(size_t bytes)
{
	size_t		page = (size_t) sysconf(_SC_PAGESIZE);
	size_t		size = (bytes + page - 1) / page * page;
	char	   *map = mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	Arena		arena;

	if (map == MAP_FAILED || mprotect(map + page, size, PROT_READ | PROT_WRITE) != 0)
	{
		perror("kernel_test: mmap");
		exit(2);
	}
	arena.start = map + page;
	arena.end = arena.start + size;
	return arena;
}

static void
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

static void
check(const char *name, bool ok)
{
	printf("%s - %s\n", ok ? "ok" : "not ok", name);
	if (ok)
		passed++;
	else
		failed++;
}

/* The reference: RFC 8259 section 7, with PostgreSQL's choice of the short forms. */
static size_t
reference_escape(char *dst, const char *src, size_t len)
{
	size_t		n = 0;
	size_t		i;

	for (i = 0; i < len; i++)
	{
		unsigned char c = (unsigned char) src[i];

		if (c == '"')
			n += (size_t) sprintf(dst + n, "\\\"");
		else if (c == '\\')
			n += (size_t) sprintf(dst + n, "\\\\");
		else if (c == '\b')
			n += (size_t) sprintf(dst + n, "\\b");
		else if (c == '\f')
			n += (size_t) sprintf(dst + n, "\\f");
		else if (c == '\n')
			n += (size_t) sprintf(dst + n, "\\n");
		else if (c == '\r')
			n += (size_t) sprintf(dst + n, "\\r");
		else if (c == '\t')
			n += (size_t) sprintf(dst + n, "\\t");
		else if (c < 0x20)
			n += (size_t) sprintf(dst + n, "\\u%04x", (unsigned int) c);
		else
			dst[n++] = (char) c;
	}
	return n;
}

/* Unicode's table of well-formed sequences: bytes of the one at src, or 0. */
static size_t
well_formed(const unsigned char *src, size_t len)
{
	static const unsigned char rows[][6] = {
		/* first byte from, to, second byte from, to, bytes */
		{0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
		{0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
		{0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}
	};
	size_t		i;
	int			row;

	for (row = 0; row < LENGTHOF(rows); row++)
	{
		if (src[0] < rows[row][0] || src[0] > rows[row][1])
			continue;
		if (len < rows[row][4] || src[1] < rows[row][2] || src[1] > rows[row][3])
			return 0;
		for (i = 2; i < rows[row][4]; i++)
			if (src[i] < 0x80 || src[i] > 0xbf)
				return 0;
		return rows[row][4];
	}
	return 0;
}

static size_t
reference_html(char *dst, const char *src, size_t len)
{
	size_t		n = 0;
	size_t		i;

	for (i = 0; i < len; i++)
	{
		if (strchr("<>&", src[i]) != NULL && src[i] != '\0')
			n += (size_t) sprintf(dst + n, "\\u%04x", (unsigned int) (unsigned char) src[i]);
		else if (len - i >= 3 && memcmp(src + i, "\342\200\250", 3) == 0)
			n += (size_t) sprintf(dst + n, "\\u2028"), i += 2;
		else if (len - i >= 3 && memcmp(src + i, "\342\200\251", 3) == 0)
			n += (size_t) sprintf(dst + n, "\\u2029"), i += 2;
		else
			n += reference_escape(dst + n, src + i, 1);
	}
	return n;
}

static size_t
reference_ascii(char *dst, const char *src, size_t len)
{
	const unsigned char *bytes = (const unsigned char *) src;
	size_t		n = 0;
	size_t		i = 0;

	while (i < len)
	{
		size_t		length = bytes[i] < 0x80 ? 1 : well_formed(bytes + i, len - i);

		if (bytes[i] < 0x80)
			n += reference_escape(dst + n, src + i, 1);
		else if (length == 2)
			n += (size_t) sprintf(dst + n, "\\u%04x", (bytes[i] - 0xc0u) * 64 + bytes[i + 1] - 0x80u);
		else if (length == 3)
			n += (size_t) sprintf(dst + n, "\\u%04x", (bytes[i] - 0xe0u) * 4096
								  + (bytes[i + 1] - 0x80u) * 64 + bytes[i + 2] - 0x80u);
		else if (length == 4)
		{
			unsigned int code = (bytes[i] - 0xf0u) * 262144 + (bytes[i + 1] - 0x80u) * 4096
				+ (bytes[i + 2] - 0x80u) * 64 + bytes[i + 3] - 0x80u;

			n += (size_t) sprintf(dst + n, "\\u%04x\\u%04x", 0xd7c0 + code / 1024, 0xdc00 + code % 1024);
		}
		else
			n += (size_t) sprintf(dst + n, "\\ufffd");
		i += length == 0 ? 1 : length;
	}
	return n;
}

static const Operation operations[] = {
	{"escape", offsetof(Kernel, escape), reference_escape},
	{"escape_html", offsetof(Kernel, escape_html), reference_html},
	{"escape_ascii", offsetof(Kernel, escape_ascii), reference_ascii},
};

static KernelEscape
operation_of(const Kernel *kernel)
{
	return *(const KernelEscape *) ((const char *) kernel + operation->offset);
}

static void
mismatch(const Kernel *kernel, const char *what, const char *src, size_t len)
{
	size_t		i;

	if (mismatches++ > 0)
		return;
	printf("# %s, %s: %s; length %zu:", current_check, kernel->name, what, len);
	for (i = 0; i < len && i < 200; i++)
		printf(" %02x", (unsigned char) src[i]);
	printf("\n");
}

/* Run one kernel once; `before` and `behind` canaries surround the room. */
static void
run_once(const Kernel *kernel, char *dst, const char *src, size_t len, size_t want,
		 size_t before, size_t behind)
{
	size_t		room = KERNEL_ESCAPE_MAX * len + KERNEL_ESCAPE_SLOP;
	char	   *end;
	size_t		i;

	memset(dst - before, CANARY, before);
	memset(dst + room, CANARY, behind);
	current_kernel = kernel;
	current_length = len;
	end = operation_of(kernel) (dst, src, len);
	current_kernel = NULL;
	if (end != dst + want)
		mismatch(kernel, "wrong length of the output", src, len);
	else if (memcmp(dst, expected, want) != 0)
		mismatch(kernel, "wrong output", src, len);
	for (i = 0; i < before; i++)
		if (dst[-(ptrdiff_t) i - 1] != CANARY)
			mismatch(kernel, "wrote in front of its room", src, len);
	for (i = 0; i < behind; i++)
		if (dst[room + i] != CANARY)
			mismatch(kernel, "wrote behind its room", src, len);
}

/* Run every tier on a copy of text[0..len), at both ends of the arenas. */
static void
run(const char *text, size_t len)
{
	size_t		room = KERNEL_ESCAPE_MAX * len + KERNEL_ESCAPE_SLOP;
	size_t		want = operation->reference(expected, text, len);
	char	   *high = input.end - len;
	int			i;

	for (i = 0; i < kernel_tier_count; i++)
	{
		const Kernel *kernel = kernel_find(kernel_tiers[i].name);

		if (kernel == NULL)
			continue;
		memcpy(high, text, len);
		run_once(kernel, output.end - room, high, len, want, CANARIES, 0);
		memcpy(input.start, text, len);
		run_once(kernel, output.start, input.start, len, want, 0, CANARIES);
	}
}

/* The same in memory of exactly the right size, for the eyes of a sanitizer. */
static void
run_malloc(const char *text, size_t len)
{
	size_t		want = operation->reference(expected, text, len);
	int			i;

	for (i = 0; i < kernel_tier_count; i++)
	{
		const Kernel *kernel = kernel_find(kernel_tiers[i].name);
		char	   *src = malloc(len + (len == 0));
		char	   *dst = malloc(KERNEL_ESCAPE_MAX * len + KERNEL_ESCAPE_SLOP);

		if (src == NULL || dst == NULL)
			abort();
		memcpy(src, text, len);
		if (kernel != NULL)
			run_once(kernel, dst, src, len, want, 0, 0);
		free(src);
		free(dst);
	}
}

static void
begin(const char *name)
{
	static char check_name[200];

	snprintf(check_name, sizeof(check_name), "%s: %s", operation->name, name);
	current_check = check_name;
	mismatches = 0;
}

static void
finish(void)
{
	if (mismatches > 1)
		printf("# %d mismatches in all\n", mismatches);
	check(current_check, mismatches == 0);
}

static void
fill_clean(char *text, size_t len)
{
	size_t		i;

	for (i = 0; i < len; i++)
		text[i] = (char) ('a' + i % 26);
}

static void
test_clean(void)
{
	char		text[MAX_INPUT];
	size_t		len;

	begin("clean text of every length");
	fill_clean(text, sizeof(text));
	for (len = 0; len <= (quick ? 600 : 2000); len++)
		run(text, len);
	run(text, sizeof(text));
	finish();
}

static void
test_every_byte(void)
{
	char		text[70];
	size_t		len;
	size_t		at;
	int			c;

	begin("each of the 256 bytes at every place of every short length");
	for (len = 1; len <= (quick ? 33 : sizeof(text)); len++)
		for (at = 0; at < len; at += quick ? 4 : 1)
			for (c = 0; c < 256; c++)
			{
				fill_clean(text, len);
				text[at] = (char) c;
				run(text, len);
			}
	finish();
}

static void
test_every_class(void)
{
	char		text[300];
	size_t		len;
	size_t		at;
	int			c;

	begin("a byte of each class at every place of every length");
	for (len = 34; len <= sizeof(text); len += quick ? 11 : 1)
		for (at = 0; at < len; at += quick && len > 70 ? 3 : 1)
		{
			fill_clean(text, len);
			for (c = 0; c < LENGTHOF(classes); c++)
			{
				text[at] = (char) classes[c];
				run(text, len);
			}
		}
	finish();
}

static void
test_pairs(void)
{
	static const unsigned char pairs[][2] = {
		{'"', '"'}, {'\n', '\\'}, {0x01, '"'}, {'\t', 0x1f}, {0x00, 0x0b}, {0x7f, 0xff}
	};
	static const size_t lengths[] = {2, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 97, 129, 200};
	char		text[200];
	size_t		first;
	size_t		second;
	int			i;
	int			p;

	begin("pairs of bytes at every two places");
	for (i = 0; i < LENGTHOF(lengths) - (quick ? 4 : 0); i++)
		for (first = 0; first < lengths[i]; first++)
			for (second = first + 1; second < lengths[i]; second++)
				for (p = 0; p < LENGTHOF(pairs); p++)
				{
					fill_clean(text, lengths[i]);
					text[first] = (char) pairs[p][0];
					text[second] = (char) pairs[p][1];
					run(text, lengths[i]);
				}
	finish();
}

static void
test_all_special(void)
{
	char		text[300];
	size_t		len;
	size_t		i;
	int			c;

	begin("nothing but one byte, every length");
	for (c = 0; c < LENGTHOF(classes); c++)
	{
		memset(text, classes[c], sizeof(text));
		for (len = 0; len <= sizeof(text); len++)
			run(text, len);
	}
	finish();

	begin("nothing but escaped bytes, mixed, every length");
	for (c = 0; c < ESCAPED_CLASSES; c++)
		for (len = 0; len <= sizeof(text); len++)
		{
			for (i = 0; i < len; i++)
				text[i] = (char) classes[(c + i * i) % ESCAPED_CLASSES];
			run(text, len);
		}
	finish();
}

/* `per_mille` of the bytes come from classes[from .. from + count). */
static void
fill_random(char *text, size_t len, int per_mille, int from, int count)
{
	size_t		i;

	for (i = 0; i < len; i++)
	{
		if (random_below(1000) < per_mille)
			text[i] = (char) classes[from + random_below(count)];
		else
			text[i] = (char) (0x23 + random_below(0x5c - 0x23));
	}
}

static void
test_random(void)
{
	static const int densities[] = {2, 8, 30, 100, 300, 600, 1000};
	static const struct
	{
		const char *name;
		int			from;
		int			count;
	}			kinds[] = {
		{"random text, escapes by name, all densities", 0, 7},
		{"random text, escapes by number, all densities", 7, 7},
		{"random text, all classes, all densities", 0, LENGTHOF(classes)}
	};
	char		text[MAX_INPUT];
	int			kind;
	int			density;
	int			i;

	for (kind = 0; kind < LENGTHOF(kinds); kind++)
	{
		begin(kinds[kind].name);
		for (density = 0; density < LENGTHOF(densities); density++)
			for (i = 0; i < (quick ? 300 : 2000); i++)
			{
				size_t		len = (size_t) random_below(i % 50 == 0 ? MAX_INPUT : 400);

				fill_random(text, len, densities[density], kinds[kind].from, kinds[kind].count);
				run(text, len);
				run_malloc(text, len);
			}
		finish();
	}

	begin("random bytes");
	for (i = 0; i < (quick ? 500 : 5000); i++)
	{
		size_t		len = (size_t) random_below(i % 50 == 0 ? MAX_INPUT : 400);
		size_t		at;

		for (at = 0; at < len; at++)
			text[at] = (char) random_64();
		run(text, len);
		run_malloc(text, len);
	}
	finish();

	/*
	 * Regions of different density one after the other: every way is entered
	 * from every other.
	 */
	begin("random text whose density changes");
	for (i = 0; i < (quick ? 500 : 5000); i++)
	{
		size_t		len = 0;

		while (len < 2000)
		{
			size_t		piece = 1 + (size_t) random_below(150);
			int			from = random_below(2) * 7;

			fill_random(text + len, piece, densities[random_below(LENGTHOF(densities))], from, 7);
			len += piece;
		}
		run(text, len);
	}
	finish();
}

/* Text made of pieces, cut off anywhere. */
static void
test_pieces(void)
{
	char		text[MAX_INPUT];
	int			i;

	begin("characters of UTF-8, and what is none");
	for (i = 0; i < (quick ? 2000 : 20000); i++)
	{
		size_t		len = 0;
		size_t		most = (size_t) random_below(i % 50 == 0 ? MAX_INPUT - 64 : 300);
		int			from = random_below(LENGTHOF(pieces));
		int			count = 1 + random_below(LENGTHOF(pieces) - from);

		while (len < most)
		{
			const char *piece = pieces[from + random_below(count)];

			memcpy(text + len, piece, strlen(piece));
			len += strlen(piece);
		}
		run(text, most);
		run_malloc(text, most);
	}
	finish();
}

/* Every start modulo 64, of input and output independently. */
static void
test_alignment(void)
{
	char		text[1024];
	size_t		want;
	size_t		from;
	size_t		to;
	int			i;

	begin("every alignment of input and output");
	fill_random(text, sizeof(text), 20, 0, LENGTHOF(classes));
	want = operation->reference(expected, text, sizeof(text));
	for (i = 0; i < kernel_tier_count; i++)
	{
		const Kernel *kernel = kernel_find(kernel_tiers[i].name);

		if (kernel == NULL)
			continue;
		for (from = 0; from < 64; from++)
			for (to = 0; to < 64; to++)
			{
				memcpy(input.start + from, text, sizeof(text));
				run_once(kernel, output.start + CANARIES + to, input.start + from, sizeof(text),
						 want, CANARIES, CANARIES);
			}
	}
	finish();
}

/* Names of the tiers, best first: the order in which they must appear. */
static const char *const known_tiers[] = {"avx512", "avx2", "sse42", "neon", "scalar"};

/* Was this build asked to contain the tier?  Independent of kernel/target.h. */
static bool
wanted(const char *name)
{
	static const char *const asked[] = {
		"scalar",
#if defined(__x86_64__) && (!defined(FASTJSON_KERNELS_GIVEN) || defined(FASTJSON_KERNEL_SSE42))
		"sse42",
#endif
#if defined(__x86_64__) && (!defined(FASTJSON_KERNELS_GIVEN) || defined(FASTJSON_KERNEL_AVX2))
		"avx2",
#endif
#if defined(__x86_64__) && (!defined(FASTJSON_KERNELS_GIVEN) || defined(FASTJSON_KERNEL_AVX512))
		"avx512",
#endif
#if defined(__aarch64__) && (!defined(FASTJSON_KERNELS_GIVEN) || defined(FASTJSON_KERNEL_NEON))
		"neon",
#endif
	};
	int			i;

	for (i = 0; i < LENGTHOF(asked); i++)
		if (strcmp(asked[i], name) == 0)
			return true;
	return false;
}

static void
test_tiers(void)
{
	static const KernelTier impossible = {"impossible", UINT32_C(1) << 31, NULL};
	const KernelTier *last = &kernel_tiers[kernel_tier_count - 1];
	const Kernel *best = NULL;
	bool		order = kernel_tier_count == LENGTHOF(known_tiers);
	bool		built = true;
	bool		names = true;
	bool		found = true;
	int			i;

	for (i = 0; i < kernel_tier_count; i++)
	{
		const KernelTier *tier = &kernel_tiers[i];
		bool		usable = tier->kernel != NULL && kernel_supported(tier);

		order = order && strcmp(tier->name, known_tiers[i]) == 0;
		built = built && (tier->kernel != NULL) == wanted(tier->name);
		names = names && (tier->kernel == NULL
						  || (strcmp(tier->kernel->name, tier->name) == 0 && tier->kernel->escape != NULL
							  && tier->kernel->escape_html != NULL && tier->kernel->escape_ascii != NULL));
		found = found && kernel_find(tier->name) == (usable ? tier->kernel : NULL);
		if (usable && best == NULL)
			best = tier->kernel;
		printf("# %s: %s, %s\n", tier->name, tier->kernel ? "built" : "left out",
			   kernel_supported(tier) ? "supported" : "not supported");
	}
	check("tiers: all known ones, best first", order);
	check("tiers: built as asked for", built);
	check("tiers: each kernel bears its tier's name", names);
	check("tiers: the last is scalar, needs nothing, is always there",
		  strcmp(last->name, "scalar") == 0 && last->needs == 0 && last->kernel != NULL);
	check("tiers: kernel_find() gives a kernel if and only if it is built and supported", found);
	check("tiers: kernel_find() of an unknown name is NULL",
		  kernel_find("") == NULL && kernel_find("avx") == NULL && kernel_find("AVX2") == NULL
		  && kernel_find("scalar ") == NULL && kernel_find("auto") == NULL);
	check("tiers: a feature that no CPU has is not supported", !kernel_supported(&impossible));
	check("tiers: kernel_best() is the first that is built and supported",
		  best != NULL && kernel_best() == best);
}

/* The compiler's own detection, and the operating system's, are the witnesses. */
static void
test_cpu(void)
{
	uint32_t	features = cpu_features();

#ifdef __x86_64__
	static const struct
	{
		uint32_t	bit;
		const char *flags[2];
	}			linux_flags[] = {
		{CPU_SSSE3, {" ssse3 ", ""}},
		{CPU_SSE42, {" sse4_1 ", " sse4_2 "}},
		{CPU_POPCNT, {" popcnt ", ""}},
		{CPU_PCLMUL, {" pclmulqdq ", ""}},
		{CPU_AVX2, {" avx ", " avx2 "}},
		{CPU_BMI, {" bmi1 ", " bmi2 "}},
		{CPU_AVX512F, {" avx512f ", ""}},
		{CPU_AVX512BW, {" avx512bw ", ""}},
		{CPU_AVX512VL, {" avx512vl ", ""}},
		{CPU_AVX512VBMI2, {" avx512_vbmi2 ", ""}},
	};
	uint32_t	want = 0;
	char		line[8192];
	FILE	   *file = fopen("/proc/cpuinfo", "r");
	bool		subset = true;
	int			i;

	__builtin_cpu_init();
	want |= __builtin_cpu_supports("ssse3") ? CPU_SSSE3 : 0;
	want |= __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") ? CPU_SSE42 : 0;
	want |= __builtin_cpu_supports("popcnt") ? CPU_POPCNT : 0;
	want |= __builtin_cpu_supports("pclmul") ? CPU_PCLMUL : 0;
	want |= __builtin_cpu_supports("avx2") ? CPU_AVX2 : 0;
	want |= __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") ? CPU_BMI : 0;
	want |= __builtin_cpu_supports("avx512f") ? CPU_AVX512F : 0;
	want |= __builtin_cpu_supports("avx512bw") ? CPU_AVX512BW : 0;
	want |= __builtin_cpu_supports("avx512vl") ? CPU_AVX512VL : 0;
	want |= __builtin_cpu_supports("avx512vbmi2") ? CPU_AVX512VBMI2 : 0;
	check("cpu: the same features as the compiler's run-time library finds", features == want);

	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
	{
		if (strncmp(line, "flags", 5) != 0)
			continue;
		line[strcspn(line, "\n")] = ' ';
		for (i = 0; i < LENGTHOF(linux_flags); i++)
			if ((features & linux_flags[i].bit) != 0
				&& (strstr(line, linux_flags[i].flags[0]) == NULL
					|| strstr(line, linux_flags[i].flags[1]) == NULL))
				subset = false;
		check("cpu: no feature that the operating system does not list", subset);
		break;
	}
	if (file != NULL)
		fclose(file);
#elif defined(__aarch64__)
	check("cpu: arm64 has NEON", features == CPU_NEON);
#else
	check("cpu: no features on an unknown architecture", features == 0);
#endif
	check("cpu: the answer does not change", cpu_features() == features);
}

#ifdef FAKE_CPU

/* What CPUID answers on a CPU of our choice, and what must come of it. */
typedef struct FakeCpu
{
	const char *check;
	unsigned int max_leaf;
	unsigned int leaf_1_ecx;
	unsigned int leaf_7_ebx;
	uint32_t	features;
	const char *best;
} FakeCpu;

#define FAKE_SSE42		(bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT)
#define FAKE_AVX512		(bit_AVX512F | bit_AVX512BW | bit_AVX512VL)

static const FakeCpu fake_cpus[] = {
	{"fake cpu: nothing but the baseline gives scalar",
	7, 0, 0, 0, "scalar"},
	{"fake cpu: SSE 4.2 without POPCNT gives scalar",
	7, FAKE_SSE42 & ~bit_POPCNT, 0, CPU_SSE42 | CPU_SSSE3, "scalar"},
	{"fake cpu: SSE 4.2 gives sse42, and leaf 7 is not asked if there is none",
	1, FAKE_SSE42, 0, CPU_SSE42 | CPU_SSSE3 | CPU_POPCNT, "sse42"},
	{"fake cpu: AVX2 that the operating system does not save gives sse42",
		7, FAKE_SSE42 | bit_AVX, bit_AVX2 | bit_BMI | bit_BMI2 | FAKE_AVX512,
	CPU_SSE42 | CPU_SSSE3 | CPU_POPCNT | CPU_BMI, "sse42"},
	{"fake cpu: AVX2 without PCLMUL gives sse42",
		7, FAKE_SSE42 | bit_AVX | bit_OSXSAVE, bit_AVX2 | bit_BMI | bit_BMI2,
	CPU_SSE42 | CPU_SSSE3 | CPU_POPCNT | CPU_AVX2 | CPU_BMI, "sse42"},
	{"fake cpu: BMI1 without BMI2 is not enough for avx2",
		7, FAKE_SSE42 | bit_AVX, bit_AVX2 | bit_BMI,
	CPU_SSE42 | CPU_SSSE3 | CPU_POPCNT, "sse42"},
	{"fake cpu: AVX-512 without VBMI2 gives avx2",
		7, FAKE_SSE42 | bit_PCLMUL | bit_AVX | bit_OSXSAVE,
		bit_AVX2 | bit_BMI | bit_BMI2 | FAKE_AVX512,
		CPU_SSE42 | CPU_SSSE3 | CPU_POPCNT | CPU_PCLMUL | CPU_AVX2 | CPU_BMI
		| CPU_AVX512F | CPU_AVX512BW | CPU_AVX512VL, "avx2"},
};

static const FakeCpu *fake_cpu;

/* CPUID has faulted: answer in its place, and go on behind it. */
static void
fake_cpuid(int signal_number, siginfo_t *info, void *context)
{
	greg_t	   *regs = ((ucontext_t *) context)->uc_mcontext.gregs;
	const unsigned char *code = (const unsigned char *) regs[REG_RIP];
	unsigned int leaf = (unsigned int) regs[REG_RAX];

	(void) info;
	if (code[0] != 0x0f || code[1] != 0xa2)
		crashed(signal_number);
	regs[REG_RAX] = leaf == 0 ? fake_cpu->max_leaf : 0;
	regs[REG_RBX] = leaf == 7 ? fake_cpu->leaf_7_ebx : 0;
	regs[REG_RCX] = leaf == 1 ? fake_cpu->leaf_1_ecx : 0;
	regs[REG_RDX] = 0;
	regs[REG_RIP] += 2;
}

/* In a child of its own: cpu_features() asks once in the life of a process. */
static bool
fake_cpu_holds(void)
{
	bool		found = cpu_features() == fake_cpu->features;
	bool		reached = false;
	int			i;

	for (i = 0; i < kernel_tier_count; i++)
	{
		const KernelTier *tier = &kernel_tiers[i];
		bool		usable;

		if (strcmp(tier->name, fake_cpu->best) == 0)
			reached = true;
		usable = reached && (tier->needs & CPU_NEON) == 0;
		found = found && kernel_supported(tier) == usable
			&& kernel_find(tier->name) == (usable ? tier->kernel : NULL);
	}
	return found && kernel_supported(&kernel_tiers[kernel_tier_count - 1])
		&& (!wanted(fake_cpu->best) || strcmp(kernel_best()->name, fake_cpu->best) == 0);
}

/* Runs before anything else has called cpu_features(). */
static void
test_fake_cpus(void)
{
	struct sigaction action = {.sa_sigaction = fake_cpuid, .sa_flags = SA_SIGINFO};
	int			i;

	for (i = 0; i < LENGTHOF(fake_cpus); i++)
	{
		pid_t		child;
		int			status = 1;

		/* What the operating system saves is asked of the real CPU. */
		if ((fake_cpus[i].leaf_1_ecx & bit_OSXSAVE) != 0 && !__builtin_cpu_supports("avx512f"))
		{
			printf("# left out on this CPU: %s\n", fake_cpus[i].check);
			continue;
		}
		fflush(stdout);
		fake_cpu = &fake_cpus[i];
		current_check = fake_cpu->check;
		child = fork();
		if (child == 0)
		{
			sigaction(SIGSEGV, &action, NULL);
			if (syscall(SYS_arch_prctl, ARCH_SET_CPUID, 0) != 0)
				_exit(77);
			_exit(fake_cpu_holds() ? 0 : 1);
		}
		if (child < 0 || waitpid(child, &status, 0) != child)
			status = 1;
		if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		{
			printf("# fake CPUs left out: CPUID cannot be intercepted here\n");
			return;
		}
		check(fake_cpu->check, status == 0);
	}
}

#endif							/* FAKE_CPU */

int
main(int argc, char **argv)
{
	quick = argc > 1 && strcmp(argv[1], "--quick") == 0;
	setvbuf(stdout, NULL, _IOLBF, 0);
	input = arena_make(MAX_INPUT + 64);
	output = arena_make(MAX_ROOM + 2 * CANARIES + 64);
	signal(SIGSEGV, crashed);
	signal(SIGBUS, crashed);
	signal(SIGILL, crashed);

#ifdef FAKE_CPU
	test_fake_cpus();
#endif
	test_cpu();
	test_tiers();
	for (operation = operations; operation < operations + LENGTHOF(operations); operation++)
	{
		test_clean();
		test_every_byte();
		test_every_class();
		test_pairs();
		test_all_special();
		test_random();
		test_pieces();
		test_alignment();
	}

	printf("%d passed, %d failed\n", passed, failed);
	return failed == 0 ? 0 : 1;
}
