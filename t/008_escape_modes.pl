# 008_escape_modes.pl
#		The modes of escape_json in databases of other encodings than UTF-8: the
#		characters are the same as there, and SQL_ASCII has only those of ASCII.
use strict;
use warnings FATAL => 'all';

use FindBin;
use lib $FindBin::RealBin;
use FastjsonTest;
use Test::More;

my $node = new_cluster('escape_modes', extension => 0);

# Which bytes from 0xa1 on follow one another in legal characters: one or two of them.
my %width = (LATIN1 => 1, LATIN2 => 1, WIN1251 => 1, EUC_JP => 2, EUC_KR => 2);

foreach my $name (sort keys %width)
{
	my $database = new_database($node, lc $name,
		"ENCODING '$name' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");

	$node->safe_psql($database, q(
		CREATE EXTENSION fastjson;
		CREATE FUNCTION as_text(bytes bytea) RETURNS text LANGUAGE plpgsql AS $$
		BEGIN
			-- only what Unicode has, too
			PERFORM convert(bytes, getdatabaseencoding(), 'UTF8');
			RETURN convert_from(bytes, getdatabaseencoding());
		EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
			RETURN NULL;
		END $$;
		-- the characters, and what they are in UTF-8
		CREATE TABLE characters AS
		SELECT s, u FROM (
			SELECT as_text(b) AS s, b FROM (
				SELECT set_byte('x', 0, i) FROM generate_series(1, 255) i
				UNION ALL
				SELECT set_byte(set_byte('xx', 0, i), 1, j)
				FROM generate_series(161, 254) i, generate_series(161, 254) j) AS x (b)
			OFFSET 0) AS y, convert_to(s, 'UTF8') AS u
		WHERE length(s) = 1));
	cmp_ok($node->safe_psql($database, 'SELECT count(*) FROM characters'),
		'>', $width{$name} == 2 ? 3000 : 200, "$name: characters");

	# What the code of a character of up to three bytes of UTF-8 is, from these.
	$node->safe_psql($database, q(
		ALTER TABLE characters ADD COLUMN code int;
		UPDATE characters SET code = CASE octet_length(u)
			WHEN 1 THEN get_byte(u, 0)
			WHEN 2 THEN (get_byte(u, 0) - 192) * 64 + get_byte(u, 1) - 128
			WHEN 3 THEN (get_byte(u, 0) - 224) * 4096 + (get_byte(u, 1) - 128) * 64 + get_byte(u, 2) - 128
			END;
		ALTER TABLE characters ALTER COLUMN code SET NOT NULL));
	is($node->safe_psql($database, q(
		SELECT count(*) FROM characters
		WHERE code > 127 AND fastjson.escape_json(s || 'a"', 'ascii')
			<> format('"\u%sa\""', lpad(to_hex(code), 4, '0')))),
		0, "$name: ascii has the characters' codes");
	is($node->safe_psql($database, q(
		SELECT count(*) FROM characters
		WHERE fastjson.escape_json('xy<' || s || '&', 'html') <>
			format('"xy\u003c%s\u0026"', CASE WHEN s IN ('<', '>', '&') OR code IN (8232, 8233)
				THEN format('\u%s', lpad(to_hex(code), 4, '0'))
				ELSE btrim(to_json(s)::text, '"') || CASE WHEN s = '"' THEN '"' ELSE '' END END))),
		0, "$name: html keeps the characters");
	is($node->safe_psql($database, q(
		SELECT count(*) FROM characters WHERE fastjson.escape_json(s, 'json') <> to_json(s)::text)),
		0, "$name: json is core's");
	is($node->safe_psql($database, q(
		SELECT bool_and(length(fastjson.escape_json(repeat(s, 9000), 'html')) >= 9000)
		FROM (SELECT s FROM characters WHERE code > 127 ORDER BY code LIMIT 3) AS c)),
		't', "$name: long text");
}

# Three characters of LATIN1 that would be U+2028 if it were UTF-8.
is($node->safe_psql('latin1', q(
		SELECT count(*) FROM generate_series(0, 5000) AS n, convert_from('\xe280a8', 'LATIN1') AS s
		WHERE fastjson.escape_json(repeat('x', n) || s || '<' || s, 'html')
			<> format('"%s%s\u003c%s"', repeat('x', n), s, s))),
	0, 'LATIN1: characters that look like a separator');

my $database = new_database($node, 'sql_ascii',
	"ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
$node->safe_psql($database, 'CREATE EXTENSION fastjson');
is($node->safe_psql($database, q(SELECT fastjson.escape_json('<a>', 'html'), fastjson.escape_json('<a>', 'ascii'))),
	'"\u003ca\u003e"|"<a>"', 'SQL_ASCII: text of ASCII');
foreach my $mode ('html', 'ascii')
{
	my ($status, undef, $errors) = $node->psql($database,
		"\\set VERBOSITY verbose\nSELECT fastjson.escape_json(E'a long text with \\xe9', '$mode')");

	isnt($status, 0, "SQL_ASCII, $mode: other bytes are an error");
	like($errors, qr/ERROR:  22021: text with characters other than ASCII/, "SQL_ASCII, $mode: which one");
}
is($node->safe_psql($database, q(SELECT octet_length(fastjson.escape_json(E'\xe9\xff', 'json')))),
	'4', 'SQL_ASCII: mode json takes any bytes');

done_testing();
