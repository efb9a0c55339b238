/*
 * network.c
 *		Addresses of hosts and networks as quoted strings.
 */
#include "compat.h"

#include <sys/socket.h>

#include "utils/inet.h"

#include "encode/hex.h"
#include "encode/network.h"

/* Eight words of IPv6 and "/128" in quotes, and the rest of the last word. */
#define NETWORK_ROOM	(2 + 8 * 5 + 4 + 4)

#define WORDS			8

static char *
put_ipv4(char *cur, const unsigned char *bytes)
{
	for (int i = 0; i < 4; i++)
	{
		cur = digits_put_short_4(cur, bytes[i]);
		*cur++ = '.';
	}
	return cur - 1;
}

/* A run of words that are zero. */
typedef struct Run
{
	int			start;
	int			length;
} Run;

/* The first one of the longest runs, given a bit for each word that is zero. */
static inline Run
longest_run(uint32 zeros)
{
	uint32		starts = zeros;
	Run			run = {0, 0};

	while (starts != 0)
	{
		run.start = pg_rightmost_one_pos32(starts);
		run.length++;
		starts &= zeros >> run.length;
	}
	return run;
}

/* Digits without zeros in front. */
static inline char *
put_word(char *cur, uint32 word, uint32 digits)
{
	int			zeros = 3 - pg_leftmost_one_pos32(word | 1) / 4;

	digits_store_4(cur, digits >> (zeros * 8));
	return cur + 4 - zeros;
}

/* NULL if it is left to core. */
static char *
put_ipv6(char *cur, const unsigned char *bytes)
{
	uint32		words[WORDS];
	uint32		zeros = 0;
	Run			run;

	for (int i = 0; i < WORDS; i++)
	{
		words[i] = bytes[2 * i] << 8 | bytes[2 * i + 1];
		zeros |= (words[i] == 0) << i;
	}
	run = longest_run(zeros);
	if (run.start == 0 && run.length >= 5)
		return NULL;
	for (int i = 0; i < WORDS; i++)
	{
		uint64		digits;

		if (i == run.start && run.length > 1)
		{
			i += run.length - 1;
			*cur = ':';
			cur += run.start == 0;
			*cur++ = ':';
			continue;
		}
		digits = hex_digits(bytes[2 * i] | (uint32) bytes[2 * i + 1] << 8);
		cur = put_word(cur, words[i], (uint32) digits);
		*cur++ = ':';
	}
	return cur - (run.length < 2 || run.start + run.length < WORDS);
}

static char *
put_network(char *cur, const inet_struct *network, bool is_cidr)
{
	int			length;

	if (network->family == PGSQL_AF_INET)
	{
		length = 32;
		cur = put_ipv4(cur, network->ipaddr);
	}
	else if (network->family == PGSQL_AF_INET6)
	{
		length = 128;
		cur = put_ipv6(cur, network->ipaddr);
	}
	else
		return NULL;
	if (cur == NULL || network->bits > length)
		return NULL;
	if (is_cidr || network->bits != length)
	{
		*cur++ = '/';
		cur = digits_put_short_4(cur, network->bits);
	}
	return cur;
}

bool
encode_network(Out *out, Datum value, bool is_cidr)
{
	inet	   *plain = DatumGetInetPP(value);
	char	   *cur;

	out_reserve(out, NETWORK_ROOM);
	*out->cur = '"';
	cur = put_network(out->cur + 1, (const inet_struct *) VARDATA_ANY(plain), is_cidr);
	if (cur != NULL)
	{
		*cur++ = '"';
		out->cur = cur;
	}
	if ((Pointer) plain != DatumGetPointer(value))
		pfree(plain);
	return cur != NULL;
}
