import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { messageOf } from '../log.ts'
import { argsAgain } from './hand-over.ts'

/** More faults in this time end the process for good: a new start does not help. */
const [MOST, WITHIN_MS] = [3, 10 * 60_000]
/** Longer than requests and jobs in hand usually need. */
const PATIENCE_MS = 20_000
/** The environment variable with the times of the last faults. */
export const FAULTS = 'PORTICO_FAULTS'

export type Fallible = {
  log: Logger
  /** Finishes what is in hand. */
  finish: () => Promise<void>
  /** Puts a process without memory in this one's place. Returns if it cannot. */
  replace: (faults: string) => Promise<void> | void
}

/**
 * The last resort, never the plan: an error that nobody caught, or a rejection that nobody awaited. What this process remembers may be
 * wrong, so it finishes what is in hand and a new one takes its place, three times in ten minutes at most; then it exits with 1 and the cause.
 */
export function catchTheRest({ log, finish, replace }: Fallible): void {
  let isFaulty = false

  async function give(error: unknown): Promise<void> {
    const before = (process.env[FAULTS] ?? '').split(' ').map(Number)
    const recent = before.filter((at) => at > Date.now() - WITHIN_MS)
    const isLast = recent.length >= MOST
    log.fatal(
      { err: error, faults: recent.length + 1 },
      isLast ? 'an error that nobody caught: the process ends' : 'an error that nobody caught: a new process takes over',
    )
    if (!isLast) {
      await Promise.race([finish(), pause(PATIENCE_MS)]).catch((failure: unknown) =>
        log.error({ err: failure }, 'not all could be finished'),
      )
      await replace([...recent, Date.now()].join(' '))
    }
    process.stderr.write(`portico: an error that nobody caught: ${messageOf(error)}\n`)
    process.exit(1)
  }

  const fault = (error: unknown): void => {
    if (isFaulty) return log.error({ err: error }, 'another error that nobody caught')
    isFaulty = true
    void give(error).catch(() => process.exit(1))
  }
  process.on('uncaughtException', fault)
  process.on('unhandledRejection', fault)
}

/**
 * Starts this program anew in the same process, with the same number: nothing remains of what it remembered. It takes over a database that
 * is still running. Returns where the system cannot do that.
 */
export function startAnew(env: Record<string, string>): void {
  if (process.platform === 'win32') return
  const program = process.execPath
  process.execve?.(program, [program, ...process.execArgv, ...argsAgain()], { ...process.env, ...env })
}
