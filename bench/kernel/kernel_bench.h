/*
 * kernel_bench.h
 *		What is measured besides the kernels.
 */
#ifndef FASTJSON_BENCH_KERNEL_H
#define FASTJSON_BENCH_KERNEL_H

#include "inputs.h"

#ifdef __cplusplus
extern "C"
{
#endif

/* Escape all texts of an input once; returns the bytes written. */
typedef size_t (*RunFunction) (const void *kernel, const Input *input, char *buffer);

/* In the file of that name, if there is such a library; they write into buffers of their own. */
extern size_t run_rapidjson(const void *kernel, const Input *input, char *buffer);
extern size_t run_simdjson(const void *kernel, const Input *input, char *buffer);

#ifdef __cplusplus
}
#endif

#endif							/* FASTJSON_BENCH_KERNEL_H */
