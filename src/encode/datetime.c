/*
 * datetime.c
 *		date, timestamp and timestamptz as quoted ISO 8601 strings.
 *
 * The years 1 to 9999 are written here, by arithmetic on unsigned numbers
 * counted from the first of them.  All else (infinities, BC, longer years,
 * values out of range, time zones with unusual rules) is left to core's
 * JsonEncodeDateTime, so that bytes and errors are its own.
 */
#include "compat.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "pgtime.h"
#include "utils/datetime.h"
#include "utils/json.h"

#include "encode/datetime.h"
#include "encode/digits.h"

/* Days from 0001-01-01 to 2000-01-01, and in the years 1 to 9999. */
#define DAYS_BEFORE_EPOCH	730119
#define DAYS_WRITTEN		3652059

/* Days from 0000-03-01, where the calendar's cycles begin, to 0001-01-01. */
#define DAYS_BEFORE_YEAR_1	306

#define DAYS_PER_4_CENTURIES	146097
#define DAYS_PER_4_YEARS		1461

#define USECS_BEFORE_EPOCH	(DAYS_BEFORE_EPOCH * USECS_PER_DAY)
#define USECS_WRITTEN		(DAYS_WRITTEN * USECS_PER_DAY)

/* "9999-12-31T23:59:59.999999+00:00:00" in quotes. */
#define DATETIME_ROOM	(10 + 9 + 7 + 9 + 2)

/* The byte at `index` of a word of text. */
#define BYTE_AT(index, byte)	((uint64) (byte) << ((index) * 8))

/*
 * The date that is `day` days after 0001-01-01, as yyyy-mm-dd, and the
 * character behind it.  One byte more is overwritten.
 *
 * Years are counted from March, so that the leap day is the last of its year
 * and the lengths of the months follow a straight line: month m (March is 3,
 * February 14) begins on day (153 * m - 457) / 5 of its year.
 */
static inline char *
put_date(char *cur, uint32 day, char behind)
{
	uint32		quarters = (day + DAYS_BEFORE_YEAR_1) * 4 + 3;
	uint32		century = quarters / DAYS_PER_4_CENTURIES;
	uint32		year;
	uint32		month;
	uint64		word;

	quarters = (quarters % DAYS_PER_4_CENTURIES) | 3;
	year = century * 100 + quarters / DAYS_PER_4_YEARS;
	day = quarters % DAYS_PER_4_YEARS / 4;
	month = (day * 5 + 461) / 153;
	day -= (month * 153 - 457) / 5;
	if (month > MONTHS_PER_YEAR)
	{
		month -= MONTHS_PER_YEAR;
		year++;
	}
	cur = digits_put_4(cur, year);
	word = digits_split_pairs(BYTE_AT(1, month) | BYTE_AT(4, day + 1),
							  BYTE_AT(1, 0x0F) | BYTE_AT(4, 0x0F));
	word += BYTE_AT(0, '-') | BYTE_AT(1, '0') | BYTE_AT(2, '0') |
		BYTE_AT(3, '-') | BYTE_AT(4, '0') | BYTE_AT(5, '0') | BYTE_AT(6, behind);
	digits_store_8(cur, word);
	return cur + 7;
}

/* hh:mm:ss, and the fraction without its trailing zeros.  A word is stored behind the point. */
static inline char *
put_time(char *cur, uint64 usecs)
{
	uint32		secs = usecs / USECS_PER_SEC;
	uint32		fraction = usecs % USECS_PER_SEC;
	uint32		minutes = secs / SECS_PER_MINUTE;
	uint64		word;

	word = digits_split_pairs(BYTE_AT(0, minutes / MINS_PER_HOUR) |
							  BYTE_AT(3, minutes % MINS_PER_HOUR) |
							  BYTE_AT(6, secs % SECS_PER_MINUTE),
							  BYTE_AT(0, 0x0F) | BYTE_AT(3, 0x0F) | BYTE_AT(6, 0x0F));
	word += BYTE_AT(0, '0') | BYTE_AT(1, '0') | BYTE_AT(2, ':') | BYTE_AT(3, '0') |
		BYTE_AT(4, '0') | BYTE_AT(5, ':') | BYTE_AT(6, '0') | BYTE_AT(7, '0');
	digits_store_8(cur, word);
	cur += 8;
	if (fraction != 0)
	{
		word = digits_split_8(fraction * 100);
		*cur++ = '.';
		digits_store_8(cur, word | DIGITS_ZEROS_8);
		cur += digits_trimmed_length(word);
	}
	return cur;
}

/* The offset in seconds east of UTC: +hh:mm, and :ss if there are any. */
static inline char *
put_offset(char *cur, int32 offset)
{
	uint32		secs = abs(offset);
	uint32		minutes = secs / SECS_PER_MINUTE;
	uint64		word;

	secs %= SECS_PER_MINUTE;
	word = digits_split_pairs(BYTE_AT(1, minutes / MINS_PER_HOUR) |
							  BYTE_AT(4, minutes % MINS_PER_HOUR),
							  BYTE_AT(1, 0x0F) | BYTE_AT(4, 0x0F));
	word += BYTE_AT(0, offset < 0 ? '-' : '+') | BYTE_AT(1, '0') | BYTE_AT(2, '0') |
		BYTE_AT(3, ':') | BYTE_AT(4, '0') | BYTE_AT(5, '0') | BYTE_AT(6, ':');
	digits_store_8(cur, word);
	if (likely(secs == 0))
		return cur + 6;
	cur[7] = '0' + secs / 10;
	cur[8] = '0' + secs % 10;
	return cur + 9;
}

