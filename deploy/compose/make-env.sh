#!/bin/sh
# make-env.sh DOMAIN E-MAIL: writes .env beside compose.yaml, with new passwords and a new settings key. Keeps one that is there.
set -eu
cd "$(dirname "$0")"
[ $# -eq 2 ] || { echo 'usage: make-env.sh portal.example.com you@example.com' >&2; exit 2; }
[ ! -e .env ] || { echo '.env is there: its passwords belong to the database. Edit it by hand.' >&2; exit 1; }
secret() { head -c 32 /dev/urandom | od -An -vtx1 | tr -d ' \n'; }
umask 077
cat > .env <<END
DOMAIN=$1
ADMIN_EMAIL=$2
OWNER_PASSWORD=$(secret)
SERVER_PASSWORD=$(secret)
SETTINGS_KEY=$(secret)
END
echo 'Wrote .env. Keep a copy of SETTINGS_KEY away from the database.'
