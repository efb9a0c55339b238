/*
 * fastjson.c
 *		Module magic, and the table of contents of what is set up at load.
 */
#include "compat.h"

#include "encode/enum.h"
#include "encode/row.h"
#include "guc.h"
#include "jsonb/kept.h"
#include "type/session.h"
#include "type/type.h"

FASTJSON_MODULE_MAGIC;

void
_PG_init(void)
{
	guc_init();
	session_init();
	type_init();
	row_init();
	enum_init();
	*find_rendezvous_variable("fastjson_growths") = &kept_growths;
}
