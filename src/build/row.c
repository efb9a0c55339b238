/*
 * row.c
 *		Composite values as jsonb objects.
 *
 * The members of a jsonb stand in the order of their names, so a row is taken
 * apart first.  Its plan, which is that of JSON text, gets the names with the
 * first jsonb that is made of such a row.
 */
#include "compat.h"

#include "access/tupmacs.h"
#include "miscadmin.h"

#include "build/names.h"
#include "build/row.h"
#include "build/value.h"
#include "encode/detoast.h"
#include "encode/row_plan.h"

/* Rows of up to so many columns are taken apart on the stack. */
#define STACK_COLUMNS	64

/* A row taken apart. */
typedef struct Fields
{
	Datum	   *values;
	bool	   *nulls;
	Datum		few_values[STACK_COLUMNS];
	bool		few_nulls[STACK_COLUMNS];
} Fields;

/* Places in the names are those of columns that are not dropped. */
static BuildNames *
make_names(RowPlan *plan)
{
	MemoryContext caller = MemoryContextSwitchTo(plan->context);
	BuildName  *names = palloc(sizeof(BuildName) * (plan->desc->natts + 1));
	uint32	   *columns = palloc(sizeof(uint32) * (plan->desc->natts + 1));
	uint32		total = 0;
	BuildNames *result;

	for (int i = 0; i < plan->desc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(plan->desc, i);

		if (attribute->attisdropped)
			continue;
		columns[total] = i;
		names[total].bytes = NameStr(attribute->attname);
		names[total++].length = strlen(NameStr(attribute->attname));
	}
	result = build_names(names, total);
	for (uint32 i = 0; i < total; i++)
		result->order[i] = columns[result->order[i]];
	pfree(columns);
	pfree(names);
	MemoryContextSwitchTo(caller);
	return result;
}

static void
begin_fields(Fields *fields, int count)
{
	fields->values = fields->few_values;
	fields->nulls = fields->few_nulls;
	if (count > STACK_COLUMNS)
	{
		fields->values = palloc(count * (sizeof(Datum) + sizeof(bool)));
		fields->nulls = (bool *) (fields->values + count);
	}
}

static void
end_fields(Fields *fields)
{
	if (fields->values != fields->few_values)
		pfree(fields->values);
}

/* Columns that were added after the row was stored have their default. */
static void
take_apart(Fields *fields, RowPlan *plan, HeapTupleHeader tuple)
{
	int			stored = Min(HeapTupleHeaderGetNatts(tuple), plan->desc->natts);
	uint8	   *nulls = (tuple->t_infomask & HEAP_HASNULL) ? tuple->t_bits : NULL;
	char	   *next = (char *) tuple + tuple->t_hoff;

	for (int i = 0; i < stored; i++)
	{
		const RowColumn *column = &plan->columns[i];

		fields->nulls[i] = nulls != NULL && att_isnull(i, nulls);
		if (fields->nulls[i])
			continue;
		if (column->length != -1 || !VARATT_NOT_PAD_BYTE(next))
			next = (char *) TYPEALIGN(column->alignment, next);
		fields->values[i] = fetch_att(next, column->by_value, column->length);
		next = att_addlength_pointer(next, column->length, next);
	}
	for (int i = stored; i < plan->desc->natts; i++)
		fields->values[i] = getmissingattr(plan->desc, i + 1, &fields->nulls[i]);
}

static uint32
put_field(Build *build, RowPlan *plan, const Fields *fields, uint32 index)
{
	RowColumn  *column = &plan->columns[index];

	if (fields->nulls[index])
		return JENTRY_ISNULL;
	if (unlikely(column->type == NULL))
		column->type = type_lookup(column->type_oid);
	return build_value(build, column->type, fields->values[index]);
}

static void
put_fields(Build *build, RowPlan *plan, const Fields *fields)
{
	const BuildNames *names = plan->names;
	BuildContainer object;
	Size		from;

	build_open_named(build, &object, names);
	for (uint32 i = 0; i < names->count; i++)
	{
		from = build_offset(build);
		build_entry(build, &object, names->count + i,
					put_field(build, plan, fields, names->order[i]), from);
	}
	/* the others count for their errors */
	from = build_offset(build);
	for (uint32 i = names->count; i < names->total; i++)
	{
		put_field(build, plan, fields, names->order[i]);
		build_rewind(build, from);
	}
	build_close(build, &object);
}

uint32
build_row(Build *build, Datum composite)
{
	ShortRoom	room;
	Fields		fields;
	Datum		whole;
	HeapTupleHeader tuple;
	RowPlan    *plan;

	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	whole = detoast_short(composite, &room);
	tuple = DatumGetHeapTupleHeader(whole);
	plan = row_plan_lookup(tuple, build->kernel);
	compat_check_composite(tuple, plan->desc, plan->version);
	if (unlikely(plan->names == NULL))
		plan->names = make_names(plan);
	begin_fields(&fields, plan->desc->natts);
	take_apart(&fields, plan, tuple);
	put_fields(build, plan, &fields);
	end_fields(&fields);
	if ((Pointer) tuple != DatumGetPointer(whole))
		pfree(tuple);
	return JENTRY_ISCONTAINER;
}
