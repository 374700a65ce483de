import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listening } from '../listening.ts'

export type Running = { log: () => string; hasEnded: () => boolean; stop: () => Promise<void> }

export function isInstalled(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).error === undefined
}

/** Starts it in a folder, and keeps the end of what it says. */
export function start(program: string, args: string[], cwd: string, env: Record<string, string> = {}): Running {
  const child: ChildProcess = spawn(program, args, { stdio: 'pipe', cwd, env: { ...process.env, ...env } })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-20_000)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    log: () => log,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      child.kill('SIGTERM')
      const kill = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(kill)
    },
  }
}

/** A port that nothing listens on, neither TCP nor, most likely, UDP. */
export async function freePort(): Promise<number> {
  const { port, stop } = await listening(createServer())
  await stop()
  return port
}

let lastPort = 20_000 + Math.floor(Math.random() * 8000)

/** Ports that nothing listens on and no call got before, below those that the system gives to outgoing connections. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < count) if (await isFree(++lastPort)) found.push(lastPort)
  return found
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

/** Waits until it is true. Throws with what `why` says. */
export async function until(isTrue: () => boolean | Promise<boolean>, seconds: number, why: () => string): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(why())
    await sleep(200)
  }
}
