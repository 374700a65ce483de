import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { urlOf } from '@portico/contract/endpoint'
import { uploadAvatar } from '@portico/contract/files'
import type pg from 'pg'
import { fileForm, gradient } from '../apps/server/test/pictures.ts'
import { seedSessions } from './limit-lines.ts'
import { atRate, get } from './load.ts'
import { type Line, startCallServer } from './measure.ts'
import { tokensOf } from './seed.ts'
import { signed } from '../apps/server/test/signed.ts'

const [RATE, SECONDS, AVATARS] = [50, 10, 5]
/** Of an answer while somebody sends all they may, and of an avatar of somebody else. */
const [LEAST_MS, TIMES_QUIET, AVATAR_MS] = [50, 3, 3000]

/** One member sends the largest files and longest texts to every endpoint that takes them; others do not notice. */
export async function timeBodies(client: pg.Client, databaseUrl: string): Promise<Line[]> {
  await seedSessions(client)
  const [token = ''] = await tokensOf(client)
  const files = (process.env['DATA_DIR'] = mkdtempSync(join(tmpdir(), 'portico-files-')))
  const server = await startCallServer(databaseUrl, true)
  delete process.env['DATA_DIR']
  const targets = [
    ['health check', '/healthz'],
    ['feed', `/s/${token}?flag=sing-box`],
  ].map(([name = '', path = '']) => ({ name, target: { port: server.port, next: () => get(path), status: 200 } }))
  const steady = { connections: 4, seconds: SECONDS }
  const quiet = [await atRate(targets[0]!.target, RATE, steady), await atRate(targets[1]!.target, RATE, steady)]

  const load = new Worker(new URL('./body-load.ts', import.meta.url), { workerData: { port: server.port, session: 'bench1' } })
  const [paths] = (await once(load, 'message')) as [string[]]
  console.log(`files and long texts: ${paths.join(', ')}`)
  const loaded = [await atRate(targets[0]!.target, RATE, steady), await atRate(targets[1]!.target, RATE, steady)]
  const picture = await gradient(3000, 2000).png({ compressionLevel: 1 }).toBuffer()
  let [slowest, failures] = [0, 0]
  for (let i = 0; i < AVATARS; i++) {
    const headers = { 'x-token': `bench${i + 2}`, ...signed({}) }
    const from = performance.now()
    const answer = await fetch(`http://127.0.0.1:${server.port}${urlOf(uploadAvatar.path)}`, {
      method: 'POST',
      headers,
      body: fileForm(picture),
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) failures++
    slowest = Math.max(slowest, performance.now() - from)
  }
  await load.terminate()
  await server.stop()
  rmSync(files, { recursive: true, force: true })

  const name = (what: string): string => `while a member sends all they may: ${what}`
  const lines = targets.map(({ name: what }, i): Line => {
    const [ours, bar] = [loaded[i]!.p99, Math.max(TIMES_QUIET * quiet[i]!.p99, LEAST_MS)]
    return {
      name: name(`${what}, p99`),
      ours,
      floor: quiet[i]!.p99,
      ratio: ours / bar,
      bar: 1,
      atMost: true,
      unit: 'ms',
      failures: loaded[i]!.failures,
    }
  })
  return [
    ...lines,
    { name: name("another's avatar"), ours: slowest, floor: null, ratio: slowest, bar: AVATAR_MS, atMost: true, unit: 'ms', failures },
  ]
}
