#!/usr/bin/env bash
# @hono/node-server 2.1.8 answers 400 to an HTTP/1.0 request without Host, which HTTP/1.0 allows and plain health probes send.
#
# Node itself accepts such a request. The adapter needs a host to build the URL of a Request and refuses before any route is asked, so
# haproxy's `option httpchk GET /path`, which is HTTP/1.0 without Host, marks every server behind it as down. The option `hostname` of
# `getRequestListener` mends it.
#
# Seen with Node 20.20 and 24.21:
#   node: 200
#   hono: 400
#   hono with hostname: 200
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @hono/node-server@2.1.8 hono@4.13.19
cat >try.mjs <<'JS'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono().get('/ready', (c) => c.text('ok'))
const listeners = {
  node: (_, response) => response.end('ok'),
  hono: getRequestListener(app.fetch),
  'hono with hostname': getRequestListener(app.fetch, { hostname: 'localhost' }),
}
for (const [name, listener] of Object.entries(listeners)) {
  const server = createServer(listener)
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  const socket = connect(server.address().port, '127.0.0.1')
  socket.write('GET /ready HTTP/1.0\r\n\r\n')
  let answer = ''
  for await (const chunk of socket) answer += chunk
  console.log(`${name}: ${answer.split(' ')[1]}`)
  server.close()
}
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
node: 200
hono: 400
hono with hostname: 200
SEEN
