/*
 * inputs.h
 *		What the microbenchmark escapes: named sets of strings.
 */
#ifndef FASTJSON_BENCH_KERNEL_INPUTS_H
#define FASTJSON_BENCH_KERNEL_INPUTS_H

#include <stddef.h>

typedef struct Text
{
	const char *bytes;
	size_t		length;
} Text;

typedef struct Input
{
	char		name[40];
	Text	   *texts;
	size_t		count;
	size_t		capacity;
	size_t		total;			/* bytes in all texts */
} Input;

/* The generated inputs, the same on every run.  Returns how many there are. */
extern size_t inputs_generate(Input **inputs);

/*
 * All strings of a JSON file, names of members included, without their
 * escapes.  Exits if the file cannot be read or is no JSON text.
 */
extern Input input_from_json(const char *path);

#endif							/* FASTJSON_BENCH_KERNEL_INPUTS_H */
