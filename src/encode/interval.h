/*
 * interval.h
 *		Intervals as quoted strings.
 */
#ifndef FASTJSON_ENCODE_INTERVAL_H
#define FASTJSON_ENCODE_INTERVAL_H

#include "encode/out.h"

#include "datatype/timestamp.h"

/*
 * Append the interval in the style of IntervalStyle.  False, and nothing
 * written, for what is left to the output function: the styles sql_standard
 * and postgres_verbose, and infinities.
 */
extern bool encode_interval(Out *out, const Interval *interval);

#endif							/* FASTJSON_ENCODE_INTERVAL_H */
