#!/usr/bin/env bash
# SQLAlchemy 2.0.36 stores the names of an enumeration, not its values, and on SQLite drops the zone of a time without changing it.
#
# Panels in Python (Marzban, PasarGuard) declare `Enum(ProxyTypes)`, where `VMess = "vmess"`, and speak of "vmess" in their API: the column
# holds `VMess`. They declare `DateTime`, and take 12:00+08:00: the column holds 12:00, which the program later reads as UTC. Whoever reads
# the file by what the API says finds no protocol, and ends that are off by hours. Neither raises a warning. `DateTime(timezone=True)` does
# the same on SQLite.
#
# Seen with SQLAlchemy 2.0.36:
#   kind VMess, at 2026-11-28 12:00:00.000000, zoned 2026-11-28 12:00:00.000000, warnings 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check sqlalchemy==2.0.36
cat >try.py <<'PY'
import sqlite3, warnings
from datetime import datetime, timedelta, timezone
from enum import Enum
import sqlalchemy as sa

class Kind(str, Enum):
    VMess = 'vmess'

meta = sa.MetaData()
proxies = sa.Table('proxies', meta, sa.Column('kind', sa.Enum(Kind)), sa.Column('at', sa.DateTime), sa.Column('zoned', sa.DateTime(timezone=True)))
engine = sa.create_engine('sqlite:///panel.db')
noon = datetime(2026, 11, 28, 12, tzinfo=timezone(timedelta(hours=8)))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    meta.create_all(engine)
    with engine.begin() as connection:
        connection.execute(proxies.insert().values(kind=Kind('vmess'), at=noon, zoned=noon))
kind, at, zoned = sqlite3.connect('panel.db').execute('select kind, at, zoned from proxies').fetchone()
print(f'kind {kind}, at {at}, zoned {zoned}, warnings {len(seen)}')
PY
env/bin/python try.py | tee seen
diff seen - <<'SEEN'
kind VMess, at 2026-11-28 12:00:00.000000, zoned 2026-11-28 12:00:00.000000, warnings 0
SEEN
