#!/bin/sh
# PostgreSQL's image runs this once, when it makes the database: the role that Portico serves with owns nothing.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$SERVER_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role portico_server login password :'password';
SQL
