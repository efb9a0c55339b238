/*
 * datetime.c
 *		date, timestamp and timestamptz as quoted ISO 8601 strings; the same as
 *		bounds of ranges; time and timetz.
 *
 * The years 1 to 9999 are written here, by arithmetic on unsigned numbers
 * counted from the first of them.  All else (infinities, BC, longer years,
 * values out of range, unusual time zones) is left to core's
 * JsonEncodeDateTime or to the output functions, so that bytes and errors are
 * their own.
 */
#include "compat.h"

#include "catalog/pg_type.h"
#include "pgtime.h"
#include "utils/datetime.h"
#include "utils/json.h"

#include "encode/clock.h"
#include "encode/datetime.h"

/* Days from 0001-01-01 to 2000-01-01, and in the years 1 to 9999. */
#define DAYS_BEFORE_2000	730119
#define DAYS_WRITTEN		3652059

#define USECS_BEFORE_2000	(DAYS_BEFORE_2000 * USECS_PER_DAY)
#define USECS_WRITTEN		(DAYS_WRITTEN * USECS_PER_DAY)

/* From 0001-01-01 to the start of Unix time. */
#define SECS_BEFORE_1970	INT64CONST(62135596800)

/* "yyyy-mm-ddThh:mm:ss.ffffff+hh:mm" in quotes, and the rest of the last word. */
#define DATETIME_ROOM	(10 + 9 + 7 + 6 + 2 + 8)

/* "hh:mm:ss.ffffff+hh:mm:ss" in quotes, and the rest of the last word. */
#define TIME_ROOM		(8 + 9 + 7 + 2 + 8)

/*
 * The date that is `day` days after 0001-01-01, as yyyy-mm-dd.
 *
 * Years are counted from March 1 of year 0 here, so that the leap day is the
 * last of its year, of its 4 years and of its 4 centuries.  Then the months
 * follow a straight line, with 2^16 / 2141 = 30.61 days each, on which March
 * is the third (after Neri and Schneider, "Euclidean affine functions").
 */
#define DAYS_MARCH_TO_DECEMBER	306
#define DAYS_PER_4_YEARS		1461
#define DAYS_PER_4_CENTURIES	146097

static inline char *
put_date(char *cur, uint32 day)
{
	uint32		quarters = (day + DAYS_MARCH_TO_DECEMBER) * 4 + 3;
	uint32		century = quarters / DAYS_PER_4_CENTURIES;
	uint32		year;
	uint32		month;
	uint32		next_year;

	quarters = (quarters - century * DAYS_PER_4_CENTURIES) | 3;
	year = quarters / DAYS_PER_4_YEARS;
	day = (quarters - year * DAYS_PER_4_YEARS) / 4;
	next_year = day >= DAYS_MARCH_TO_DECEMBER;
	day = day * 2141 + 197913;
	month = day >> 16;
	day = (day & 0xFFFF) / 2141 + 1;

	/* Without branches, as months are hard to predict; 100 + 28 is 128. */
	month -= MONTHS_PER_YEAR & -next_year;
	year += next_year;
	century += (year + 28) / 128;

	clock_put_pair(cur, century);
	clock_put_pair(cur + 2, year);
	cur[4] = '-';
	clock_put_pair(cur + 5, month);
	cur[7] = '-';
	clock_put_pair(cur + 8, day);
	return cur + 10;
}

/* The second counted from 0001-01-01 as yyyy-mm-dd, the separator, hh:mm:ss, .ffffff if need be. */
static inline char *
put_datetime(char *cur, uint64 second, uint32 usecs, char separator)
{
	uint32		day = second / SECS_PER_DAY;

	cur = put_date(cur, day);
	*cur++ = separator;
	cur = clock_put_time(cur, second - (uint64) day * SECS_PER_DAY);
	return clock_put_fraction(cur, usecs);
}

static pg_noinline void
encode_as_core(Out *out, Datum value, Oid type)
{
	out_reserve(out, MAXDATELEN + 1 + 2);
	*out->cur++ = '"';
	JsonEncodeDateTime(out->cur, value, type, NULL);
	out->cur += strlen(out->cur);
	*out->cur++ = '"';
}

void
encode_date(Out *out, DateADT value)
{
	uint32		day = (uint32) value + DAYS_BEFORE_2000;
	char	   *cur;

	if (unlikely(day >= DAYS_WRITTEN))
	{
		encode_as_core(out, DateADTGetDatum(value), DATEOID);
		return;
	}
	out_reserve(out, DATETIME_ROOM);
	cur = out->cur;
	*cur++ = '"';
	cur = put_date(cur, day);
	*cur++ = '"';
	out->cur = cur;
}

