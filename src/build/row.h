/*
 * row.h
 *		Composite values as jsonb objects.
 */
#ifndef FASTJSON_BUILD_ROW_H
#define FASTJSON_BUILD_ROW_H

#include "build/build.h"

/* Append a composite value; returns its JEntry type. */
extern uint32 build_row(Build *build, Datum composite);

#endif							/* FASTJSON_BUILD_ROW_H */
