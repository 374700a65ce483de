import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { urlOf } from '@portico/contract/endpoint'
import { afterEach, expect, test, vi } from 'vitest'
import { begin, endProcess, removeFolders, type ServerProcess } from '../../test/server-process.ts'
import { usedFolder } from '../../test/used-folder.ts'
import { slowness } from '../../../../scripts/slowness.ts'

// Five starts of the server, which take a minute each on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

let server: ServerProcess | null = null
let dataDir = ''
afterEach(async () => {
  if (server) await endProcess(server.child, 'SIGKILL')
  server = null
  process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  removeFolders()
})

/** Loaded into the server before its own code. */
const FAULT = `process.on('SIGUSR2', () => setImmediate(() => { throw new Error('planted') }))`

/** The only child that is this program. */
function successorOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  return children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('main.ts'))!
}

/** A request whose body is still under way. `send` sends the rest, and returns the status. */
function halfSent(base: string): { reached: Promise<void>; send: () => Promise<number> } {
  const body = JSON.stringify({ email: 'a@example.com', password: 'x' })
  const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
  const call = request(base + urlOf('/muser/auth/login'), { method: 'POST', headers })
  const answered = new Promise<number>((done, failed) => {
    call.on('response', (response) => done(response.resume().statusCode ?? 0))
    call.on('error', failed)
  })
  // The server has it in hand once it asks for the body.
  const reached = new Promise<void>((done) => call.once('continue', done))
  call.flushHeaders()
  return {
    reached,
    send: () => {
      call.end(body)
      return answered
    },
  }
}

test.skipIf(process.platform !== 'linux')(
  'an error that nobody caught ends no request, a new process takes over three times, and the fourth ends it with the cause',
  async () => {
    dataDir = await usedFolder()
    const fault = join(dataDir, 'fault.mjs')
    writeFileSync(fault, FAULT)
    server = await begin({ DATA_DIR: dataDir, LOG_LEVEL: 'info', NODE_OPTIONS: `--import=${pathToFileURL(fault).href}` }).ready
    const { base, output, child } = server
    const pid = child.pid!
    const times = (text: string): number => output().split(text).length - 1
    const seen = async (text: string, count: number): Promise<void> => {
      await expect.poll(() => times(text), { timeout: 100_000 * slowness, message: text }).toBe(count)
    }
    const serves = async (): Promise<number> => (await fetch(`${base}/readyz`, { headers: { connection: 'close' } })).status

    const inHand = halfSent(base)
    await inHand.reached
    process.kill(pid, 'SIGUSR2')
    await seen('a new process takes over', 1)
    expect(await inHand.send()).toBe(400)
    await seen('Portico is ready at', 2)
    expect(await serves()).toBe(200)

    process.kill(pid, 'SIGHUP')
    await seen('a new process serves', 1)
    const successor = successorOf(pid)
    process.kill(successor, 'SIGUSR2')
    await seen('a new process serves', 2)
    expect(successorOf(pid)).not.toBe(successor)
    expect(await serves()).toBe(200)

    // Now in the process that has the database and serves nothing.
    process.kill(pid, 'SIGUSR2')
    await seen('Portico is ready at', 5)
    expect(await serves()).toBe(200)
    expect(child.exitCode).toBeNull()

    const ended = new Promise((done) => child.once('close', done))
    process.kill(pid, 'SIGUSR2')
    expect(await ended).toBe(1)
    expect(output()).toContain('portico: an error that nobody caught: planted\n')
  },
)
