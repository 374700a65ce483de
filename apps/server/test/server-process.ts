import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** As `npm start` has it: without, each start compiles the server again, which takes longer than all else. */
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))

/** `base`: its address, empty if it ended instead. `output`: everything printed so far. */
export type ServerProcess = { child: ChildProcess; base: string; output: () => string }

/**
 * Starts the real server as a separate process on a free port, which may call gateways at 127.0.0.1. `ready`: it has printed its address,
 * or has ended.
 */
export function begin(
  env: Record<string, string>,
  args: string[] = [],
  // As `portico` starts it: the modules alone fill a smaller young generation many times.
  [command = '', ...before]: string[] = [process.execPath, '--max-semi-space-size=16'],
): Starting {
  const { PATH, NODE_COMPILE_CACHE = compiled } = process.env
  const child = spawn(command, [...before, script, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', SKIP_WEB_BUILD: '1', LOG_LEVEL: 'error', ALLOW_PRIVATE_ADDRESSES: '127.0.0.1:*', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = new Promise<ServerProcess>((done) => {
    const look = (chunk: Buffer): void => {
      output += chunk.toString()
      const base = /Portico is ready at (http:\S+)/.exec(output)?.[1]
      if (base) done({ child, base, output: () => output })
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('close', () => done({ child, base: '', output: () => output }))
  })
  return { child, ready }
}
type Starting = { child: ChildProcess; ready: Promise<ServerProcess> }

/** Starts the real server, and waits until it prints its address or ends. */
export function startProcess(env: Record<string, string>, ...args: string[]): Promise<ServerProcess> {
  return begin(env, args).ready
}

/** As `startProcess`, but throws if the server did not start. */
export async function startReady(env: Record<string, string>, ...args: string[]): Promise<ServerProcess> {
  const started = await startProcess(env, ...args)
  if (started.base === '') throw new Error(`the server did not start:\n${started.output()}`)
  return started
}

/** The first operator of a used folder. */
export const OPERATOR = { ADMIN_EMAIL: 'operator@example.com', ADMIN_PASSWORD: 'operator password' }

/** Stops it if it still runs. Returns its exit code; null after a signal. */
export function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((done) => {
    child.once('exit', done)
    child.kill(signal)
  })
}

const folders: string[] = []
/** A new folder, for the data of a server. */
export function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portico-data-'))
  // PostgreSQL may run as another user, which needs access.
  chmodSync(made, 0o755)
  folders.push(made)
  return made
}
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
