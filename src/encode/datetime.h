/*
 * datetime.h
 *		date, timestamp and timestamptz as quoted ISO 8601 strings, whatever
 *		DateStyle says.
 *
 * All append to `out` the bytes of core's JsonEncodeDateTime between quotes,
 * and raise core's errors for values out of range.
 */
#ifndef FASTJSON_ENCODE_DATETIME_H
#define FASTJSON_ENCODE_DATETIME_H

#include "encode/out.h"

#include "utils/date.h"
#include "utils/timestamp.h"

extern void encode_date(Out *out, DateADT value);
extern void encode_timestamp(Out *out, Timestamp value);

/* With the offset of the session's time zone at that instant. */
extern void encode_timestamptz(Out *out, TimestampTz value);

#endif							/* FASTJSON_ENCODE_DATETIME_H */
