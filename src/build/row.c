/*
 * row.c
 *		Composite values as jsonb objects.
 *
 * The members of a jsonb stand in the order of their names, so a row is taken
 * apart first.  Where it shows in which order values are made, that is the order
 * of the columns, see names.h.  The plan of a row, which is that of JSON text,
 * gets the names with the first jsonb that is made of such a row.
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
typedef struct Row
{
	RowPlan    *plan;
	Datum	   *values;
	bool	   *nulls;
} Row;

static int
effects_of_columns(const RowPlan *plan)
{
	int			effects = TYPE_NO_EFFECTS;

	for (int i = 0; i < plan->desc->natts; i++)
		if (!plan->columns[i].dropped)
			effects += type_lookup(plan->columns[i].type_oid)->effects;
	return effects;
}

/* Places in the names are those of columns that are not dropped. */
static BuildNames *
make_names(RowPlan *plan)
{
	int			effects = effects_of_columns(plan);
	MemoryContext caller = MemoryContextSwitchTo(plan->context);
	BuildName  *names = palloc(sizeof(BuildName) * plan->desc->natts);
	uint32	   *columns = palloc(sizeof(uint32) * plan->desc->natts);
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
	result->effects = effects;
	for (uint32 i = 0; i < total; i++)
		result->order[i] = columns[result->order[i]];
	pfree(columns);
	pfree(names);
	MemoryContextSwitchTo(caller);
	return result;
}

/* Columns that were added after the row was stored have their default. */
static void
take_apart(Row *row, HeapTupleHeader tuple)
{
	const RowPlan *plan = row->plan;
	int			stored = Min(HeapTupleHeaderGetNatts(tuple), plan->desc->natts);
	uint8	   *nulls = (tuple->t_infomask & HEAP_HASNULL) ? tuple->t_bits : NULL;
	char	   *next = (char *) tuple + tuple->t_hoff;

	for (int i = 0; i < stored; i++)
	{
		const RowColumn *column = &plan->columns[i];

		row->nulls[i] = nulls != NULL && att_isnull(i, nulls);
		if (row->nulls[i])
			continue;
		if (column->length != -1 || !VARATT_NOT_PAD_BYTE(next))
			next = (char *) TYPEALIGN(column->alignment, next);
		row->values[i] = fetch_att(next, column->by_value, column->length);
		next = att_addlength_pointer(next, column->length, next);
	}
	for (int i = stored; i < plan->desc->natts; i++)
		row->values[i] = getmissingattr(plan->desc, i + 1, &row->nulls[i]);
}

static uint32
put_field(Build *build, const void *source, uint32 index)
{
	const Row  *row = source;

	if (row->nulls[index])
		return JENTRY_ISNULL;
	return build_value(build, row_column_type(row->plan, &row->plan->columns[index]),
					   row->values[index]);
}

/* Most rows are small: without an allocation. */
static void
put_small_row(Build *build, RowPlan *plan, const BuildNames *names, HeapTupleHeader tuple)
{
	Datum		values[STACK_COLUMNS];
	bool		nulls[STACK_COLUMNS];
	Row			row = {plan, values, nulls};

	take_apart(&row, tuple);
	build_named_in_order(build, names, put_field, &row);
}

static void
put_row(Build *build, RowPlan *plan, const BuildNames *names, HeapTupleHeader tuple)
{
	Datum	   *values = palloc(plan->desc->natts * (sizeof(Datum) + sizeof(bool)));
	Row			row = {plan, values, (bool *) (values + plan->desc->natts)};

	take_apart(&row, tuple);
	build_named(build, names, put_field, &row);
	pfree(values);
}

uint32
build_row(Build *build, Datum composite)
{
	ShortRoom	room;
	Datum		whole;
	HeapTupleHeader tuple;
	RowPlan    *plan;
	const BuildNames *names;

	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	build->out.depth++;
	whole = detoast_short(composite, &room);
	tuple = DatumGetHeapTupleHeader(whole);
	plan = row_plan_lookup(tuple, build->kernel);
	if (unlikely(plan->names == NULL))
		plan->names = make_names(plan);
	names = plan->names;
	compat_check_composite(tuple, plan->desc, plan->version);
	/* rows in rows, which have an order, are to leave the stack to each other */
	if (plan->desc->natts <= STACK_COLUMNS && !build_names_have_order(names))
		put_small_row(build, plan, names, tuple);
	else
		put_row(build, plan, names, tuple);
	if ((Pointer) tuple != DatumGetPointer(whole))
		pfree(tuple);
	build->out.depth--;
	return JENTRY_ISCONTAINER;
}
