/*
 * value.c
 *		Any value as JSON text.
 */
#include "compat.h"

#include "miscadmin.h"
#include "utils/acl.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"

#include "encode/array.h"
#include "encode/datetime.h"
#include "encode/enum.h"
#include "encode/hex.h"
#include "encode/interval.h"
#include "encode/jsonb.h"
#include "encode/network.h"
#include "encode/number.h"
#include "encode/range.h"
#include "encode/row.h"
#include "encode/string.h"
#include "encode/value.h"

static inline void
encode_bool(Out *out, bool value)
{
	out_reserve(out, 5);
	memcpy(out->cur, value ? "true\0" : "false", 5);
	out->cur += value ? 4 : 5;
}

/* json is stored as text that has been validated: copied as it is. */
static void
encode_json(Out *out, Datum value)
{
	text	   *plain = DatumGetTextPP(value);

	out_append(out, VARDATA_ANY(plain), VARSIZE_ANY_EXHDR(plain));
	if ((Pointer) plain != DatumGetPointer(value))
		pfree(plain);
}

/* Kept FmgrInfos are ours; the call only looks at it, and lets the function keep its fn_extra. */
static inline FmgrInfo *
kept_call(const TypeInfo *type)
{
	return OidIsValid(type->call.fn_oid) ? unconstify(FmgrInfo *, &type->call) : NULL;
}

/* In the server's words, and as often as the server does: a role can change between two rows. */
static void
check_may_execute(Oid function)
{
	AclResult	result = compat_function_aclcheck(function, GetUserId(), ACL_EXECUTE);

	if (result != ACLCHECK_OK)
		aclcheck_error(result, OBJECT_FUNCTION, get_func_name(function));
}

Datum
encode_call_cast(const TypeInfo *type, Datum value)
{
	FmgrInfo   *call = kept_call(type);

	check_stack_depth();
	if (COMPAT_CAST_NEEDS_EXECUTE)
		check_may_execute(type->function);
	return call != NULL ? FunctionCall1(call, value) : OidFunctionCall1(type->function, value);
}

void
encode_by_output(Out *out, const TypeInfo *type, Datum value)
{
	FmgrInfo   *call = kept_call(type);
	char	   *str;

	check_stack_depth();
	str = call != NULL ? OutputFunctionCall(call, value) :
		OidOutputFunctionCall(type->function, value);
	encode_string(out, str, strlen(str));
	pfree(str);
}

/*
 * What the output function would write, as a quoted string.  False, and nothing
 * written, if it has to be called.
 */
static bool
encode_as_output(Out *out, const TypeInfo *type, Datum value)
{
	switch (type->kind)
	{
		case TYPE_ENUM:
			return encode_enum(out, DatumGetObjectId(value));
		case TYPE_INTERVAL:
			return encode_interval(out, DatumGetIntervalP(value));
		case TYPE_TIME:
			return encode_time(out, DatumGetTimeADT(value));
		case TYPE_TIMETZ:
			return encode_timetz(out, DatumGetTimeTzADTP(value));
		case TYPE_BYTEA:
			return encode_bytea(out, value);
		case TYPE_INET:
			return encode_network(out, value, false);
		case TYPE_CIDR:
			return encode_network(out, value, true);
		case TYPE_MACADDR:
			encode_macaddr(out, DatumGetMacaddrP(value));
			return true;
		case TYPE_MACADDR8:
			encode_macaddr8(out, DatumGetMacaddr8P(value));
			return true;
		case TYPE_OID:
			encode_quoted_uint32(out, DatumGetObjectId(value));
			return true;
		case TYPE_CHAR:
			return encode_char(out, DatumGetChar(value));
		case TYPE_RANGE:
		case TYPE_MULTIRANGE:
			return encode_range(out, type, value);
		default:
			return false;
	}
}

void
encode_value(Out *out, const TypeInfo *type, Datum value)
{
	switch (type->kind)
	{
		case TYPE_BOOL:
			encode_bool(out, DatumGetBool(value));
			break;
		case TYPE_INT2:
			encode_int32(out, DatumGetInt16(value));
			break;
		case TYPE_INT4:
			encode_int32(out, DatumGetInt32(value));
			break;
		case TYPE_INT8:
			encode_int64(out, DatumGetInt64(value));
			break;
		case TYPE_FLOAT4:
			encode_float4(out, DatumGetFloat4(value));
			break;
		case TYPE_FLOAT8:
			encode_float8(out, DatumGetFloat8(value));
			break;
		case TYPE_NUMERIC:
			encode_numeric(out, value);
			break;
		case TYPE_DATE:
			encode_date(out, DatumGetDateADT(value));
			break;
		case TYPE_TIMESTAMP:
			encode_timestamp(out, DatumGetTimestamp(value));
			break;
		case TYPE_TIMESTAMPTZ:
			encode_timestamptz(out, DatumGetTimestampTz(value));
			break;
		case TYPE_TEXT:
			encode_text(out, value);
			break;
		case TYPE_NAME:
			encode_string(out, DatumGetCString(value),
						  strnlen(DatumGetCString(value), NAMEDATALEN));
			break;
		case TYPE_CSTRING:
			encode_string(out, DatumGetCString(value), strlen(DatumGetCString(value)));
			break;
		case TYPE_UUID:
			encode_uuid(out, DatumGetUUIDP(value));
			break;
		case TYPE_JSON:
			encode_json(out, value);
			break;
		case TYPE_JSONB:
			encode_jsonb(out, value, false);
			break;
		case TYPE_ARRAY:
			encode_array(out, value, false);
			break;
		case TYPE_COMPOSITE:
			if (likely(out->depth < OUT_MAX_DEPTH))
				encode_row(out, value, false);
			else
				encode_json(out, DirectFunctionCall1(row_to_json, value));
			break;
		case TYPE_CAST:
			encode_json(out, encode_call_cast(type, value));
			break;
		default:
			if (!encode_as_output(out, type, value))
				encode_by_output(out, type, value);
			break;
	}
}

/* Quote what was written since `start`, unless it is a string already. */
static void
quote_from(Out *out, Size start)
{
	Size		length = out_length(out) - start;
	char	   *from;

	out_reserve(out, 2);
	from = out->cur - length;
	if (*from == '"')
		return;
	memmove(from + 1, from, length);
	from[0] = '"';
	from[length + 1] = '"';
	out->cur += 2;
}

bool
encode_key(Out *out, const TypeInfo *type, Datum key)
{
	Size		start = out_length(out);

	if (!type_is_key(type->kind))
		return false;
	encode_value(out, type, key);
	quote_from(out, start);
	return true;
}
