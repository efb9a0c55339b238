# shellcheck shell=bash disable=SC2034
# script/lib.sh
#		What script/demo and script/test share: having the programs they need,
#		choosing a PostgreSQL server, and a private copy of it with the build.
#
# A script that sources this runs twice.  As it was called, it installs what is
# missing (provide), copies the checkout to a folder of its own under the
# temporary directory, and runs itself there as an unprivileged user, with
# "--inside" (run_inside).  The copy builds, tests, and starts servers, since
# initdb refuses root and the checkout may be neither readable nor writable.
# Whatever way that ends, the first one stops all it left and removes the folder.
#
# The private copy of the server has its own programs; the rest are links.  A
# program of PostgreSQL finds its libraries and files from where itself is, so
# the build installed there is found without a setting, bitcode included, on
# every major, and nothing is written into the system's directories.
#
# In the folder, $scratch:
#	src			the copy of the checkout
#	pg			the private server, a DESTDIR for make install
#	data, .s.*	its cluster and socket
#	tmp			the temporary directory of what runs inside

set -euo pipefail
umask 022

oldest_major=15
debian_root=/usr/lib/postgresql
no_cluster=/etc/postgresql-common/createcluster.d/fastjson.conf

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=${FASTJSON_SCRATCH:-}	# the folder above
keep=					# yes: leave $scratch and its server
declare -A children		# process groups that run in the background
launched=				# the last of them, and its leader's process id
apt_major=				# Debian's number of the chosen server, empty if it is none of Debian's
cluster_forbidden=		# yes: $no_cluster is to be removed again
as_root=()				# command in front of another, to run it as root
as_user=()				# ... as the unprivileged user

say()
{
	printf '==> %s\n' "$*"
}

# The comment at the head of the script.
usage()
{
	sed -n '3,/^$/s/^#[ ]\{0,1\}//p' "$0"
}

die()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

# Run a command without its output; when it fails, show the end of that and leave.
quietly()			# WHAT COMMAND...
{
	local what=$1

	shift
	"$@" >"$scratch/log" 2>&1 && return
	tail -n 40 "$scratch/log" >&2
	die "failed: $what"
}

# ---- Choosing a server ----

# Does a server have its program, headers and makefiles?
is_complete()		# PG_CONFIG
{
	[ -x "$1" ] && [ -x "$("$1" --bindir)/postgres" ] && [ -e "$("$1" --pgxs)" ] &&
		[ -e "$("$1" --includedir-server)/postgres.h" ]
}

major_of()			# PG_CONFIG
{
	"$1" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/'
}

newest_complete()
{
	local major

	for major in $(find "$debian_root" -maxdepth 1 -name '[1-9]*' -printf '%f\n' 2>/dev/null | sort -rn); do
		if [ "$major" -ge $oldest_major ] && is_complete "$debian_root/$major/bin/pg_config"; then
			echo "$major"
			return
		fi
	done
}

# The major that the distribution's package "postgresql" stands for.
distribution_major()
{
	apt-cache depends postgresql 2>/dev/null | sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p'
}

# Set PG_CONFIG, and apt_major if the server is one of Debian's packages.  There
# may be no such server yet; PG_CONFIG is empty while nobody knows which.
choose_server()
{
	local given=${asked_for-}

	if [ -n "$given" ]; then
		PG_CONFIG=$(command -v "$given") || PG_CONFIG=$given
		if [ -x "$PG_CONFIG" ]; then
			PG_CONFIG=$("$PG_CONFIG" --bindir)/pg_config
		fi
	else
		apt_major=$(newest_complete)
		PG_CONFIG=$(command -v pg_config) || true
		if [ -n "$apt_major" ] || [ -z "$PG_CONFIG" ] || ! is_complete "$PG_CONFIG"; then
			: "${apt_major:=$(distribution_major)}"
			PG_CONFIG=${apt_major:+$debian_root/$apt_major/bin/pg_config}
		fi
	fi
	apt_major=
	if [[ $PG_CONFIG =~ ^$debian_root/([0-9]+)/bin/pg_config$ ]]; then
		apt_major=${BASH_REMATCH[1]}
	fi
}

