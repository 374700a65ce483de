import { type ChildProcess, spawnSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, test, vi } from 'vitest'
import { begin, endProcess, newFolder, removeFolders, startReady } from '../../../test/server-process.ts'
import { usedFolder } from '../../../test/used-folder.ts'
import { slowness } from '../../../../../scripts/slowness.ts'

// Each test starts a server with its own database, which takes half a minute on a slow machine.
vi.setConfig({ testTimeout: 180_000 })

const children: ChildProcess[] = []
afterAll(async () => {
  await Promise.all(children.map((child) => endProcess(child, 'SIGTERM')))
  removeFolders()
})

const postmasterOf = (dataDir: string): number => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const ended = (process: ChildProcess): Promise<number | null> =>
  process.exitCode === null ? new Promise((done) => process.once('close', done)) : Promise.resolve(process.exitCode)
const readiness = async (base: string): Promise<number> => (await fetch(`${base}/readyz`)).status
const logged = (output: string, message: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line.includes(message))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test.concurrent('a database that is killed runs again by itself, with one line in the log, and the next stop is clean', async ({
  expect,
}) => {
  const dataDir = await usedFolder()
  const server = await startReady({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  children.push(server.child)
  const killed = postmasterOf(dataDir)
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => logged(server.output(), 'PostgreSQL had ended and runs again'), { timeout: 60_000 * slowness }).toHaveLength(1)
  expect(logged(server.output(), 'PostgreSQL')).toMatchObject([{ try: 1, tries: 5, ms: expect.any(Number) }])
  expect(postmasterOf(dataDir)).not.toBe(killed)
  await expect.poll(() => readiness(server.base)).toBe(200)
  expect(await endProcess(server.child, 'SIGTERM')).toBe(0)
})

test.concurrent('a database that cannot be started is given up after five tries, and the server ends with the reason', async ({
  expect,
}) => {
  const dataDir = await usedFolder()
  const server = await startReady({ DATA_DIR: dataDir })
  children.push(server.child)
  const control = join(dataDir, 'postgres/global/pg_control')
  renameSync(control, `${control}.away`)
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  await expect.poll(() => readiness(server.base), { timeout: 30_000 * slowness }).toBe(503)
  expect(await ended(server.child)).toBe(1)
  const tries = logged(server.output(), 'PostgreSQL has ended and could not be started')
  expect(tries.map((line) => line['try'])).toEqual([1, 2, 3, 4, 5])
  expect(server.output()).toMatch(/^portico: PostgreSQL ended and could not be started again in 5 tries\..*pg_control/ms)
})

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0

test
  .skipIf(!canMount)
  .concurrent('with a full disk the server is not ready, and with free space it is again by itself', async ({ expect }) => {
    const disk = newFolder()
    const script = join(newFolder(), 'on-small-disk')
    writeFileSync(script, `#!/bin/sh\nmount -t tmpfs -o size=200m small ${disk} && chmod 755 ${disk} && exec ${process.execPath} "$@"\n`, {
      mode: 0o755,
    })
    const starting = begin({ DATA_DIR: join(disk, 'data') }, [], ['unshare', '-m', script])
    children.push(starting.child)
    const { base, output } = await starting.ready
    expect(await readiness(base)).toBe(200)
    // Only the server sees its disk; we reach it through the server's process.
    const filler = `/proc/${starting.child.pid}/root${disk}/filler`
    fill(filler)
    await expect.poll(() => readiness(base)).toBe(503)
    // The worst that PostgreSQL can do on a full disk is to end, and it does not come back while it is full.
    process.kill(postmasterOf(`/proc/${starting.child.pid}/root${disk}/data`), 'SIGKILL')
    await expect.poll(() => logged(output(), 'the disk of the database is full')).toHaveLength(1)
    expect(await readiness(base)).toBe(503)
    rmSync(filler)
    await expect.poll(() => readiness(base), { timeout: 60_000 * slowness }).toBe(200)
  })

function fill(file: string): void {
  const piece = Buffer.alloc(64 * 1024, 1)
  try {
    for (;;) writeFileSync(file, piece, { flag: 'a' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
