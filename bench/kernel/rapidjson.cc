/*
 * rapidjson.cc
 *		RapidJSON's writer beside the kernels, with the instructions that it can
 *		use: an array of strings, into a buffer that stays.
 */
#ifdef __x86_64__
#define RAPIDJSON_SSE42
#elif defined(__aarch64__)
#define RAPIDJSON_NEON
#endif
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "kernel_bench.h"

size_t
run_rapidjson(const void *, const Input *input, char *)
{
	static rapidjson::StringBuffer buffer;
	rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);

	buffer.Clear();
	writer.StartArray();
	for (size_t i = 0; i < input->count; i++)
		writer.String(input->texts[i].bytes, static_cast<rapidjson::SizeType>(input->texts[i].length));
	writer.EndArray();
	return buffer.GetSize();
}