void
encode_timestamp(Out *out, Timestamp value)
{
	uint64		usecs = (uint64) value + USECS_BEFORE_2000;
	uint64		second = usecs / USECS_PER_SEC;
	char	   *cur;

	if (unlikely(usecs >= USECS_WRITTEN))
	{
		encode_as_core(out, TimestampGetDatum(value), TIMESTAMPOID);
		return;
	}
	out_reserve(out, DATETIME_ROOM);
	cur = out->cur;
	*cur++ = '"';
	cur = put_datetime(cur, second, usecs - second * USECS_PER_SEC, 'T');
	*cur++ = '"';
	out->cur = cur;
}

/*
 * What the session's time zone does is remembered by periods of 2^21 seconds
 * (24 days), a power of two that is shorter than any time that a zone spends
 * between two changes nowadays (a month: Morocco in Ramadan).  So a period
 * has no more than one change, or else it is left to core.
 *
 * The slots are enough for 136 years in a row.  A pg_tz lives, unchanged,
 * until the end of the session, so its address tells the zones apart.
 */
#define PERIOD_BITS		21
#define PERIOD_SECS		(1 << PERIOD_BITS)
#define ZONE_SLOTS		2048

/* A flag in ZoneSlot.period, above all period numbers. */
#define PERIOD_TO_CORE	0x80000000U

typedef struct ZoneSlot
{
	const pg_tz *zone;			/* NULL in a slot not yet used */
	uint32		period;			/* counted from 0001-01-01, UTC */
	uint32		change;			/* its second from which on the second offset
								 * holds; PERIOD_SECS if there is no change */
	int32		offset[2];		/* in seconds east of UTC */
	char		written[2][8];	/* the same as +hh:mm, and a quote */
} ZoneSlot;

#define OFFSET_LENGTH	7

static ZoneSlot zone_slots[ZONE_SLOTS];

/* Offsets are less than 100 hours here, so this is far enough from the years 0 and 10000. */
#define ZONE_MARGIN		(5 * USECS_PER_DAY)

/* The offset that core uses at that instant of Unix time. */
static int32
zone_offset(pg_time_t instant)
{
	return pg_localtime(&instant, session_timezone)->tm_gmtoff;
}

/* The first change after that instant of Unix time, or PG_INT64_MAX. */
static pg_time_t
zone_next_change(pg_time_t instant)
{
	pg_time_t	change = 0;
	long int	offset_before;
	long int	offset_after;
	int			dst_before;
	int			dst_after;

	if (pg_next_dst_boundary(&instant, &offset_before, &dst_before, &change,
							 &offset_after, &dst_after, session_timezone) > 0)
		return change;
	return PG_INT64_MAX;
}

/* Returns false when the offset needs seconds or three digits for the hour. */
static bool
zone_write_offset(char *cur, int32 offset)
{
	uint32		minutes = abs(offset) / SECS_PER_MINUTE;

	if (offset % SECS_PER_MINUTE != 0 || minutes >= 100 * MINS_PER_HOUR)
		return false;
	cur[0] = offset < 0 ? '-' : '+';
	clock_put_pair(cur + 1, minutes / MINS_PER_HOUR);
	cur[3] = ':';
	clock_put_pair(cur + 4, minutes % MINS_PER_HOUR);
	cur[6] = '"';
	return true;
}

/*
 * Fill the slot; returns false when the period is one of those left to core.
 *
 * The change is not trusted alone: exactly at the last change of a zone's
 * table, and every 400 years from there, core finds no next one even if the
 * table is to be repeated, and the rules of a POSIX zone can contradict
 * themselves.  So the offset must be the same at the start and before the
 * change, and at the change and at the end.
 */
static bool
zone_describe(ZoneSlot *slot, uint32 period)
{
	pg_time_t	start = (pg_time_t) period * PERIOD_SECS - SECS_BEFORE_1970;
	pg_time_t	end = start + PERIOD_SECS;
	pg_time_t	change = zone_next_change(start);

	slot->offset[0] = zone_offset(start);
	slot->offset[1] = zone_offset(end - 1);
	if (change >= end)
	{
		slot->change = PERIOD_SECS;
		if (slot->offset[0] != slot->offset[1])
			return false;
	}
	else
	{
		slot->change = change - start;
		if (zone_next_change(change) < end ||
			zone_offset(change - 1) != slot->offset[0] ||
			zone_offset(change) != slot->offset[1])
			return false;
	}
	return zone_write_offset(slot->written[0], slot->offset[0]) &&
		zone_write_offset(slot->written[1], slot->offset[1]);
}

/* Returns the slot, or NULL when the period is to be left to core. */
static pg_noinline const ZoneSlot *
zone_learn(ZoneSlot *slot, uint32 period)
{
	if (slot->zone == session_timezone && slot->period == (period | PERIOD_TO_CORE))
		return NULL;
	slot->zone = session_timezone;
	slot->period = period | PERIOD_TO_CORE;
	if (!zone_describe(slot, period))
		return NULL;
	slot->period = period;
	return slot;
}