server_release()
{
	"$("$PG_CONFIG" --bindir)/postgres" --version | sed 's/^postgres (PostgreSQL) //'
}

headers_release()
{
	sed -n 's/^#define PG_VERSION "\(.*\)"/\1/p' "$("$PG_CONFIG" --includedir-server)/pg_config.h"
}

# Between minor releases the server can gain functions that the headers call.
is_one_release()
{
	local headers

	headers=$(headers_release)
	[ -z "$headers" ] || [ "$(server_release)" = "$headers" ]
}

# ---- Having what is needed ----

# Is what a package of Debian brings there, be it from that package or not?
is_there()			# PACKAGE
{
	local major=${1##*-}

	case $1 in
		gcc | make)
			command -v "$1" >/dev/null ;;
		libc6-dev)
			[ -e /usr/include/stdio.h ] ;;
		iso-codes)
			[ -e /usr/share/iso-codes/json/iso_3166-1.json ] ;;
		libipc-run-perl)
			perl -MIPC::Run -e 1 2>/dev/null ;;
		postgresql-server-dev-*)
			[ -e "$debian_root/$major/lib/pgxs/src/makefiles/pgxs.mk" ] &&
				[ -e "/usr/include/postgresql/$major/server/postgres.h" ] ;;
		postgresql-*)
			[ -x "$debian_root/$major/bin/postgres" ] ;;
		*)
			return 1 ;;
	esac
}

# Packages that are missing, of those always needed and those named.
missing_packages()	# PACKAGE...
{
	local package server=()

	if [ -n "$apt_major" ]; then
		server=("postgresql-$apt_major" "postgresql-server-dev-$apt_major")
	elif [ -z "$PG_CONFIG" ]; then
		server=(postgresql postgresql-server-dev-all)
	fi
	for package in gcc make libc6-dev "${server[@]}" "$@"; do
		is_there "$package" || echo "$package"
	done
	if [ -n "$apt_major" ] && is_complete "$PG_CONFIG" && ! is_one_release; then
		echo "postgresql-$apt_major postgresql-client-$apt_major postgresql-server-dev-$apt_major"
	fi
}

# Of Debian's packages, that of a server creates and starts a cluster "main".
brings_server()		# PACKAGES
{
	[[ " $1 " =~ \ postgresql(-[0-9]+)?\  ]]
}

