import { type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caller, withToken } from '../../../test/harness.ts'
import { endProcess, type ServerProcess, startReady } from '../../../test/server-process.ts'

/** `npm run test:kills` kills twenty times. */
const KILLS = Math.min(20, Number(process.env['KILLS'] ?? 3))
const WRITERS = 4

let dataDir = ''
let server: ServerProcess
let child: ChildProcess | null = null
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portico-kill-'))
  chmodSync(dataDir, 0o755)
  server = await startReady({ DATA_DIR: dataDir, ADMIN_PASSWORD: password, LOG_LEVEL: 'silent' })
  child = server.child
}, 180_000)
afterAll(async () => {
  if (child) await endProcess(child, 'SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

const password = 'correct horse battery'
const postmaster = (): number => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

test(
  `killed ${KILLS} times while ${WRITERS} operators write, the database is back each time, with every acknowledged write`,
  async () => {
    const anyone = caller(server.base)
    const { body } = await anyone('POST', '/muser/auth/login', { email: 'admin@example.com', password })
    const call = withToken(anyone, body.x_token)
    await call('POST', '/muser/auth/confirm', { password })
    const acknowledged: string[] = []
    const state = { isOver: false, refused: 0 }
    const writer = async (name: string): Promise<void> => {
      for (let n = 0; !state.isOver; n++) {
        const group = `${name}-${n}`
        const status = await call('POST', '/admin/groups', { name: group }).then((answer) => answer.status)
        if (status === 200) acknowledged.push(group)
        else {
          state.refused++
          await pause(20)
        }
      }
    }
    const writers = Array.from({ length: WRITERS }, (_, n) => writer(`writer ${n}`))
    const times: number[] = []
    while (times.length < KILLS) {
      await written(acknowledged, 5)
      await pause(Math.random() * 300)
      const killed = performance.now()
      process.kill(postmaster(), 'SIGKILL')
      // Answers that were already under way may still come.
      await expect.poll(() => state.refused, { timeout: 60_000 }).toBeGreaterThan(0)
      await written(acknowledged, 1)
      times.push(performance.now() - killed)
      state.refused = 0
    }
    state.isOver = true
    await Promise.all(writers)
    const { body: groups } = await call('GET', '/admin/groups')
    const kept = new Set((groups.items as { name: string }[]).map(({ name }) => name))
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
    const sorted = times.map(Math.round).toSorted((a, b) => a - b)
    process.stderr.write(
      `${KILLS} kills of PostgreSQL, ${acknowledged.length} acknowledged writes kept; writing again after ${sorted.join(', ')} ms\n`,
    )
  },
  60_000 + KILLS * 60_000,
)

/** Waits until so many more writes are acknowledged. */
async function written(acknowledged: string[], more: number): Promise<void> {
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length - before, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(more)
}
