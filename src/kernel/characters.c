/*
 * characters.c
 *		The rows of bytes that characters.tmpl.h works with: out of the
 *		compiler's sight, as x86_constants.
 */
#include "kernel/characters.h"

#define NONE		0x80
#define TIMES_4(c)	{c, c, c, c}

/* INDENT OFF */
const CharacterRows character_rows[5] __attribute__((aligned(64))) = {
	[2] = {
		.order = {1, 0, NONE, NONE, 3, 2, NONE, NONE, 5, 4, NONE, NONE, 7, 6, NONE, NONE},
		.marks = TIMES_4(0xe0c0),
		.length = TIMES_4(0xc080),
		.bits = {TIMES_4(0x3f), TIMES_4(0x1f << 6)},
		.least = TIMES_4(0x80),
		.most = TIMES_4(0x7ff),
	},
	[3] = {
		.order = {2, 1, 0, NONE, 5, 4, 3, NONE, 8, 7, 6, NONE, 11, 10, 9, NONE},
		.marks = TIMES_4(0xf0c0c0),
		.length = TIMES_4(0xe08080),
		.bits = {TIMES_4(0x3f), TIMES_4(0x3f << 6), TIMES_4(0x0f << 12)},
		.least = TIMES_4(0x800),
		.most = TIMES_4(0xffff),
	},
	[4] = {
		.order = {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12},
		.marks = TIMES_4(0xf8c0c0c0),
		.length = TIMES_4(0xf0808080),
		.bits = {TIMES_4(0x3f), TIMES_4(0x3f << 6), TIMES_4(0x3f << 12), TIMES_4(0x07 << 18)},
		.least = TIMES_4(0x10000),
		.most = TIMES_4(0x10ffff),
	},
};

const CodeRows code_rows __attribute__((aligned(64))) = {
	.codes = {1, 1, 0, 0, 5, 5, 4, 4, 9, 9, 8, 8, 13, 13, 12, 12},
	.pairs = {
		{1, 1, 0, 0, 3, 3, 2, 2, 5, 5, 4, 4, 7, 7, 6, 6},
		{9, 9, 8, 8, 11, 11, 10, 10, 13, 13, 12, 12, 15, 15, 14, 14},
	},
	.odd = {0, 0x0f, 0, 0x0f, 0, 0x0f, 0, 0x0f, 0, 0x0f, 0, 0x0f, 0, 0x0f, 0, 0x0f},
	.hex = {
		'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
	},
	.head = {NONE, NONE, 0, 1, 2, 3, NONE, NONE, 4, 5, 6, 7, NONE, NONE, 8, 9},
	.head_text = {'\\', 'u', 0, 0, 0, 0, '\\', 'u', 0, 0, 0, 0, '\\', 'u', 0, 0},
	.tail = {10, 11, NONE, NONE, 12, 13, 14, 15, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE},
	.tail_text = {0, 0, '\\', 'u'},
};
/* INDENT ON */