what_root_would_do()	# PACKAGES
{
	if brings_server "$1"; then
		cat <<-END
			    mkdir -p ${no_cluster%/*}
			    echo 'create_main_cluster = false' > $no_cluster
		END
	fi
	cat <<-END
		    apt-get update
		    apt-get install --no-install-recommends $1
	END
}

# How to become root; without a way, say what somebody else has to do.
find_root()			# PACKAGES
{
	if ! command -v apt-get >/dev/null; then
		die "please install what Debian calls $1, then try again.
A PostgreSQL server that is not in PATH can be named: PG_CONFIG=/path/to/pg_config"
	elif [ "$(id -u)" = 0 ]; then
		as_root=()
	elif sudo -n true 2>/dev/null; then
		as_root=(sudo -n)
	else
		die "some packages are missing, and only root can install them.  Please have root run

$(what_root_would_do "$1")

then try again."
	fi
}

forbid_main_cluster()
{
	cluster_forbidden=yes
	"${as_root[@]}" mkdir -p "${no_cluster%/*}"
	echo 'create_main_cluster = false' | "${as_root[@]}" tee "$no_cluster" >/dev/null
}

allow_main_cluster()
{
	"${as_root[@]}" rm -f "$no_cluster"
	"${as_root[@]}" rmdir --ignore-fail-on-non-empty -p "${no_cluster%/*}"
	cluster_forbidden=
}

install_packages()	# PACKAGE...
{
	local missing

	if [ -n "$PG_CONFIG" ] && is_complete "$PG_CONFIG" && ! is_one_release; then
		say "The server is $(server_release), but the headers are $(headers_release); both need an upgrade"
	fi
	missing=$(missing_packages "$@" | paste -sd ' ')
	find_root "$missing"
	say "Asking apt what there is"
	"${as_root[@]}" apt-get -qq update || say "apt-get update failed; trying with what apt knows"
	choose_server
	missing=$(missing_packages "$@" | paste -sd ' ')
	say "Installing $missing"
	! brings_server "$missing" || forbid_main_cluster
	# shellcheck disable=SC2086		# a list of words
	"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
		apt-get -qq -y -o Dpkg::Use-Pty=0 install --no-install-recommends $missing ||
		die "apt-get could not install $missing"
	[ -z "$cluster_forbidden" ] || allow_main_cluster
	choose_server
}

# Have a compiler, make, a server with its headers, and the packages named.
provide()			# PACKAGE...
{
	local missing

	asked_for=${PG_CONFIG-}
	choose_server
	if [ -x "$PG_CONFIG" ] && [ "$(major_of "$PG_CONFIG")" -lt $oldest_major ] ||
		[ "${apt_major:-$oldest_major}" -lt $oldest_major ]; then
		die "needs PostgreSQL $oldest_major or later, not that of $PG_CONFIG"
	fi
	[ -z "$(missing_packages "$@")" ] || install_packages "$@"
	missing=$(missing_packages "$@" | paste -sd ' ')
	[ -z "$missing" ] || die "still missing after installation: $missing"
	is_complete "$PG_CONFIG" ||
		die "$PG_CONFIG does not belong to a PostgreSQL server with headers and PGXS"
	is_one_release ||
		die "the server is $(server_release), but the headers are $(headers_release)"
	say "PostgreSQL $(server_release)"
}

# ---- Running inside the folder, and cleaning up ----

find_user()
{
	local user=postgres

	[ "$(id -u)" = 0 ] || return 0
	id "$user" >/dev/null 2>&1 || user=nobody
	as_user=(setpriv --reuid "$user" --regid "$(id -g "$user")" --init-groups --)
}

# In $TMPDIR, unless make (blanks), a socket (107 bytes of path) or the user cannot have it.
make_scratch()
{
	local base=${TMPDIR:-/tmp}

	if [[ ! $base =~ ^/[A-Za-z0-9/._+-]{1,50}$ ]] || ! "${as_user[@]}" test -x "$base"; then
		base=/tmp
	fi
	scratch=$("${as_user[@]}" mktemp -d "$base/fastjson.XXXXXX") ||
		die "no folder can be made in $base; please set TMPDIR to another one"
	"${as_user[@]}" mkdir "$scratch/src" "$scratch/tmp"
	tar -C "$top" -c --exclude=.git --exclude-from="$top/.gitignore" . |
		"${as_user[@]}" tar -C "$scratch/src" -x
}

# Start a command in the background, in a process group that ends with this script.
launch()			# COMMAND...
{
	set -m
	"$@" </dev/null &
	launched=$!
	set +m
	children[$launched]=
}

# Wait for a launched command, and leave with its status.
await()				# PID
{
	local status=0

	wait "$1" || status=$?
	unset "children[$1]"
	return $status
}

# Launch the calling script again, in the folder.
launch_inside()		# OPTION...
{
	find_user
	make_scratch
	launch "${as_user[@]}" env -i -C "$scratch/src" PATH="$PATH" HOME="$scratch" LANG=C.UTF-8 \
		TMPDIR="$scratch/tmp" PGHOST="$scratch" PGPORT=5432 PGUSER=postgres \
		PG_CONFIG="$PG_CONFIG" FASTJSON_SCRATCH="$scratch" \
		bash "$(realpath --relative-to="$top" "$0")" --inside "$@"
}

run_inside()		# OPTION...
{
	launch_inside "$@"
	await "$launched"
}

# Signal the processes whose program is in the folder: servers, psql, initdb.
# Status 1 if there are none.
signal_servers()	# SIGNAL
{
	local pids

	pids=$(find /proc/[0-9]*/exe -maxdepth 0 -lname "$scratch/*" 2>/dev/null | cut -d / -f 3) || true
	# shellcheck disable=SC2086		# a list of words
	[ -n "$pids" ] && { kill -s "$1" $pids 2>/dev/null || true; }
}

