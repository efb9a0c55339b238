/*
 * range.c
 *		Ranges and multiranges as quoted strings.
 *
 * Bounds are not JSON but what their type's output function gives, and follow
 * its settings.  Those of the built-in range types are written here.  In a
 * range, text is quoted that has a blank or certain other characters; here
 * only timestamps have.
 */
#include "compat.h"

#include "miscadmin.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"

#include "encode/datetime.h"
#include "encode/detoast.h"
#include "encode/number.h"
#include "encode/range.h"

/* All functions here return false for what is left to the output function. */

static bool
put_numeric(Out *out, Datum value)
{
	encode_numeric(out, value);
	return out->cur[-1] != '"'; /* NaN, infinities */
}

static bool
put_timestamp(Out *out, TypeKind kind, Datum value)
{
	out_append(out, "\\\"", 2);
	if (kind == TYPE_TIMESTAMP ? !encode_timestamp_bound(out, DatumGetTimestamp(value)) :
		!encode_timestamptz_bound(out, DatumGetTimestampTz(value)))
		return false;
	out_append(out, "\\\"", 2);
	return true;
}

static bool
put_bound(Out *out, TypeKind kind, const RangeBound *bound)
{
	if (bound->infinite)
		return true;
	switch (kind)
	{
		case TYPE_INT4:
			encode_int32(out, DatumGetInt32(bound->val));
			return true;
		case TYPE_INT8:
			encode_int64(out, DatumGetInt64(bound->val));
			return true;
		case TYPE_NUMERIC:
			return put_numeric(out, bound->val);
		case TYPE_DATE:
			return DateStyle == USE_ISO_DATES &&
				encode_date_bound(out, DatumGetDateADT(bound->val));
		case TYPE_TIMESTAMP:
		case TYPE_TIMESTAMPTZ:
			return DateStyle == USE_ISO_DATES &&
				put_timestamp(out, kind, bound->val);
		default:
			return false;
	}
}

static bool
put_bounds(Out *out, TypeKind kind, const RangeBound *lower, const RangeBound *upper)
{
	out_char(out, lower->inclusive ? '[' : '(');
	if (!put_bound(out, kind, lower))
		return false;
	out_char(out, ',');
	if (!put_bound(out, kind, upper))
		return false;
	out_char(out, upper->inclusive ? ']' : ')');
	return true;
}

static bool
put_range(Out *out, const TypeInfo *type, const RangeType *range)
{
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;

	range_deserialize(type->range, range, &lower, &upper, &empty);
	if (!empty)
		return put_bounds(out, type->bound, &lower, &upper);
	out_append(out, RANGE_EMPTY_LITERAL, strlen(RANGE_EMPTY_LITERAL));
	return true;
}

static bool
put_multirange(Out *out, const TypeInfo *type, const MultirangeType *ranges)
{
	out_char(out, '{');
	for (uint32 i = 0; i < ranges->rangeCount; i++)
	{
		RangeBound	lower;
		RangeBound	upper;

		CHECK_FOR_INTERRUPTS();
		if (i > 0)
			out_char(out, ',');
		multirange_get_bounds(type->range, ranges, i, &lower, &upper);
		if (!put_bounds(out, type->bound, &lower, &upper))
			return false;
	}
	out_char(out, '}');
	return true;
}

/* A value names its type itself, and core goes by that. */
static bool
put(Out *out, const TypeInfo *type, const struct varlena *plain)
{
	const RangeType *range = (const RangeType *) plain;
	const MultirangeType *ranges = (const MultirangeType *) plain;

	if (type->kind == TYPE_RANGE)
		return RangeTypeGetOid(range) == type->base && put_range(out, type, range);
	return MultirangeTypeGetOid(ranges) == type->base && put_multirange(out, type, ranges);
}

bool
encode_range(Out *out, const TypeInfo *type, Datum value)
{
	Size		start = out_length(out);
	ShortRoom	room;
	struct varlena *plain = detoast_aligned(value, &room);
	bool		done;

	out_char(out, '"');
	done = put(out, type, plain);
	if (done)
		out_char(out, '"');
	else
		out->cur -= out_length(out) - start;
	detoast_done(plain, value, &room);
	return done;
}
