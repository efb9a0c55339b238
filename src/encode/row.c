/*
 * row.c
 *		Composite values as JSON objects.
 *
 * For each row type the session keeps a plan: a copy of the tuple descriptor,
 * the member names escaped once, and how each column is stored and written.
 * A row is then encoded while its bytes are walked, without an array of datums
 * in between.
 */
#include "compat.h"

#include "access/tupdesc.h"
#include "access/tupmacs.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

#include "encode/detoast.h"
#include "encode/row.h"
#include "encode/row_plan.h"
#include "encode/string.h"
#include "encode/value.h"
#include "type/session.h"

/* More row types than that at the end of a transaction: start over with an empty cache. */
#define MAX_PLANS		1024

/* Direct-mapped front of the hash table; a power of two. */
#define RECENT_PLANS	16

typedef struct RowEntry
{
	RowKey		key;			/* hash key */
	RowPlan    *plan;
} RowEntry;

static HTAB *plans = NULL;
static RowPlan *recent[RECENT_PLANS];

/* Counts the invalidations, so that one in the middle of a build is noticed. */
static uint64 changes = 0;

static inline int
recent_slot(RowKey key)
{
	return (key.type ^ (uint32) key.typmod) % RECENT_PLANS;
}

/* The text of all keys, one behind the other; each column learns where its own starts. */
static void
build_keys(RowPlan *plan, const Kernel *kernel)
{
	Out			keys;
	Size	   *starts = palloc(sizeof(Size) * (plan->desc->natts + 1));

	out_init(&keys, kernel, 32 * plan->desc->natts + SHORT_KEY);
	for (int i = 0; i < plan->desc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(plan->desc, i);

		starts[i] = out_length(&keys);
		if (attribute->attisdropped)
			continue;
		out_char(&keys, ',');
		encode_string(&keys, NameStr(attribute->attname),
					  strlen(NameStr(attribute->attname)));
		out_char(&keys, ':');
	}
	starts[plan->desc->natts] = out_length(&keys);
	out_reserve(&keys, SHORT_KEY);
	memset(keys.cur, 0, SHORT_KEY);
	for (int i = 0; i < plan->desc->natts; i++)
	{
		plan->columns[i].key = keys.base + VARHDRSZ + starts[i];
		plan->columns[i].key_length = starts[i + 1] - starts[i];
	}
	pfree(starts);
}

static void
build_columns(RowPlan *plan)
{
	for (int i = 0; i < plan->desc->natts; i++)
	{
		Form_pg_attribute attribute = TupleDescAttr(plan->desc, i);
		RowColumn  *column = &plan->columns[i];

		column->type_oid = attribute->atttypid;
		column->length = attribute->attlen;
		column->by_value = attribute->attbyval;
		column->alignment = type_alignment(attribute->attalign);
		column->dropped = attribute->attisdropped;
		if (!column->dropped)
			plan->visible++;
	}
}

