import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { freePort } from '../../test/node-software/programs.ts'

const t = await forFile(startApp())

/** The first line of the answer to a request that is sent as it stands. */
function firstLine(request: string): Promise<string> {
  const { hostname, port } = new URL(t.base)
  return new Promise((done, failed) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.once('close', () => done(answer.split('\r\n')[0] ?? '')).once('error', failed)
  })
}

test.each(['/healthz', '/readyz'])('%s answers HTTP/1.0, which has no Host header; HTTP/1.1 needs one', async (path) => {
  expect(await firstLine(`GET ${path} HTTP/1.0\r\n\r\n`)).toBe('HTTP/1.1 200 OK')
  expect(await firstLine(`GET ${path} HTTP/1.1\r\n\r\n`)).toBe('HTTP/1.1 400 Bad Request')
})

const PROGRAM = ['haproxy', '/usr/sbin/haproxy'].find((program) => spawnSync(program, ['-v']).error === undefined)

test('the plain probe of haproxy keeps three servers up', async ({ skip }) => {
  skip(PROGRAM === undefined, 'haproxy is not installed')
  const others = await Promise.all([startApp(), startApp()])
  const folder = mkdtempSync(join(tmpdir(), 'portico-haproxy-'))
  const [port, statistics] = [await freePort(), await freePort()]
  const servers = [t, ...others].map(({ base }, n) => `  server s${n} ${base.replace('http://', '')} check inter 200 rise 1 fall 1`)
  const config = [
    'defaults',
    '  mode http',
    '  timeout connect 5s',
    '  timeout client 5s',
    '  timeout server 5s',
    'frontend front',
    `  bind 127.0.0.1:${port}`,
    '  default_backend portico',
    'backend portico',
    '  option httpchk GET /readyz',
    ...servers,
    'frontend statistics',
    `  bind 127.0.0.1:${statistics}`,
    '  stats enable',
    '  stats uri /',
  ]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${config.join('\n')}\n`)
  const haproxy = spawn(PROGRAM ?? '', ['-f', file], { stdio: 'ignore' })
  try {
    const states = async (): Promise<unknown> => {
      const answer = await fetch(`http://127.0.0.1:${statistics}/;csv`).catch(() => null)
      const rows = (await answer?.text())?.split('\n').map((line) => line.split(',')) ?? []
      const [state, check] = [rows[0]?.indexOf('status') ?? -1, rows[0]?.indexOf('check_status') ?? -1]
      return rows.filter(([proxy, name]) => proxy === 'portico' && /^s\d$/.test(name ?? '')).map((row) => [row[state], row[check]])
    }
    // Before the first probe, haproxy takes each server for up.
    await expect.poll(states, { timeout: 20_000 }).toEqual(servers.map(() => ['UP', 'L7OK']))
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  } finally {
    haproxy.kill('SIGKILL')
    await Promise.all(others.map((other) => other.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
})
