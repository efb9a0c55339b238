/*
 * datetime.h
 *		Dates and times.
 */
#ifndef FASTJSON_ENCODE_DATETIME_H
#define FASTJSON_ENCODE_DATETIME_H

#include "encode/out.h"

#include "utils/date.h"
#include "utils/timestamp.h"

/*
 * As quoted ISO 8601 strings, whatever DateStyle says: the bytes of core's
 * JsonEncodeDateTime.  Raise core's errors for values out of range.
 */
extern void encode_date(Out *out, DateADT value);
extern void encode_timestamp(Out *out, Timestamp value);

/* With the offset of the session's time zone at that instant. */
extern void encode_timestamptz(Out *out, TimestampTz value);

/*
 * What the output function writes when DateStyle is ISO, without quotes.
 * False, and nothing written, for values that are left to it: infinities, BC,
 * years of five digits.
 */
extern bool encode_date_bound(Out *out, DateADT value);
extern bool encode_timestamp_bound(Out *out, Timestamp value);
extern bool encode_timestamptz_bound(Out *out, TimestampTz value);

/*
 * As quoted strings.  False, and nothing written, for values that the type's
 * input would not make, which are left to the output function.
 */
extern bool encode_time(Out *out, TimeADT value);
extern bool encode_timetz(Out *out, const TimeTzADT *value);

#endif							/* FASTJSON_ENCODE_DATETIME_H */
