import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:net'
import { endFirst } from '../children/end-first.ts'
import type { DatabaseUrls } from '../db/urls.ts'

/** What a successor gets from the process before it. `urls`: of the built-in database; null: it reads DATABASE_URL. */
export type Inherited = { port: number; urls: DatabaseUrls | null }
/** What serves requests: this process or a successor. `passTo`: gives the next successor the socket that it listens on. */
export type Serving = Stoppable & { passTo: (next: ChildProcess) => void }
export type Stoppable = { stop: () => Promise<void> }

const MARK = 'PORTICO_SUCCESSOR'
/** Between a keeper and its successor, in both directions: asks for the socket; comes with it. */
const [WANTED, SOCKET] = ['wanted', 'socket']
/** Arguments for the first start only. */
const FIRST_ONLY = ['--demo', '--forget-secrets', '--restored']

/** The arguments with which this program starts again. */
export const argsAgain = (): string[] => process.argv.slice(1).filter((arg) => !FIRST_ONLY.includes(arg))

/** What this process inherits; null: it is the first. A successor ends with its keeper, which has the database. */
export async function inherited(): Promise<Inherited | null> {
  if (process.env[MARK] === undefined || !process.send) return null
  process.on('disconnect', () => process.exit(1))
  // Sent by `startSuccessor`.
  const [given] = (await once(process, 'message')) as [Inherited]
  return given
}

/**
 * The socket on which the process before listens, so that both accept from one queue. A second socket on the port (SO_REUSEPORT) has a
 * queue of its own: Linux resets the connections that wait there when it closes.
 */
export function inheritedSocket(): Promise<Server> {
  const socket = nextSocket(process)
  process.send?.(WANTED)
  return socket
}

/** Tells the keeper, which alone says when to stop. */
export function serveAsSuccessor(server: Server, stop: () => Promise<void>): void {
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
  process.on('message', (message) => message === WANTED && process.send?.(SOCKET, server))
  process.send?.('ready')
}

/** What serves in this process, the first. */
export function firstServing(server: Server, stop: () => Promise<void>): Serving {
  return { stop, passTo: (next) => void next.send(SOCKET, server) }
}

/** Asks the keeper for a successor, because this process must not go on. `faults`: passed on to it. */
export function askForSuccessor(faults: string): void {
  process.send?.({ faults })
}

/**
 * Starts this program again, as it is on disk now, beside this process. Resolves when it serves, on the same port; throws if it ends
 * before. `onEnd`: it ended although nobody stopped it. `onFault`: it must not go on.
 */
export async function startSuccessor(given: Inherited, { before, onEnd, onFault }: Watching): Promise<Serving> {
  const [script = '', ...rest] = argsAgain()
  const { ADMIN_PASSWORD: _, ...env } = process.env
  const child = fork(script, rest, { env: { ...env, [MARK]: '1' }, execArgv: process.execArgv, detached: true })
  // Without memory for both, the old process goes on.
  endFirst(child.pid ?? 0, true)
  child.on('message', (message) => {
    if (message === WANTED) before.passTo(child)
    // Sent by `askForSuccessor`, once.
    else if (isFault(message)) onFault(message.faults)
  })
  child.send(given)
  await readiness(child)
  endFirst(child.pid ?? 0, false)
  let isStopped = false
  child.once('exit', (code) => isStopped || onEnd(code))
  return {
    stop: async () => {
      isStopped = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
    passTo: (next) => {
      // Node accepts on a socket that it receives. This process must not.
      void nextSocket(child).then((copy) => next.send(SOCKET, copy, () => copy.close()))
      child.send(WANTED)
    },
  }
}

/** `before`: what serves until then. */
type Watching = { before: Serving; onEnd: (code: number | null) => void; onFault: (faults: string) => void }

const isFault = (message: unknown): message is { faults: string } => typeof message === 'object' && message !== null && 'faults' in message

function nextSocket(from: NodeJS.EventEmitter): Promise<Server> {
  return new Promise((done) => {
    from.on('message', function take(message, socket: Server) {
      if (message !== SOCKET) return
      from.off('message', take)
      done(socket)
    })
  })
}

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    child.on('message', (message) => message === 'ready' && done())
    child.once('error', failed)
    child.once('exit', () => failed(new Error('the new process ended before it served')))
  })
}