/* Built as a child of CurrentMemoryContext, so that an error leaves nothing behind. */
static RowPlan *
build(RowKey key, const Kernel *kernel)
{
	uint64		generation = session_generation;
	TupleDesc	desc = lookup_rowtype_tupdesc(key.type, key.typmod);
	MemoryContext context = AllocSetContextCreate(CurrentMemoryContext,
												  "fastjson row plan",
												  ALLOCSET_SMALL_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(context);
	RowPlan    *plan = palloc0(offsetof(RowPlan, columns) +
							   sizeof(RowColumn) * desc->natts);

	plan->key = key;
	plan->generation = generation;
	plan->context = context;
	plan->desc = CreateTupleDescCopyConstr(desc);
	plan->version = compat_row_version(plan->desc);
	ReleaseTupleDesc(desc);
	if (key.type != RECORDOID)
		plan->relid = get_typ_typrelid(key.type);
	build_columns(plan);
	build_keys(plan, kernel);
	MemoryContextSwitchTo(caller);
	return plan;
}

static void
retire(RowEntry *entry)
{
	RowPlan    *plan = entry->plan;

	recent[recent_slot(plan->key)] = NULL;
	hash_search(plans, &plan->key, HASH_REMOVE, NULL);
	session_retire(plan->context);
}

static void
retire_all(void)
{
	HASH_SEQ_STATUS scan;
	RowEntry   *entry;

	hash_seq_init(&scan, plans);
	while ((entry = hash_seq_search(&scan)) != NULL)
		retire(entry);
}

static void
create_table(void)
{
	HASHCTL		control;

	control.keysize = sizeof(RowKey);
	control.entrysize = sizeof(RowEntry);
	control.hcxt = session_context();
	plans = hash_create("fastjson row plans", 64, &control,
						HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
}

/*
 * Build the plan of a row type that has none.  If something changed meanwhile,
 * the result serves this once and is not kept.
 */
static RowPlan *
add(RowKey key, const Kernel *kernel)
{
	uint64		changes_before = changes;
	RowPlan    *plan = build(key, kernel);
	RowEntry   *entry;

	if (changes != changes_before)
	{
		session_retire(plan->context);
		return plan;
	}
	entry = hash_search(plans, &key, HASH_ENTER, NULL);
	entry->plan = plan;
	MemoryContextSetParent(plan->context, session_context());
	return plan;
}

/* Are the types that the plan points to still those of the cache? */
static inline bool
is_current(const RowPlan *plan)
{
	return plan->generation == session_generation;
}

static RowPlan *
lookup_slowly(RowKey key, const Kernel *kernel)
{
	RowEntry   *entry;

	if (plans == NULL)
		create_table();
	entry = hash_search(plans, &key, HASH_FIND, NULL);
	if (entry != NULL && !is_current(entry->plan))
	{
		retire(entry);
		entry = NULL;
	}
	if (entry == NULL)
		return add(key, kernel);
	recent[recent_slot(key)] = entry->plan;
	return entry->plan;
}

RowPlan *
row_plan_lookup(HeapTupleHeader tuple, const Kernel *kernel)
{
	RowKey		key;
	RowPlan    *plan;

	key.type = HeapTupleHeaderGetTypeId(tuple);
	key.typmod = HeapTupleHeaderGetTypMod(tuple);
	plan = recent[recent_slot(key)];
	if (likely(plan != NULL && plan->key.type == key.type &&
			   plan->key.typmod == key.typmod && is_current(plan)))
		return plan;
	return lookup_slowly(key, kernel);
}

/* A table, or (relid invalid) maybe any, changed.  This can run in the middle of a row. */
static void
relation_changed(Datum arg, Oid relid)
{
	HASH_SEQ_STATUS scan;
	RowEntry   *entry;

	changes++;
	if (plans == NULL)
		return;
	hash_seq_init(&scan, plans);
	while ((entry = hash_seq_search(&scan)) != NULL)
		if (!OidIsValid(relid) || entry->plan->relid == relid)
			retire(entry);
}

static void
limit_size(void)
{
	if (plans != NULL && hash_get_num_entries(plans) > MAX_PLANS)
		retire_all();
}

void
row_init(void)
{
	session_at_end(limit_size);
	CacheRegisterRelcacheCallback(relation_changed, (Datum) 0);
}

/* The separator or opening brace has been taken care of by `first`. */
static inline void
put_key(Out *out, const RowColumn *column, bool first, bool line_feeds)
{
	const char *key = column->key;
	int			length = column->key_length;

	out_reserve(out, Max(length, SHORT_KEY) + 2);
	if (first)
	{
		*out->cur++ = '{';
		key++;
		length--;
	}
	else if (unlikely(line_feeds))
	{
		memcpy(out->cur, ",\n ", 3);
		out->cur += 3;
		key++;
		length--;
	}
	if (likely(length < SHORT_KEY))
		memcpy(out->cur, key, SHORT_KEY);
	else
		memcpy(out->cur, key, length);
	out->cur += length;
}

static inline void
put_value(Out *out, const RowPlan *plan, RowColumn *column, Datum value, bool is_null)
{
	if (is_null)
		encode_null(out);
	else
		encode_value(out, row_column_type(plan, column), value);
}

/* Columns that were added after the row was stored have their default. */
static void
encode_missing(Out *out, RowPlan *plan, int from, bool first, bool line_feeds)
{
	for (int i = from; i < plan->desc->natts; i++)
	{
		RowColumn  *column = &plan->columns[i];
		Datum		value;
		bool		is_null;

		if (column->dropped)
			continue;
		value = getmissingattr(plan->desc, i + 1, &is_null);
		put_key(out, column, first, line_feeds);
		put_value(out, plan, column, value, is_null);
		first = false;
	}
}

static void
encode_columns(Out *out, RowPlan *plan, HeapTupleHeader tuple, bool line_feeds)
{
	int			stored = Min(HeapTupleHeaderGetNatts(tuple), plan->desc->natts);
	uint8	   *nulls = (tuple->t_infomask & HEAP_HASNULL) ? tuple->t_bits : NULL;
	char	   *next = (char *) tuple + tuple->t_hoff;
	bool		first = true;

	for (int i = 0; i < stored; i++)
	{
		RowColumn  *column = &plan->columns[i];
		bool		is_null = nulls != NULL && att_isnull(i, nulls);
		char	   *start = next;

		if (!is_null)
		{
			if (column->length != -1 || !VARATT_NOT_PAD_BYTE(next))
				start = (char *) TYPEALIGN(column->alignment, next);
			next = att_addlength_pointer(start, column->length, start);
		}
		if (column->dropped)
			continue;
		put_key(out, column, first, line_feeds);
		put_value(out, plan, column,
				  is_null ? (Datum) 0 :
				  fetch_att(start, column->by_value, column->length),
				  is_null);
		first = false;
	}
	if (stored < plan->desc->natts)
		encode_missing(out, plan, stored, first, line_feeds);
}

void
encode_row(Out *out, Datum composite, bool line_feeds)
{
	ShortRoom	room;
	Datum		whole;
	HeapTupleHeader tuple;
	RowPlan    *plan;

	check_stack_depth();
	CHECK_FOR_INTERRUPTS();
	out->depth++;
	whole = detoast_short(composite, &room);
	tuple = DatumGetHeapTupleHeader(whole);
	plan = row_plan_lookup(tuple, out->kernel);
	if (plan->visible == 0)
		out_append(out, "{}", 2);
	else
	{
		compat_check_composite(tuple, plan->desc, plan->version);
		encode_columns(out, plan, tuple, line_feeds);
		out_char(out, '}');
	}
	if ((Pointer) tuple != DatumGetPointer(whole))
		pfree(tuple);
	out->depth--;
}
