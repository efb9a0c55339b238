/*
 * clock.h
 *		Hours, minutes, seconds and their fraction, for all types that have them.
 */
#ifndef FASTJSON_ENCODE_CLOCK_H
#define FASTJSON_ENCODE_CLOCK_H

#include "compat.h"

#include "datatype/timestamp.h"

#include "encode/digits.h"

/* "00" to "99", and "00" again. */
static const char clock_pairs[] =
"00010203040506070809101112131415161718192021222324"
"25262728293031323334353637383940414243444546474849"
"50515253545556575859606162636465666768697071727374"
"75767778798081828384858687888990919293949596979899"
"00";

static inline void
clock_put_pair(char *cur, uint32 value)
{
	memcpy(cur, &clock_pairs[value * 2], 2);
}

/*
 * The second of the day, or of a span below 100 hours, as hh:mm:ss.
 *
 * It is scaled to hours with 32 bits behind the point.  The factor is 2^32 /
 * 3600 rounded up, which adds less than a fifth of a second to 100 hours.
 */
static inline char *
clock_put_time(char *cur, uint32 second)
{
	uint64		part = (uint64) second * 1193047;

	clock_put_pair(cur, part >> 32);
	cur[2] = ':';
	part = (part & PG_UINT32_MAX) * MINS_PER_HOUR;
	clock_put_pair(cur + 3, part >> 32);
	cur[5] = ':';
	part = (part & PG_UINT32_MAX) * SECS_PER_MINUTE;
	clock_put_pair(cur + 6, part >> 32);
	return cur + 8;
}

/* Nothing for 0, else .ffffff without zeros at the end. */
static inline char *
clock_put_fraction(char *cur, uint32 usecs)
{
	uint64		digits;

	if (usecs == 0)
		return cur;
	digits = digits_split_8(usecs * 100);
	*cur++ = '.';
	digits_store_8(cur, digits | DIGITS_ZEROS_8);
	return cur + digits_trimmed_length(digits);
}

#endif							/* FASTJSON_ENCODE_CLOCK_H */