static void
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
	uint32		day = (uint32) value + DAYS_BEFORE_EPOCH;
	char	   *cur;

	if (unlikely(day >= DAYS_WRITTEN))
	{
		encode_as_core(out, DateADTGetDatum(value), DATEOID);
		return;
	}
	out_reserve(out, DATETIME_ROOM);
	cur = out->cur;
	*cur++ = '"';
	out->cur = put_date(cur, day, '"');
}

void
encode_timestamp(Out *out, Timestamp value)
{
	uint64		usecs = (uint64) value + USECS_BEFORE_EPOCH;
	char	   *cur;

	if (unlikely(usecs >= USECS_WRITTEN))
	{
		encode_as_core(out, TimestampGetDatum(value), TIMESTAMPOID);
		return;
	}
	out_reserve(out, DATETIME_ROOM);
	cur = out->cur;
	*cur++ = '"';
	cur = put_date(cur, usecs / USECS_PER_DAY, 'T');
	cur = put_time(cur, usecs % USECS_PER_DAY);
	*cur++ = '"';
	out->cur = cur;
}

/*
 * The zone's offsets, remembered by period of 2^21 seconds (24 days), a power
 * of two that is shorter than the shortest time some zone spends between two
 * changes in our days (a month: Morocco in Ramadan).  A period with more than
 * one change is not remembered, and its instants are left to core.
 *
 * The slots are enough for 68 years in a row.  They belong to one zone: a
 * pg_tz lives, unchanged, until the end of the session.
 */
#define PERIOD_BITS		21
#define PERIOD_SECS		(1 << PERIOD_BITS)
#define PERIOD_NONE		PG_UINT32_MAX
#define SECS_BEFORE_UNIX_EPOCH \
	((DAYS_BEFORE_EPOCH - (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE)) * (pg_time_t) SECS_PER_DAY)
#define ZONE_SLOTS		1024

typedef struct ZoneSlot
{
	uint32		period;			/* counted from 0001-01-01, UTC, or
								 * PERIOD_NONE */
	uint32		change;			/* second of the period from which on `after`
								 * holds; PERIOD_SECS for never */
	int32		before;			/* seconds east of UTC */
	int32		after;
} ZoneSlot;

static ZoneSlot zone_slots[ZONE_SLOTS];
static const pg_tz *zone_of_slots = NULL;

/* Greatest offset that is written here; the hours of more have three digits. */
#define OFFSET_MAX		(100 * SECS_PER_HOUR - 1)

/* An instant that far inside the written range is in it with any such offset. */
#define MARGIN			(5 * USECS_PER_DAY)

/* What core writes at the instant, which is in pg_time_t's Unix time. */
static int32
zone_offset(pg_time_t instant)
{
	return pg_localtime(&instant, session_timezone)->tm_gmtoff;
}

/* The first change after the instant. */
static pg_time_t
zone_next_change(pg_time_t instant)
{
	pg_time_t	change;
	long int	before_offset;
	long int	after_offset;
	int			before_dst;
	int			after_dst;

	/*
	 * Exactly at the last entry of a table that goes on by repetition, and
	 * 400 years later, core finds no change; a second later it does.
	 */
	for (int i = 0; i < 2; i++)
	{
		if (pg_next_dst_boundary(&instant, &before_offset, &before_dst, &change,
								 &after_offset, &after_dst, session_timezone) > 0)
			return change;
		instant++;
	}
	return PG_INT64_MAX;
}

/* Learn a period; returns false when it cannot be described by a slot. */
static bool
zone_learn(ZoneSlot *slot, uint32 period)
{
	pg_time_t	start = ((pg_time_t) period << PERIOD_BITS) - SECS_BEFORE_UNIX_EPOCH;
	pg_time_t	end = start + PERIOD_SECS;
	pg_time_t	change = zone_next_change(start);
	int32		before = zone_offset(start);
	int32		after = zone_offset(end - 1);

	if (change >= end)
		change = end;
	else if (zone_next_change(change) < end ||
			 zone_offset(change - 1) != before)
		return false;
	if (zone_offset(Min(change, end - 1)) != after ||
		(change == end && before != after) ||
		abs(before) > OFFSET_MAX || abs(after) > OFFSET_MAX)
		return false;
	slot->period = period;
	slot->change = change - start;
	slot->before = before;
	slot->after = after;
	return true;
}

static void
zone_forget(void)
{
	for (int i = 0; i < ZONE_SLOTS; i++)
		zone_slots[i].period = PERIOD_NONE;
	zone_of_slots = session_timezone;
}

void
encode_timestamptz(Out *out, TimestampTz value)
{
	uint64		usecs = (uint64) value + USECS_BEFORE_EPOCH;
	uint64		secs = usecs / USECS_PER_SEC;
	uint32		period = secs >> PERIOD_BITS;
	ZoneSlot   *slot = &zone_slots[period % ZONE_SLOTS];
	int32		offset;
	char	   *cur;

	if (unlikely(session_timezone != zone_of_slots))
		zone_forget();
	if (unlikely(usecs - MARGIN >= USECS_WRITTEN - 2 * MARGIN) ||
		(unlikely(slot->period != period) && !zone_learn(slot, period)))
	{
		encode_as_core(out, TimestampTzGetDatum(value), TIMESTAMPTZOID);
		return;
	}
	offset = secs % PERIOD_SECS < slot->change ? slot->before : slot->after;
	usecs += offset * USECS_PER_SEC;
	out_reserve(out, DATETIME_ROOM);
	cur = out->cur;
	*cur++ = '"';
	cur = put_date(cur, usecs / USECS_PER_DAY, 'T');
	cur = put_time(cur, usecs % USECS_PER_DAY);
	cur = put_offset(cur, offset);
	*cur++ = '"';
	out->cur = cur;
}
