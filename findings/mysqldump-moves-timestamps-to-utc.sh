#!/usr/bin/env bash
# mariadb-dump 10.11.19 (as mysqldump) writes columns of type `timestamp` in UTC, and columns of type `datetime` as they are.
#
# A panel in PHP writes "2026-11-01 08:00:00" in its own zone, and reads the same text back, whatever the type. Laravel's `timestamps()` makes
# `timestamp` columns on MySQL. Where the server's zone is not UTC, the dump of such a column has another text than the panel ever sees.
# Xboard makes the keys of Shadowsocks 2022 nodes of the second in `v2_server.created_at`: read from a dump in the panel's zone, each key is
# wrong, and every app fails at these nodes. On a server in UTC, as in most containers, it goes right. `--skip-tz-utc` leaves the texts alone.
# phpMyAdmin does the same ("Dump TIMESTAMP columns in UTC", on by default).
#
# Seen with mariadb-dump 10.11.19 (1:10.11.19-0+deb12u1 of Debian 12), server in +08:00:
#   as the panel sees it: 2026-11-01 08:00:00  2026-11-01 08:00:00
#   dumped:               '2026-11-01 00:00:00','2026-11-01 08:00:00'
#   with --skip-tz-utc:   '2026-11-01 08:00:00','2026-11-01 08:00:00'
set -euo pipefail
folder=$(mktemp -d)
version=1:10.11.19-0+deb12u1
(
  cd "$folder"
  apt-get download -qq mariadb-server-core=$version mariadb-client-core=$version mariadb-client=$version mariadb-server=$version libmariadb3=$version 2>/dev/null
  for package in *.deb; do dpkg-deb -x "$package" root; done
)
export PATH="$folder/root/usr/bin:$folder/root/usr/sbin:$PATH" LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
user=$(id -un)
server=
trap '[ -z "$server" ] || kill "$server"; wait; rm -rf "$folder"' EXIT
mariadb-install-db --no-defaults --basedir="$folder/root/usr" --user="$user" --datadir="$folder/data" --auth-root-authentication-method=normal >"$folder/log" 2>&1
mariadbd --no-defaults --basedir="$folder/root/usr" --user="$user" --datadir="$folder/data" --socket="$folder/s" --skip-networking --default-time-zone=+08:00 >>"$folder/log" 2>&1 &
server=$!
for _ in $(seq 60); do mariadb-admin --no-defaults --socket="$folder/s" --user=root ping >>"$folder/log" 2>&1 && break || sleep 0.5; done
ask() { mariadb --no-defaults --socket="$folder/s" --user=root --skip-column-names --batch -e "$1"; }
ask "create database panel; create table panel.node (made timestamp null, written datetime); insert into panel.node values ('2026-11-01 08:00:00', '2026-11-01 08:00:00')"
dump() { mariadb-dump --no-defaults --socket="$folder/s" --user=root --no-create-info --compact "$@" panel | grep -o "'2026.*'"; }
{
  echo "as the panel sees it: $(ask 'select * from panel.node' | tr '\t' '|' | sed 's/|/  /')"
  echo "dumped:               $(dump --tz-utc)"
  echo "with --skip-tz-utc:   $(dump --skip-tz-utc)"
} | tee "$folder/seen"
diff "$folder/seen" - <<'SEEN'
as the panel sees it: 2026-11-01 08:00:00  2026-11-01 08:00:00
dumped:               '2026-11-01 00:00:00','2026-11-01 08:00:00'
with --skip-tz-utc:   '2026-11-01 08:00:00','2026-11-01 08:00:00'
SEEN
