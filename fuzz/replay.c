/*
 * replay.c
 *		Give a fuzz target the files that are named, without libFuzzer: for
 *		compilers and machines that lack it.
 */
#include "fuzz.h"

int
main(int argc, char **argv)
{
	static uint8_t data[1 << 20];
	int			i;

	for (i = 1; i < argc; i++)
	{
		FILE	   *file = fopen(argv[i], "rb");
		size_t		size;

		if (file == NULL)
		{
			perror(argv[i]);
			return 2;
		}
		size = fread(data, 1, sizeof(data), file);
		fclose(file);
		LLVMFuzzerTestOneInput(data, size);
	}
	printf("%d inputs\n", argc - 1);
	return argc > 1 ? 0 : 2;
}
