/*
 * inputs.c
 *		Generate the inputs of the microbenchmark, or take them from JSON files.
 *
 * Memory is never freed: all inputs are used until the program ends.
 */
#include "inputs.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_INPUTS		64
#define TEXTS			10000	/* in a set of short strings */
#define LONG_BYTES		(1 << 20)

static Input generated[MAX_INPUTS];
static size_t generated_count;

static void
fail(const char *path, const char *why)
{
	fprintf(stderr, "kernel_bench: %s: %s\n", path, why);
	exit(2);
}

static void *
allocate(size_t bytes)
{
	void	   *memory = malloc(bytes + 1);

	if (memory == NULL)
		fail("malloc", "out of memory");
	return memory;
}

/* splitmix64 */
static uint64_t
random_64(void)
{
	static uint64_t state = 42;
	uint64_t	z = (state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static size_t
random_below(size_t bound)
{
	return (size_t) (random_64() % bound);
}

static void
input_add(Input *input, const char *bytes, size_t length)
{
	if (input->count == input->capacity)
	{
		input->capacity = input->capacity == 0 ? TEXTS : 2 * input->capacity;
		input->texts = realloc(input->texts, input->capacity * sizeof(Text));
		if (input->texts == NULL)
			fail("realloc", "out of memory");
	}
	input->texts[input->count].bytes = bytes;
	input->texts[input->count].length = length;
	input->count++;
	input->total += length;
}

static Input *
input_new(const char *name)
{
	Input	   *input = &generated[generated_count++];

	if (generated_count > MAX_INPUTS)
		fail(name, "too many inputs");
	snprintf(input->name, sizeof(input->name), "%s", name);
	return input;
}

static char *
clean_text(size_t length)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ 0123456789,.-";
	char	   *text = allocate(length);
	size_t		i;

	for (i = 0; i < length; i++)
		text[i] = letters[random_below(sizeof(letters) - 1)];
	return text;
}

/* TEXTS strings of `least` to `most` bytes, one byte of each `per_mille` is c. */
static void
add_short(const char *name, size_t least, size_t most, int c, size_t per_mille)
{
	Input	   *input = input_new(name);
	int			i;

	for (i = 0; i < TEXTS; i++)
	{
		size_t		length = least + random_below(most - least + 1);
		char	   *text = clean_text(length);

		if (random_below(1000) < per_mille)
			text[random_below(length)] = (char) c;
		input_add(input, text, length);
	}
}

/* The same text, `times` times `unit`, TEXTS times. */
static void
add_repeated(const char *name, const char *unit, size_t times)
{
	size_t		bytes = strlen(unit);
	char	   *text = allocate(bytes * times);
	Input	   *input = input_new(name);
	size_t		i;

	for (i = 0; i < times; i++)
		memcpy(text + i * bytes, unit, bytes);
	for (i = 0; i < TEXTS; i++)
		input_add(input, text, bytes * times);
}

/* One text; in each `every` bytes of it one, at a random place, is c. */
static void
add_long(const char *name, size_t bytes, size_t every, int c)
{
	char	   *text = clean_text(bytes);
	size_t		at;

	for (at = 0; every != 0 && at + every <= bytes; at += every)
		text[at + random_below(every)] = (char) c;
	input_add(input_new(name), text, bytes);
}

/* One text of bytes below `bound`. */
static void
add_random(const char *name, size_t bytes, size_t bound)
{
	char	   *text = allocate(bytes);
	size_t		i;

	for (i = 0; i < bytes; i++)
		text[i] = (char) random_below(bound);
	input_add(input_new(name), text, bytes);
}

/* One text: each 80 bytes a newline and, somewhere, two quotes. */
static void
add_prose(void)
{
	char	   *text = clean_text(LONG_BYTES);
	size_t		at;

	for (at = 0; at + 80 <= LONG_BYTES; at += 80)
	{
		size_t		quote = at + random_below(60);

		text[quote] = '"';
		text[quote + 5 + random_below(10)] = '"';
		text[at + 79] = '\n';
	}
	input_add(input_new("prose 1 MB"), text, LONG_BYTES);
}

static void
add_chinese(void)
{
	char	   *text = allocate(LONG_BYTES);
	size_t		i;

	for (i = 0; i + 3 <= LONG_BYTES; i += 3)
	{
		size_t		c = 0x4e00 + random_below(0x5000);

		text[i] = (char) (0xe0 | c >> 12);
		text[i + 1] = (char) (0x80 | (c >> 6 & 0x3f));
		text[i + 2] = (char) (0x80 | (c & 0x3f));
	}
	input_add(input_new("chinese 1 MB"), text, i);
}

size_t
inputs_generate(Input **inputs)
{
	char		a_127[129];

	add_short("1-15 clean", 1, 15, 'a', 0);
	add_short("16-24 clean", 16, 24, 'a', 0);
	add_short("5-80 clean", 5, 80, 'a', 0);
	add_short("5-80 10% with a quote", 5, 80, '"', 100);
	add_short("5-80 one quote", 5, 80, '"', 1000);
	add_short("5-80 one control", 5, 80, 1, 1000);
	add_repeated("a x15", "a", 15);
	add_repeated("quote x15", "\"", 15);
	add_repeated("\\x01a\\x02b x15", "\001a\002b", 15);
	add_repeated("quote tab \\ newline x8", "\"\t\\\n", 8);
	memset(a_127, 'a', 127);
	memcpy(a_127 + 127, "\n", 2);
	add_repeated("a x127 newline", a_127, 1);
	add_long("clean 4 kB", 4096, 0, 0);
	add_long("clean 64 kB", 1 << 16, 0, 0);
	add_long("clean 1 MB", LONG_BYTES, 0, 0);
	add_prose();
	add_chinese();
	add_long("quote every 128", 1 << 17, 128, '"');
	add_long("quote every 32", 1 << 17, 32, '"');
	add_long("quote every 6", 1 << 17, 6, '"');
	add_long("control every 128", 1 << 17, 128, 1);
	add_long("control every 32", 1 << 17, 32, 1);
	add_long("control every 10", 1 << 17, 10, 1);
	add_long("control every 4", 1 << 17, 4, 1);
	add_random("controls only 64 kB", 1 << 16, 0x20);
	add_random("random bytes 1 MB", LONG_BYTES, 256);
	*inputs = generated;
	return generated_count;
}

/* ---- Strings of JSON files ---- */

static char *
read_file(const char *path, size_t *length)
{
	FILE	   *file = fopen(path, "rb");
	char	   *bytes;
	long		size;

	if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0)
		fail(path, "cannot be read");
	rewind(file);
	bytes = allocate((size_t) size);
	*length = fread(bytes, 1, (size_t) size, file);
	if (*length != (size_t) size)
		fail(path, "cannot be read");
	fclose(file);
	bytes[size] = '\0';
	return bytes;
}

