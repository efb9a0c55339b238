/*
 * build.c
 *		Growable jsonb: its start, and the errors of what it cannot hold.
 */
#include "compat.h"

#include "build/build.h"

/* The kernel of a text that is not escaped. */
static char *
copy(char *dst, const char *src, size_t len)
{
	memcpy(dst, src, len);
	return dst + len;
}

static const Kernel plain = {.name = "plain", .escape = copy};

void
build_init(Build *build, const Kernel *kernel, Size estimate)
{
	out_init(&build->out, &plain, estimate);
	/* the limits are those of containers; members that others replace do not count */
	build->out.longest = MaxAllocHugeSize;
	build->kernel = kernel;
}

void
build_init_values(Build *build, const Kernel *kernel, Size estimate)
{
	build_init(build, kernel, estimate);
	/* no string may stand at the very start, see build_begin_string */
	out_append(&build->out, "\0\0\0", sizeof(uint32));
}

void
build_raise_too_large(bool object)
{
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 object ?
			 errmsg("total size of jsonb object elements exceeds the maximum of %u bytes",
					JENTRY_OFFLENMASK) :
			 errmsg("total size of jsonb array elements exceeds the maximum of %u bytes",
					JENTRY_OFFLENMASK)));
}

void
build_raise_too_many(bool object)
{
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 object ?
			 errmsg("number of jsonb object pairs exceeds the maximum allowed (%zu)",
					BUILD_MAX_PAIRS) :
			 errmsg("number of jsonb array elements exceeds the maximum allowed (%zu)",
					BUILD_MAX_ELEMENTS)));
}

void
build_raise_too_long(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
			 errmsg("string too long to represent as jsonb string"),
			 errdetail("Due to an implementation restriction, jsonb strings cannot exceed %d bytes.",
					   JENTRY_OFFLENMASK)));
}
