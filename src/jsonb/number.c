/*
 * number.c
 *		From the text of any JSON number to the numeric that a jsonb has for it.
 *
 * The limits are those of numeric_in: it refuses, as out of range, exponents
 * beyond INT_MAX / 2, and values whose scale or weight the format cannot hold.
 */
#include "compat.h"

#include <limits.h>

#include "jsonb/number.h"

/* A number taken apart. */
typedef struct Decimal
{
	bool		negative;
	const char *whole;			/* digits in front of the point */
	int			whole_count;
	const char *fraction;
	int			fraction_count;
	int			exponent;
} Decimal;

static int
count_digits(const char *src, const char *readable)
{
	const char *start = src;

	while (src < readable && *src >= '0' && *src <= '9')
		src++;
	return src - start;
}

/* Behind the letter; NULL if there are no digits, or if it is out of range. */
static const char *
read_exponent(const char *src, const char *readable, int *exponent)
{
	bool		negative = false;
	int			count;
	int64		value = 0;

	if (src < readable && (*src == '+' || *src == '-'))
		negative = *src++ == '-';
	count = count_digits(src, readable);
	if (count == 0)
		return NULL;
	for (int i = 0; i < count; i++)
	{
		value = value * 10 + (src[i] - '0');
		if (value >= INT_MAX / 2)
			return NULL;
	}
	*exponent = negative ? -(int) value : (int) value;
	return src + count;
}

/* Returns the end of the number, or NULL. */
static const char *
take_apart(Decimal *decimal, const char *src, const char *readable)
{
	decimal->negative = src < readable && *src == '-';
	src += decimal->negative;
	decimal->whole = src;
	decimal->whole_count = count_digits(src, readable);
	if (decimal->whole_count == 0 || (*src == '0' && decimal->whole_count > 1))
		return NULL;
	src += decimal->whole_count;

	decimal->fraction = src;
	decimal->fraction_count = 0;
	if (src < readable && *src == '.')
	{
		decimal->fraction = ++src;
		decimal->fraction_count = count_digits(src, readable);
		if (decimal->fraction_count == 0)
			return NULL;
		src += decimal->fraction_count;
	}

	decimal->exponent = 0;
	if (src < readable && number_goes_on(*src))
		return read_exponent(src + 1, readable, &decimal->exponent);
	return src;
}

static inline int
digit_at(const Decimal *decimal, int index)
{
	return (index < decimal->whole_count ? decimal->whole[index] :
			decimal->fraction[index - decimal->whole_count]) - '0';
}

static char *
store_long_header(char *dst, bool negative, int scale, int weight)
{
	uint16		header = (negative ? NUMERIC_FORM_NEGATIVE : 0) | scale;
	int16		stored = (int16) weight;

	memcpy(dst + VARHDRSZ, &header, sizeof(header));
	memcpy(dst + VARHDRSZ + sizeof(header), &stored, sizeof(stored));
	return dst + VARHDRSZ + sizeof(header) + sizeof(stored);
}

/* The digits first to last, where `room` of them, up to 4, belong to the first group. */
static char *
store_groups(char *cur, const Decimal *decimal, int first, int last, int room)
{
	while (first <= last)
	{
		int16		group = 0;

		for (int i = 0; i < room; i++, first++)
			group = group * 10 + (first <= last ? digit_at(decimal, first) : 0);
		memcpy(cur, &group, sizeof(group));
		cur += sizeof(group);
		room = NUMERIC_DIGITS_PER_GROUP;
	}
	return cur;
}

NumberEnd
number_write_any(char *dst, const char *src, const char *readable)
{
	static const NumberEnd none = {NULL, NULL};
	Decimal		decimal;
	int			first = 0;		/* digits that are not zero */
	int			last;
	int			place;			/* of the first one: 0 for the ones, -1 behind the point */
	int			weight;
	int			scale;
	const char *end = take_apart(&decimal, src, readable);
	char	   *cur;

	if (end == NULL)
		return none;
	scale = Max(0, decimal.fraction_count - decimal.exponent);
	if (scale > NUMERIC_LONG_SCALE_MAX)
		return none;

	last = decimal.whole_count + decimal.fraction_count - 1;
	while (first <= last && digit_at(&decimal, first) == 0)
		first++;
	while (last > first && digit_at(&decimal, last) == 0)
		last--;
	place = decimal.whole_count - 1 + decimal.exponent - first;
	/* rounded down */
	weight = (place >= 0 ? place : place - (NUMERIC_DIGITS_PER_GROUP - 1)) / NUMERIC_DIGITS_PER_GROUP;
	if (first > last)
	{
		weight = 0;
		decimal.negative = false;
	}
	if (weight < PG_INT16_MIN || weight > PG_INT16_MAX)
		return none;

	if (scale <= NUMERIC_SHORT_SCALE_MAX &&
		weight >= NUMERIC_SHORT_WEIGHT_MIN && weight <= NUMERIC_SHORT_WEIGHT_MAX)
		cur = number_store_header(dst, decimal.negative ? NUMERIC_SHORT_NEGATIVE : 0,
								  scale, weight, 0);
	else
		cur = store_long_header(dst, decimal.negative, scale, weight);
	cur = store_groups(cur, &decimal, first, last,
					   place - weight * NUMERIC_DIGITS_PER_GROUP + 1);
	SET_VARSIZE(dst, cur - dst);
	return (NumberEnd) {cur, end};
}
