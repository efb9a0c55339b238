/*
 * number.h
 *		Numbers as the numerics that a jsonb holds.
 */
#ifndef FASTJSON_BUILD_NUMBER_H
#define FASTJSON_BUILD_NUMBER_H

#include "build/build.h"
#include "jsonb/number.h"

/* Room for any int64: header, header word, five groups. */
#define BUILD_INTEGER_ROOM	(VARHDRSZ + sizeof(uint16) + 5 * sizeof(int16))

/* These append a value, and padding in front; each returns its JEntry type. */

/* NaN and the infinities become strings, as in core; a float4 is `single`. */
extern uint32 build_numeric(Build *build, Datum value);
extern uint32 build_float(Build *build, float8 value, bool single);

static inline uint32
build_integer(Build *build, int64 value)
{
	char	   *dst = build_align(build, BUILD_INTEGER_ROOM);
	uint64		rest = value < 0 ? -(uint64) value : (uint64) value;
	int16		groups[5];
	int			first = lengthof(groups);
	int			last = lengthof(groups);

	while (rest != 0)
	{
		groups[--first] = rest % 10000;
		rest /= 10000;
	}
	while (last > first && groups[last - 1] == 0)
		last--;
	dst = number_store_header(dst, value < 0 ? NUMERIC_SHORT_NEGATIVE : 0, 0,
							  Max((int) lengthof(groups) - first - 1, 0), last - first);
	memcpy(dst, groups + first, (last - first) * sizeof(int16));
	build->out.cur = dst + (last - first) * sizeof(int16);
	return JENTRY_ISNUMERIC;
}

#endif							/* FASTJSON_BUILD_NUMBER_H */