# Status 1 if none of them is left.
signal_children()	# SIGNAL
{
	local child status=1

	for child in "${!children[@]}"; do
		! kill -s "$1" -- "-$child" 2>/dev/null || status=0
	done
	return $status
}

stop_all()
{
	local tenths left=0

	signal_children TERM || true
	for ((tenths = 0; tenths < 100 && left == 0; tenths++)); do
		left=1
		! signal_servers QUIT || left=0
		! signal_children 0 || left=0
		[ $left = 1 ] || sleep 0.1
	done
	! signal_servers KILL || sleep 0.1
	signal_children KILL || true
}

clean_up()
{
	trap '' INT TERM HUP
	[ -z "$cluster_forbidden" ] || allow_main_cluster
	if [ -n "$scratch" ] && [ -z "$keep" ]; then
		stop_all
		rm -rf "$scratch"
	fi
}

if [ "${1-}" != --inside ]; then
	scratch=
	trap clean_up EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
fi

# ---- Inside: the private server ----

private_bin()
{
	echo "$scratch/pg$("$PG_CONFIG" --bindir)"
}

# make for the extension, in the current folder.
pgxs_make()			# ARGUMENT...
{
	make --silent --no-print-directory PG_CONFIG="$PG_CONFIG" "$@"
}

# A copy of the server without the extension, should that be installed already.
make_private_server()
{
	local directory

	mkdir -p "$(private_bin)"
	cp "$("$PG_CONFIG" --bindir)"/* "$(private_bin)"
	for directory in "$("$PG_CONFIG" --pkglibdir)" "$("$PG_CONFIG" --sharedir)"; do
		mkdir -p "$scratch/pg$directory"
		cp -rs "$directory/." "$scratch/pg$directory"
		find "$scratch/pg$directory" -name 'fastjson*' -prune -exec rm -r {} +
	done
	"$(private_bin)/postgres" --version >/dev/null ||
		die "no program runs in $scratch; please set TMPDIR to a folder that is not mounted noexec"
}

# Build the extension in the current folder, and install it in the private server.
build_for_private_server()
{
	say 'Building'
	quietly 'the build' pgxs_make -j"$(nproc)" all
	make_private_server
	quietly 'the installation' pgxs_make install DESTDIR="$scratch/pg"
}

# The cluster takes connections through a socket in the folder, which only its user may enter.
start_server()		# SETTING...
{
	quietly 'initdb' "$(private_bin)/initdb" -D "$scratch/data" -U postgres -A trust -N \
		-E UTF8 --locale=C
	printf '%s\n' "listen_addresses = ''" "unix_socket_directories = '$scratch'" \
		'fsync = off' "$@" >>"$scratch/data/postgresql.conf"
	if ! "$(private_bin)/pg_ctl" -D "$scratch/data" -l "$scratch/server.log" -w start >/dev/null; then
		tail -n 40 "$scratch/server.log" >&2
		die 'the server does not start'
	fi
}

# After a crash the server recovers before it takes connections again.
await_server()
{
	local tenths

	for ((tenths = 0; tenths < 300; tenths++)); do
		! "$(private_bin)/pg_isready" -q || break
		sleep 0.1
	done
}

# Run psql on the server; rows come as plain lines.
sql()				# ARGUMENT...
{
	"$(private_bin)/psql" -XAtq -v ON_ERROR_STOP=1 "$@"
}
