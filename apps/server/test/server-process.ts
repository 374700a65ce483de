import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** `base`: its address, empty if it ended instead. `output`: everything printed so far. */
export type ServerProcess = { child: ChildProcess; base: string; output: () => string }

/** Starts the real server as a separate process on a free port, and waits until it prints its address or ends. */
export function startProcess(env: Record<string, string>, ...args: string[]): Promise<ServerProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', SKIP_WEB_BUILD: '1', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  return new Promise((done) => {
    const look = (chunk: Buffer): void => {
      output += chunk.toString()
      const base = /Portico is ready at (http:\S+)/.exec(output)?.[1]
      if (base) done({ child, base, output: () => output })
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('close', () => done({ child, base: '', output: () => output }))
  })
}

/** As `startProcess`, but throws if the server did not start. */
export async function startReady(env: Record<string, string>, ...args: string[]): Promise<ServerProcess> {
  const started = await startProcess(env, ...args)
  if (started.base === '') throw new Error(`the server did not start:\n${started.output()}`)
  return started
}

/** Stops it if it still runs. Returns its exit code; null after a signal. */
export function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((done) => {
    child.once('exit', done)
    child.kill(signal)
  })
}
