/*
 * row_plan.h
 *		What the session keeps for each row type: a copy of the tuple
 *		descriptor, and how each column is named, stored and written.
 *
 * A plan holds nothing that belongs to one row: a nested record can be of the
 * same anonymous type as the record that it is nested in.
 */
#ifndef FASTJSON_ENCODE_ROW_PLAN_H
#define FASTJSON_ENCODE_ROW_PLAN_H

#include "compat.h"

#include "access/tupdesc.h"

#include "kernel/kernel.h"
#include "type/session.h"
#include "type/type.h"

/* Keys up to that long are copied by moves of constant length. */
#define SHORT_KEY		32

typedef struct RowColumn
{
	const char *key;			/* ,"name": and at least SHORT_KEY readable
								 * bytes */
	int			key_length;
	Oid			type_oid;
	const TypeInfo *type;		/* NULL at first, see row_column_type() */
	int16		length;
	bool		by_value;
	uint8		alignment;
	bool		dropped;
} RowColumn;

typedef struct RowKey
{
	Oid			type;
	int32		typmod;
} RowKey;

typedef struct RowPlan
{
	RowKey		key;
	Oid			relid;			/* of a named composite type */
	uint64		generation;		/* of the session's caches, when built */
	MemoryContext context;
	TupleDesc	desc;
	uint64		version;		/* of the row type, where the server has them */
	int			visible;		/* columns that are not dropped */
	void	   *names;			/* made and used by the jsonb producer, in
								 * `context`; NULL at first */
	RowColumn	columns[FLEXIBLE_ARRAY_MEMBER];
} RowPlan;

/*
 * How a column is written.  Looked up with the first value that is not NULL, as
 * core does, and whenever something has changed: the columns before it in a row
 * may have run code that did.
 */
static inline const TypeInfo *
row_column_type(const RowPlan *plan, RowColumn *column)
{
	if (unlikely(column->type == NULL || plan->generation != session_generation))
		column->type = type_lookup(column->type_oid);
	return column->type;
}

/* The plan of a row type; valid to the end of the transaction, current only now. */
extern RowPlan *row_plan_lookup(HeapTupleHeader tuple, const Kernel *kernel);

#endif							/* FASTJSON_ENCODE_ROW_PLAN_H */
