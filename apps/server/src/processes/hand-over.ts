import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { DatabaseUrls } from '../db/urls.ts'

/** What a successor gets from the process before it. `urls`: of the built-in database; null: it reads DATABASE_URL. */
export type Inherited = { port: number; urls: DatabaseUrls | null }
/** What serves requests: this process or a successor. */
export type Serving = { stop: () => Promise<void> }

const MARK = 'PORTICO_SUCCESSOR'
/** Arguments for the first start only. */
const FIRST_ONLY = ['--demo', '--forget-secrets']

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

/** Tells the keeper, which alone says when to stop. */
export function serveAsSuccessor({ stop }: Serving): void {
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
  process.send?.('ready')
}

/** Asks the keeper for a successor, because this process must not go on. `faults`: passed on to it. */
export function askForSuccessor(faults: string): void {
  process.send?.({ faults })
}

/**
 * Starts this program again, as it is on disk now, beside this process. Resolves when it serves, on the same port; throws if it ends
 * before. `onEnd`: it ended although nobody stopped it. `onFault`: it must not go on.
 */
export async function startSuccessor(given: Inherited, { onEnd, onFault }: Watching): Promise<Serving> {
  const [script = '', ...rest] = argsAgain()
  const { ADMIN_PASSWORD: _, ...env } = process.env
  const child = fork(script, rest, { env: { ...env, [MARK]: '1' }, execArgv: process.execArgv, detached: true })
  child.send(given)
  await readiness(child)
  let isStopped = false
  child.once('exit', (code) => isStopped || onEnd(code))
  // Sent by `askForSuccessor`, once.
  child.once('message', (message) => onFault((message as { faults: string }).faults))
  return {
    stop: async () => {
      isStopped = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

type Watching = { onEnd: (code: number | null) => void; onFault: (faults: string) => void }

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    child.once('message', () => done())
    child.once('error', failed)
    child.once('exit', () => failed(new Error('the new process ended before it served')))
  })
}
