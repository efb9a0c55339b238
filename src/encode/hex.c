/*
 * hex.c
 *		Values that are written in hexadecimal digits: uuid, bytea, macaddr.
 */
#include "compat.h"

#include "miscadmin.h"
#include "utils/bytea.h"
#include "utils/memutils.h"

#include "encode/hex.h"

/* "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx" */
#define UUID_QUOTED_LENGTH	(1 + 2 * UUID_LEN + 4 + 1)

/* Quotes, and two digits with a colon for each byte. */
#define MACADDR_ROOM		(2 + 8 * 3)

/* Core's text has "\x", the digits and a NUL, and must be allocatable. */
#define BYTES_MAX			((MaxAllocSize - 3) / 2)

/* Bytes of a bytea between two looks for interrupts; a multiple of 4. */
#define PIECE				8192

/* Digits of 4 bytes, and of 2. */
static inline char *
put_4(char *cur, const unsigned char *bytes)
{
	digits_store_8(cur, hex_digits_4(bytes));
	return cur + 8;
}

static inline char *
put_2(char *cur, const unsigned char *bytes)
{
	digits_store_4(cur, (uint32) hex_digits(bytes[0] | (uint32) bytes[1] << 8));
	return cur + 4;
}

void
encode_uuid(Out *out, const pg_uuid_t *uuid)
{
	char	   *cur;

	out_reserve(out, UUID_QUOTED_LENGTH);
	cur = out->cur;
	*cur++ = '"';
	cur = put_4(cur, uuid->data);
	*cur++ = '-';
	cur = put_2(cur, uuid->data + 4);
	*cur++ = '-';
	cur = put_2(cur, uuid->data + 6);
	*cur++ = '-';
	cur = put_2(cur, uuid->data + 8);
	*cur++ = '-';
	cur = put_4(cur, uuid->data + 10);
	cur = put_2(cur, uuid->data + 14);
	*cur++ = '"';
	out->cur = cur;
}

/* Up to two digits too many are written behind each piece that is no multiple of 4. */
static char *
put_piece(char *cur, const unsigned char *bytes, Size length)
{
	unsigned char rest[4] = {0};

	for (; length >= 4; length -= 4, bytes += 4)
		cur = put_4(cur, bytes);
	memcpy(rest, bytes, length);
	put_4(cur, rest);
	return cur + 2 * length;
}

static void
encode_bytes(Out *out, const unsigned char *bytes, Size length)
{
	out_append(out, "\"\\\\x", 4);
	do
	{
		Size		piece = Min(length, PIECE);

		CHECK_FOR_INTERRUPTS();
		out_reserve(out, 2 * piece + 8);
		out->cur = put_piece(out->cur, bytes, piece);
		bytes += piece;
		length -= piece;
	} while (length > 0);
	out_char(out, '"');
}

bool
encode_bytea(Out *out, Datum value)
{
	bytea	   *plain;
	bool		done;

	if (bytea_output != BYTEA_OUTPUT_HEX)
		return false;
	plain = DatumGetByteaPP(value);
	done = VARSIZE_ANY_EXHDR(plain) <= BYTES_MAX;
	if (done)
		encode_bytes(out, (unsigned char *) VARDATA_ANY(plain), VARSIZE_ANY_EXHDR(plain));
	if ((Pointer) plain != DatumGetPointer(value))
		pfree(plain);
	return done;
}

static inline char *
put_pair_and_colon(char *cur, uint64 digits)
{
	*cur++ = (char) digits;
	*cur++ = (char) (digits >> 8);
	*cur++ = ':';
	return cur;
}

/* The bytes of an address are its only members, all of one type, and so lie side by side. */
static inline void
encode_address(Out *out, const unsigned char *bytes, int count)
{
	char	   *cur;

	out_reserve(out, MACADDR_ROOM);
	cur = out->cur;
	*cur++ = '"';
	for (int i = 0; i < count; i++)
		cur = put_pair_and_colon(cur, hex_digits(bytes[i]));
	cur[-1] = '"';
	out->cur = cur;
}

void
encode_macaddr(Out *out, const macaddr *address)
{
	encode_address(out, (const unsigned char *) address, sizeof(macaddr));
}

void
encode_macaddr8(Out *out, const macaddr8 *address)
{
	encode_address(out, (const unsigned char *) address, sizeof(macaddr8));
}
