/*
 * kernel_test.c
 *		Which kernel a CPU gets: what it offers, which tiers are built, and the
 *		choice among them.
 */
#if defined(__linux__) && defined(__x86_64__)
#define FAKE_CPU	1
#include <cpuid.h>
#include <asm/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#endif

#include "harness.h"
#include "kernel/cpu.h"

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
	test_begin(argc, argv);
#ifdef FAKE_CPU
	test_fake_cpus();
#endif
	test_cpu();
	test_tiers();
	return test_end();
}
