/*
 * network.h
 *		Addresses of hosts and networks as quoted strings.
 */
#ifndef FASTJSON_ENCODE_NETWORK_H
#define FASTJSON_ENCODE_NETWORK_H

#include "encode/out.h"

/*
 * Append an inet or cidr, in any stored form.  The number of bits stands
 * behind an address if it is not the whole length, and always in a network.
 * False, and nothing written, for what is left to the output function: IPv6
 * addresses that start with five words of zeros, as one in IPv4 may follow.
 */
extern bool encode_network(Out *out, Datum value, bool is_cidr);

#endif							/* FASTJSON_ENCODE_NETWORK_H */
