/*
 * interval.c
 *		Intervals as quoted strings.
 *
 * Months, days and time have signs of their own; hours, minutes and seconds
 * share that of the time, years and months that of the months.
 */
#include "compat.h"

#include "miscadmin.h"

#include "encode/clock.h"
#include "encode/interval.h"

/*
 * "-178956970 years -11 mons -2147483648 days -2562047788:00:54.775808" in
 * quotes, and the rest of the last word.
 */
#define INTERVAL_ROOM	(18 + 10 + 18 + 25 + 8)

typedef struct Span
{
	int32		years;
	int32		months;
	int32		days;
	bool		negative;		/* the time */
	uint64		hours;
	uint32		second;			/* of the hour */
	uint32		usecs;
} Span;

static inline void
take_apart(Span *span, const Interval *interval)
{
	uint64		usecs = interval->time < 0 ? -(uint64) interval->time : (uint64) interval->time;
	uint64		seconds = usecs / USECS_PER_SEC;

	span->years = interval->month / MONTHS_PER_YEAR;
	span->months = interval->month % MONTHS_PER_YEAR;
	span->days = interval->day;
	span->negative = interval->time < 0;
	span->hours = seconds / SECS_PER_HOUR;
	span->second = seconds - span->hours * SECS_PER_HOUR;
	span->usecs = usecs - seconds * USECS_PER_SEC;
}

/*
 * postgres style: units that are not zero, a positive one behind a negative
 * one with its sign; the time, unless it is zero and not alone.
 */
typedef struct Before
{
	bool		any;			/* was there a unit before? */
	bool		negative;		/* ... the last one negative */
} Before;

/* The name starts with a blank and has 8 readable bytes. */
static inline char *
put_named(char *cur, int32 value, const char *name, int name_length, Before *before)
{
	if (value == 0)
		return cur;
	*cur = ' ';
	cur += before->any;
	*cur = '+';
	cur += before->negative && value > 0;
	cur = digits_put_int32(cur, value);
	memcpy(cur, name, 8);
	cur += name_length + (value != 1);
	before->any = true;
	before->negative = value < 0;
	return cur;
}

static inline char *
put_clock(char *cur, const Span *span)
{
	if (likely(span->hours < 100))
		cur = clock_put_time(cur, span->hours * SECS_PER_HOUR + span->second);
	else
	{
		char		clock[8];

		cur = digits_put_uint64(cur, span->hours);
		clock_put_time(clock, span->second);
		memcpy(cur, clock + 2, 6);
		cur += 6;
	}
	return clock_put_fraction(cur, span->usecs);
}

static char *
put_postgres(char *cur, const Span *span)
{
	Before		before = {false, false};

	cur = put_named(cur, span->years, " years\0", 5, &before);
	cur = put_named(cur, span->months, " mons\0\0", 4, &before);
	cur = put_named(cur, span->days, " days\0\0", 4, &before);
	if (before.any && span->hours == 0 && span->second == 0 && span->usecs == 0)
		return cur;
	*cur = ' ';
	cur += before.any;
	*cur = span->negative ? '-' : '+';
	cur += span->negative || before.negative;
	return put_clock(cur, span);
}

/* iso_8601 style: what is not zero, with a sign each and a letter behind. */
static inline char *
put_lettered(char *cur, int64 value, bool negative, char letter)
{
	if (value == 0)
		return cur;
	cur = digits_put_int64(digits_put_sign(cur, negative), value);
	*cur++ = letter;
	return cur;
}

static char *
put_iso_8601_time(char *cur, const Span *span)
{
	uint32		minutes = span->second / SECS_PER_MINUTE;
	uint32		second = span->second - minutes * SECS_PER_MINUTE;

	*cur++ = 'T';
	cur = put_lettered(cur, span->hours, span->negative, 'H');
	cur = put_lettered(cur, minutes, span->negative, 'M');
	if (second == 0 && span->usecs == 0)
		return cur;
	cur = digits_put_uint32(digits_put_sign(cur, span->negative), second);
	cur = clock_put_fraction(cur, span->usecs);
	*cur++ = 'S';
	return cur;
}

static char *
put_iso_8601(char *cur, const Span *span)
{
	char	   *start;

	*cur++ = 'P';
	start = cur;
	cur = put_lettered(cur, span->years, false, 'Y');
	cur = put_lettered(cur, span->months, false, 'M');
	cur = put_lettered(cur, span->days, false, 'D');
	if (span->hours != 0 || span->second != 0 || span->usecs != 0)
		return put_iso_8601_time(cur, span);
	if (cur == start)
	{
		memcpy(cur, "T0S", 3);
		cur += 3;
	}
	return cur;
}

/* These months are those of infinities, on servers that have them. */
static inline bool
may_be_infinite(const Interval *interval)
{
	return interval->month == PG_INT32_MAX || interval->month == PG_INT32_MIN;
}

bool
encode_interval(Out *out, const Interval *interval)
{
	Span		span;
	char	   *cur;

	if ((IntervalStyle != INTSTYLE_POSTGRES && IntervalStyle != INTSTYLE_ISO_8601) ||
		may_be_infinite(interval))
		return false;
	take_apart(&span, interval);
	out_reserve(out, INTERVAL_ROOM);
	cur = out->cur;
	*cur++ = '"';
	cur = IntervalStyle == INTSTYLE_POSTGRES ? put_postgres(cur, &span) :
		put_iso_8601(cur, &span);
	*cur++ = '"';
	out->cur = cur;
	return true;
}
