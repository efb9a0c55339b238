/*
 * shape.c
 *		The keys of an object as they were seen before.
 *
 * The memory is one block, handed out from its start.  So that texts whose
 * objects are all different lose little time with shapes, each one made must
 * be paid for by objects found to have one.
 */
#include "compat.h"

#include "jsonb/shape.h"
#include "jsonb/write.h"
#include "type/session.h"

#define POOL_BYTES		(512 * 1024)

/* What there is to spend on shapes to begin with. */
#define FIRST_CREDIT	(128 * SHAPE_PRICE)

Shape	   *shape_root;
Shape	   *shape_buckets[SHAPE_BUCKETS];
int			shape_credit = FIRST_CREDIT;

static char *pool;
static Size used;
static bool full;

void
shape_begin(void)
{
	if (unlikely(pool == NULL))
		pool = MemoryContextAlloc(session_context(), POOL_BYTES);
	if (unlikely(full))
	{
		shape_root = NULL;
		memset(shape_buckets, 0, sizeof(shape_buckets));
		used = 0;
		full = false;
	}
}

Shape *
shape_make(uint32 hash, uint32 count, uint32 key_bytes, Size text_bytes, char **text)
{
	Size		members = offsetof(Shape, members) + count * sizeof(ShapeMember);
	Size		entries = count * sizeof(JEntry);
	Size		size = members + entries + key_bytes + text_bytes + WRITE_COPY + SHAPE_READ;
	Shape	   *shape;

	if (shape_credit < SHAPE_PRICE)
	{
		/* now and then it is tried whether shapes have become of use */
		shape_credit++;
		return NULL;
	}
	if (size > POOL_BYTES - used)
	{
		full = used > POOL_BYTES / 2;
		return NULL;
	}
	shape_credit -= SHAPE_PRICE;
	shape = (Shape *) (pool + used);
	used += MAXALIGN(size);
	shape->next = *shape_bucket(hash);
	*shape_bucket(hash) = shape;
	shape->hash = hash;
	shape->count = count;
	shape->key_bytes = key_bytes;
	shape->entries = (JEntry *) ((char *) shape + members);
	shape->keys = (char *) shape->entries + entries;
	*text = shape->keys + key_bytes + WRITE_COPY;
	return shape;
}