/* Zones start at different slots, in case a query goes to and fro between them. */
static inline const ZoneSlot *
zone_find(uint32 period)
{
	uintptr_t	start = (uintptr_t) session_timezone / MAXIMUM_ALIGNOF;
	ZoneSlot   *slot = &zone_slots[(start + period) % ZONE_SLOTS];

	if (likely(slot->zone == session_timezone && slot->period == period))
		return slot;
	return zone_learn(slot, period);
}

/*
 * The slot for a value given in microseconds since 0001-01-01, or NULL if that
 * is to be left to core.
 */
static inline const ZoneSlot *
zone_of(uint64 usecs)
{
	if (unlikely(usecs - ZONE_MARGIN >= USECS_WRITTEN - 2 * ZONE_MARGIN))
		return NULL;
	return zone_find(usecs / USECS_PER_SEC >> PERIOD_BITS);
}

void
encode_timestamptz(Out *out, TimestampTz value)
{
	uint64		usecs = (uint64) value + USECS_BEFORE_2000;
	uint64		second = usecs / USECS_PER_SEC;
	const ZoneSlot *slot = zone_of(usecs);
	bool		changed;
	char	   *cur;

	if (unlikely(slot == NULL))
	{
		encode_as_core(out, TimestampTzGetDatum(value), TIMESTAMPTZOID);
		return;
	}
	changed = second % PERIOD_SECS >= slot->change;
	out_reserve(out, DATETIME_ROOM);
	cur = out->cur;
	*cur++ = '"';
	cur = put_datetime(cur, second + slot->offset[changed], usecs - second * USECS_PER_SEC, 'T');
	memcpy(cur, slot->written[changed], sizeof(slot->written[changed]));
	out->cur = cur + OFFSET_LENGTH;
}

bool
encode_date_bound(Out *out, DateADT value)
{
	uint32		day = (uint32) value + DAYS_BEFORE_2000;

	if (day >= DAYS_WRITTEN)
		return false;
	out_reserve(out, DATETIME_ROOM);
	out->cur = put_date(out->cur, day);
	return true;
}

bool
encode_timestamp_bound(Out *out, Timestamp value)
{
	uint64		usecs = (uint64) value + USECS_BEFORE_2000;
	uint64		second = usecs / USECS_PER_SEC;

	if (usecs >= USECS_WRITTEN)
		return false;
	out_reserve(out, DATETIME_ROOM);
	out->cur = put_datetime(out->cur, second, usecs - second * USECS_PER_SEC, ' ');
	return true;
}

/* The output function leaves out minutes that are zero. */
bool
encode_timestamptz_bound(Out *out, TimestampTz value)
{
	uint64		usecs = (uint64) value + USECS_BEFORE_2000;
	uint64		second = usecs / USECS_PER_SEC;
	const ZoneSlot *slot = zone_of(usecs);
	bool		changed;
	char	   *cur;

	if (slot == NULL)
		return false;
	changed = second % PERIOD_SECS >= slot->change;
	out_reserve(out, DATETIME_ROOM);
	cur = put_datetime(out->cur, second + slot->offset[changed], usecs - second * USECS_PER_SEC, ' ');
	memcpy(cur, slot->written[changed], sizeof(slot->written[changed]));
	out->cur = cur + (slot->offset[changed] % SECS_PER_HOUR == 0 ? 3 : 6);
	return true;
}

/* hh:mm:ss.ffffff, to 24:00:00. */
static inline char *
put_time_of_day(char *cur, uint64 usecs)
{
	uint32		second = usecs / USECS_PER_SEC;

	cur = clock_put_time(cur, second);
	return clock_put_fraction(cur, usecs - second * USECS_PER_SEC);
}

bool
encode_time(Out *out, TimeADT value)
{
	char	   *cur;

	if ((uint64) value > USECS_PER_DAY)
		return false;
	out_reserve(out, TIME_ROOM);
	cur = out->cur;
	*cur++ = '"';
	cur = put_time_of_day(cur, value);
	*cur++ = '"';
	out->cur = cur;
	return true;
}

/* An offset in seconds west of UTC: +hh, +hh:mm or +hh:mm:ss. */
static inline char *
put_offset(char *cur, int32 west)
{
	uint32		seconds = abs(west);

	*cur++ = west <= 0 ? '+' : '-';
	clock_put_time(cur, seconds);
	if (seconds % SECS_PER_HOUR == 0)
		return cur + 2;
	return cur + (seconds % SECS_PER_MINUTE == 0 ? 5 : 8);
}

bool
encode_timetz(Out *out, const TimeTzADT *value)
{
	char	   *cur;

	if ((uint64) value->time > USECS_PER_DAY ||
		value->zone < -TZDISP_LIMIT || value->zone > TZDISP_LIMIT)
		return false;
	out_reserve(out, TIME_ROOM);
	cur = out->cur;
	*cur++ = '"';
	cur = put_time_of_day(cur, value->time);
	cur = put_offset(cur, value->zone);
	*cur++ = '"';
	out->cur = cur;
	return true;
}
