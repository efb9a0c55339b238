/*
 * hex.c
 *		Values that are written in hexadecimal digits.
 */
#include "compat.h"

#include "encode/hex.h"

/* "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx" */
#define UUID_QUOTED_LENGTH	(1 + 2 * UUID_LEN + 4 + 1)

static const char digits[] = "0123456789abcdef";

static inline char *
put_bytes(char *cur, const unsigned char *bytes, int count)
{
	for (int i = 0; i < count; i++)
	{
		*cur++ = digits[bytes[i] >> 4];
		*cur++ = digits[bytes[i] & 0x0f];
	}
	return cur;
}

void
encode_uuid(Out *out, const pg_uuid_t *uuid)
{
	char	   *cur;

	out_reserve(out, UUID_QUOTED_LENGTH);
	cur = out->cur;
	*cur++ = '"';
	cur = put_bytes(cur, uuid->data, 4);
	*cur++ = '-';
	cur = put_bytes(cur, uuid->data + 4, 2);
	*cur++ = '-';
	cur = put_bytes(cur, uuid->data + 6, 2);
	*cur++ = '-';
	cur = put_bytes(cur, uuid->data + 8, 2);
	*cur++ = '-';
	cur = put_bytes(cur, uuid->data + 10, 6);
	*cur++ = '"';
	out->cur = cur;
}
