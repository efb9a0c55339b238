/*
 * array.h
 *		Arrays as jsonb arrays.
 */
#ifndef FASTJSON_BUILD_ARRAY_H
#define FASTJSON_BUILD_ARRAY_H

#include "build/build.h"

/* Append an array; returns its JEntry type. */
extern uint32 build_array(Build *build, Datum array);

#endif							/* FASTJSON_BUILD_ARRAY_H */
