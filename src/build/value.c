/*
 * value.c
 *		Any value as part of a jsonb.
 *
 * Most types are strings; what their encoders write as JSON text, in quotes, is
 * the string itself, since here nothing is escaped.  Those of enums, bytea and ranges
 * keep or write escapes of their own: these types go by their output function.
 */
#include "compat.h"

#include "catalog/pg_type.h"
#include "nodes/makefuncs.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"

#include "build/array.h"
#include "build/number.h"
#include "build/row.h"
#include "build/value.h"
#include "encode/detoast.h"
#include "encode/value.h"
#include "jsonb/parse.h"

uint32
build_any_text(Build *build, Datum value)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(value);
	text	   *plain = pg_detoast_datum_packed(stored);
	Size		length = VARSIZE_ANY_EXHDR(plain);

	out_reserve(&build->out, length);
	if (length <= 128)
		copy_short(build->out.cur, VARDATA_ANY(plain), length);
	else
		memcpy(build->out.cur, VARDATA_ANY(plain), length);
	build->out.cur += length;
	if (plain != stored)
		pfree(plain);
	return JENTRY_ISSTRING;
}

/* The same, with core's error for a string that is too long. */
static uint32
put_text(Build *build, Datum value)
{
	Size		from = build_offset(build);

	build_any_text(build, value);
	if (unlikely(build_offset(build) - from > JENTRY_OFFLENMASK))
		build_raise_too_long();
	return JENTRY_ISSTRING;
}

/* The only element of a jsonb that is a scalar, or the whole container. */
static uint32
put_root(Build *build, const Jsonb *jsonb)
{
	const JsonbContainer *root = &jsonb->root;
	bool		scalar = JsonContainerIsScalar(root);
	const char *bytes = scalar ? (const char *) &root->children[1] : (const char *) root;
	Size		length = scalar ? JBE_OFFLENFLD(root->children[0]) : VARSIZE(jsonb) - VARHDRSZ;
	uint32		type = scalar ? root->children[0] & JENTRY_TYPEMASK : JENTRY_ISCONTAINER;

	if (write_is_aligned(type))
		build->out.cur = build_align(build, length);
	out_append(&build->out, bytes, length);
	return type;
}

static uint32
put_jsonb(Build *build, Datum value)
{
	ShortRoom	room;
	struct varlena *plain = detoast_aligned(value, &room);
	uint32		type = put_root(build, (const Jsonb *) plain);

	detoast_done(plain, value, &room);
	return type;
}

/* What we refuse goes to core's own parser, which then raises its error. */
static Jsonb *
parse(const Kernel *kernel, Datum json)
{
	struct varlena *stored = (struct varlena *) DatumGetPointer(json);
	text	   *plain = pg_detoast_datum_packed(stored);
	Jsonb	   *result;

	if (parse_jsonb(kernel, true, VARDATA_ANY(plain), VARSIZE_ANY_EXHDR(plain),
					&result) != PARSE_DONE)
		result = DatumGetJsonbP(DirectFunctionCall1(jsonb_in,
													CStringGetDatum(text_to_cstring(plain))));
	if (plain != stored)
		pfree(plain);
	return result;
}

static uint32
put_json(Build *build, Datum json)
{
	Jsonb	   *parsed = parse(build->kernel, json);
	uint32		type = put_root(build, parsed);

	pfree(parsed);
	return type;
}

/* The function finds its argument's type in an expression; which composite it is, in the value. */
static Datum
core_to_jsonb(Datum composite)
{
	Const	   *argument = makeNullConst(RECORDOID, -1, InvalidOid);
	FmgrInfo	function;

	fmgr_info(F_TO_JSONB, &function);
	fmgr_info_set_expr((Node *) makeFuncExpr(F_TO_JSONB, JSONBOID, list_make1(argument),
											 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL),
					   &function);
	return FunctionCall1(&function, composite);
}

static uint32
put_as_text(Build *build, const TypeInfo *type, Datum value)
{
	Size		start = build_begin_string(build);

	switch (type->kind)
	{
		case TYPE_ENUM:
		case TYPE_BYTEA:
		case TYPE_RANGE:
		case TYPE_MULTIRANGE:
			encode_by_output(&build->out, type, value);
			break;
		default:
			encode_value(&build->out, type, value);
			break;
	}
	return build_end_string(build, start);
}

uint32
build_value(Build *build, const TypeInfo *type, Datum value)
{
	switch (type->kind)
	{
		case TYPE_BOOL:
			return DatumGetBool(value) ? JENTRY_ISBOOL_TRUE : JENTRY_ISBOOL_FALSE;
		case TYPE_INT2:
			return build_integer(build, DatumGetInt16(value));
		case TYPE_INT4:
			return build_integer(build, DatumGetInt32(value));
		case TYPE_INT8:
			return build_integer(build, DatumGetInt64(value));
		case TYPE_FLOAT4:
			return build_float(build, DatumGetFloat4(value), true);
		case TYPE_FLOAT8:
			return build_float(build, DatumGetFloat8(value), false);
		case TYPE_NUMERIC:
			return build_numeric(build, value);
		case TYPE_TEXT:
			return put_text(build, value);
		case TYPE_JSON:
			return put_json(build, value);
		case TYPE_JSONB:
			return put_jsonb(build, value);
		case TYPE_ARRAY:
			return build_array(build, value);
		case TYPE_COMPOSITE:
			if (likely(build->out.depth < OUT_MAX_DEPTH))
				return build_row(build, value);
			return put_jsonb(build, core_to_jsonb(value));
		case TYPE_CAST:
			return put_json(build, encode_call_cast(type, value));
		default:
			return put_as_text(build, type, value);
	}
}

bool
build_key(Build *build, const TypeInfo *type, Datum key)
{
	Size		start;

	if (!type_is_key(type->kind))
		return false;
	switch (type->kind)
	{
		case TYPE_TEXT:
			put_text(build, key);
			break;
		case TYPE_BOOL:
		case TYPE_INT2:
		case TYPE_INT4:
		case TYPE_INT8:
		case TYPE_FLOAT4:
		case TYPE_FLOAT8:
		case TYPE_NUMERIC:
			start = build_begin_string(build);
			encode_key(&build->out, type, key);
			build_end_string(build, start);
			break;
		default:
			put_as_text(build, type, key);
			break;
	}
	return true;
}

Jsonb *
build_root(const Kernel *kernel, const TypeInfo *type, Datum value, Size estimate)
{
	Build		build;
	BuildContainer scalar;
	Size		from;

	if (type->kind == TYPE_JSONB)
		return (Jsonb *) pg_detoast_datum_copy((struct varlena *) DatumGetPointer(value));
	if (type->kind == TYPE_JSON)
		return parse(kernel, value);
	if (type->kind == TYPE_CAST)
		return parse(kernel, encode_call_cast(type, value));

	build_init(&build, kernel, estimate);
	if (type->kind == TYPE_ARRAY || type->kind == TYPE_COMPOSITE)
		build_value(&build, type, value);
	else
	{
		build_open(&build, &scalar, 1, JB_FARRAY | JB_FSCALAR);
		from = build_offset(&build);
		build_entry(&build, &scalar, 0, build_value(&build, type, value), from);
		build_close(&build, &scalar);
	}
	return build_finish(&build);
}
