/*
 * simdjson.cc
 *		simdjson's formatter beside the kernels: an array of strings, into a
 *		buffer that stays.
 */
#include <simdjson.h>

#include "kernel_bench.h"

size_t
run_simdjson(const void *, const Input *input, char *)
{
	static simdjson::internal::mini_formatter formatter;

	formatter.clear();
	formatter.start_array();
	for (size_t i = 0; i < input->count; i++)
	{
		if (i > 0)
			formatter.comma();
		formatter.string(std::string_view(input->texts[i].bytes, input->texts[i].length));
	}
	formatter.end_array();
	return formatter.str().size();
}
