/*
 * arguments.h
 *		What the functions must learn of their arguments.
 */
#ifndef FASTJSON_FUNC_ARGUMENTS_H
#define FASTJSON_FUNC_ARGUMENTS_H

#include "compat.h"

#include "utils/array.h"

/* Arguments, of whatever origin. */
typedef struct Arguments
{
	Datum	   *values;
	bool	   *nulls;
	Oid		   *types;
	int			count;
} Arguments;

/* The elements of a text array. */
typedef struct Texts
{
	Datum	   *values;
	bool	   *nulls;
	int			count;
} Texts;

/* The type of one argument, as the call's expression has it. */
extern Oid	argument_type(FmgrInfo *call, int number);

/*
 * The same for one of VARIADIC "any", as core finds it there.  Those functions of
 * core that make text of literals of unknown type refuse other values of it.
 */
extern Oid	argument_variadic_type(FmgrInfo *call, int number, bool as_text);

/*
 * Is it a constant that is always written the same?  An external parameter is
 * no constant within a PL/pgSQL expression; and settings and DDL change how
 * constants of other types than text are written while the call site lives.
 */
extern bool argument_is_constant_text(FmgrInfo *call, int number, Oid type);

/* Those of a call whose arguments are all variadic, or of its one VARIADIC array. */
extern Arguments arguments_variadic(FunctionCallInfo fcinfo);

extern Texts arguments_texts(ArrayType *array);

/* Keys and values in turn, or rows of two. */
extern bool arguments_are_pairs(ArrayType *array);

#endif							/* FASTJSON_FUNC_ARGUMENTS_H */