static unsigned int
hex_4(const char *digits, const char *path)
{
	unsigned int code;
	char		text[5] = {0};

	memcpy(text, digits, 4);
	if (strspn(text, "0123456789abcdefABCDEF") != 4)
		fail(path, "\\u without four digits");
	code = (unsigned int) strtoul(text, NULL, 16);
	return code;
}

static char *
put_utf8(char *dst, unsigned int c)
{
	if (c < 0x80)
		*dst++ = (char) c;
	else if (c < 0x800)
		*dst++ = (char) (0xc0 | c >> 6);
	else if (c < 0x10000)
		*dst++ = (char) (0xe0 | c >> 12);
	else
	{
		*dst++ = (char) (0xf0 | c >> 18);
		*dst++ = (char) (0x80 | (c >> 12 & 0x3f));
	}
	if (c >= 0x800)
		*dst++ = (char) (0x80 | (c >> 6 & 0x3f));
	if (c >= 0x80)
		*dst++ = (char) (0x80 | (c & 0x3f));
	return dst;
}

/* What is behind a backslash, src; returns what comes next. */
static const char *
unescape_one(char **dst, const char *src, const char *path)
{
	static const char letters[] = "bfnrt\"\\/";
	static const char meanings[] = "\b\f\n\r\t\"\\/";
	const char *letter = *src == '\0' ? NULL : strchr(letters, *src);
	unsigned int c;

	if (letter != NULL)
	{
		*(*dst)++ = meanings[letter - letters];
		return src + 1;
	}
	if (*src != 'u' || strlen(src) < 5)
		fail(path, "unknown escape");
	c = hex_4(src + 1, path);
	src += 5;
	if (c >= 0xd800 && c < 0xdc00 && src[0] == '\\' && src[1] == 'u' && strlen(src) > 6)
	{
		c = 0x10000 + ((c - 0xd800) << 10) + (hex_4(src + 2, path) - 0xdc00);
		src += 6;
	}
	*dst = put_utf8(*dst, c);
	return src;
}

Input
input_from_json(const char *path)
{
	Input		input = {0};
	const char *name = strrchr(path, '/');
	size_t		length;
	char	   *json = read_file(path, &length);
	char	   *dst = allocate(length);
	const char *src = json;

	snprintf(input.name, sizeof(input.name), "%s", name == NULL ? path : name + 1);
	while ((src = strchr(src, '"')) != NULL)
	{
		char	   *start = dst;

		for (src++; *src != '"';)
		{
			if (*src == '\0')
				fail(path, "string without an end");
			if (*src == '\\')
				src = unescape_one(&dst, src + 1, path);
			else
				*dst++ = *src++;
		}
		src++;
		input_add(&input, start, (size_t) (dst - start));
	}
	if (input.count == 0)
		fail(path, "no strings");
	free(json);
	return input;
}
