# 002_encodings.pl
#		Databases of other encodings than UTF-8: whatever strings are legal
#		there, each function returns the bytes that core returns.
#
# The strings are all single bytes, all of two bytes, whether one character or
# two, and some of three, behind prefixes and before suffixes of lengths on both
# sides of what vector registers hold.
use strict;
use warnings FATAL => 'all';

use FindBin;
use lib $FindBin::RealBin;
use FastjsonTest;
use Test::More;

my $node = new_cluster('encodings', extension => 0);

# The encodings; how many strings each must at least have; and of how many pairs
# of bytes one is taken, since in two single-byte encodings all pairs are legal too.
my @encodings = (
	[ 'SQL_ASCII', 65000, 1 ],
	[ 'LATIN1', 13000, 5 ],
	[ 'WIN1251', 13000, 5 ],
	[ 'EUC_JP', 28000, 1 ],
	[ 'EUC_KR', 24000, 1 ],
	[ 'EUC_CN', 24000, 1 ]);

my $setup = q(
	CREATE EXTENSION fastjson;
	CREATE TYPE textrange AS RANGE (SUBTYPE = text);

	CREATE FUNCTION as_text(bytes bytea) RETURNS text
		LANGUAGE plpgsql IMMUTABLE AS $$
	BEGIN
		RETURN convert_from(bytes, getdatabaseencoding());
	EXCEPTION WHEN character_not_in_repertoire OR untranslatable_character THEN
		RETURN NULL;
	END $$;

	CREATE TABLE legal AS
	SELECT row_number() OVER (ORDER BY bytes)::int AS id, s
	FROM (SELECT bytes, as_text(bytes) AS s
		FROM (
			SELECT set_byte('x', 0, i) FROM generate_series(1, 255) i
			UNION ALL
			SELECT set_byte(set_byte('xx', 0, i), 1, j)
			FROM generate_series(1, 255) i, generate_series(1, 255) j
			WHERE (i + j) % ONE_OF = 0
			UNION ALL
			SELECT set_byte(set_byte('\x8f0000', 1, i), 2, j)
			FROM generate_series(161, 254) i, generate_series(161, 254, 3) j
			WHERE (i + j) % ONE_OF = 0) b(bytes)
		OFFSET 0) t
	WHERE s IS NOT NULL;

	CREATE TABLE strings AS
	SELECT id, repeat('x', id % 71) || s || repeat(CASE id % 3 WHEN 0 THEN '"' ELSE 'y' END, id % 37) AS s
	FROM legal;
	INSERT INTO strings
	SELECT id / 50, string_agg(s, '' ORDER BY id) FROM legal GROUP BY 1;
	ANALYZE strings);

# Each with fastjson's function where F stands, and with core's.
my %expressions = (
	'to_json(text)' => 'F.to_json(s)',
	'to_json(varchar)' => 'F.to_json(s::varchar)',
	'to_json(bpchar)' => 'F.to_json(s::char(80))',
	'to_json(name)' => 'F.to_json(s::name)',
	'to_json("char")' => 'F.to_json(substr(s, 1 + id % 71, 1)::"char")',
	'to_json(bytea)' => "F.to_json(convert_to(s, getdatabaseencoding()))",
	'array_to_json(text[])' => 'F.array_to_json(array[s, NULL, s || s])',
	'array_to_json(text[], true)' => 'F.array_to_json(array[[s], [s]], true)',
	'row_to_json(record)' => 'F.row_to_json(row(id, s, s::varchar, s::name))',
	'row_to_json(table, true)' => 'F.row_to_json(strings, true)',
	'json_build_object and json_build_array' =>
	  'F.json_build_object(s, s, s::varchar, F.json_build_array(s, s::name))',
	'json_object' => 'F.json_object(array[s, s], array[NULL, s])',
	'to_json(range)' => q{F.to_json(textrange('', s || 'z', '[]'))},
	'to_json(json)' => q{F.to_json(to_json(s))},
	'to_json(jsonb)' => q{F.to_json(to_jsonb(s))},
	'row_to_json of json and jsonb' => q{F.row_to_json(row(to_json(s), jsonb_build_object(s, s)))});

foreach my $encoding (@encodings)
{
	my ($name, $least, $one_of) = @$encoding;
	my $database = new_database($node, lc $name,
		"ENCODING '$name' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");

	$node->safe_psql($database, $setup =~ s/ONE_OF/$one_of/gr);
	cmp_ok($node->safe_psql($database, 'SELECT count(*) FROM legal'),
		'>=', $least, "$name: the strings cover it");

	# to_json of text is core's nearest to an SQL function for escaping.
	my @names = ('escape_json(text)', 'json_agg(text)', 'json_object_agg(text, text)',
		sort keys %expressions);
	my @checks = (
		q(count(*) FILTER (WHERE fastjson.escape_json(s) <> to_json(s)::text)),
		q(CASE WHEN fastjson.json_agg(s)::text = json_agg(s)::text THEN 0 ELSE 1 END),
		q(CASE WHEN fastjson.json_object_agg(s, s)::text = json_object_agg(s, s)::text THEN 0 ELSE 1 END));
	foreach my $expression (map { $expressions{$_} } sort keys %expressions)
	{
		my ($ours, $cores) = ($expression, $expression);

		$ours =~ s/F\./fastjson./g;
		$cores =~ s/F\./pg_catalog./g;
		push @checks, "count(*) FILTER (WHERE ($ours)::text IS DISTINCT FROM ($cores)::text)";
	}
	my @differing = split /\|/,
	  $node->safe_psql($database, 'SELECT ' . join(",\n", @checks) . ' FROM strings');

	is($differing[$_], 0, "$name: $names[$_] as core") foreach 0 .. $#names;

	# Names of columns and of enum values.
	is($node->safe_psql($database, q(
		CREATE FUNCTION differing() RETURNS int LANGUAGE plpgsql AS $$
		DECLARE
			label text;
			differs bool;
			result int := 0;
		BEGIN
			FOR label IN SELECT s FROM strings
						 WHERE octet_length(s) BETWEEN 1 AND 63 AND id % 400 = 7 LOOP
				EXECUTE format('CREATE TYPE e AS ENUM (%L)', label);
				EXECUTE format('SELECT fastjson.row_to_json(t)::text <> row_to_json(t)::text
					FROM (SELECT %L::e AS %I, 1 AS b) t', label, label) INTO differs;
				result := result + differs::int;
				DROP TYPE e;
			END LOOP;
			RETURN result;
		END $$;
		SELECT differing())), 0, "$name: column names and enum values as core");
	is($node->safe_psql($database, q(
		SELECT count(*) > 20 FROM strings
		WHERE octet_length(s) BETWEEN 1 AND 63 AND id % 400 = 7)), 't',
		"$name: names that are compared");
}

done_testing();
