import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { messageOf } from '../log.ts'
import { argsAgain } from './hand-over.ts'

/** Most faults and their window; more end the process for good, because a new start does not help. */
const [MOST, WITHIN_MS] = [3, 10 * 60_000]
/** Milliseconds to finish requests and jobs in hand. */
const PATIENCE_MS = 20_000
/** The environment variable with the times of the last faults. */
export const FAULTS = 'PORTICO_FAULTS'

export type Fallible = {
  log: Logger
  /** Finishes requests and jobs in hand. */
  finish: () => Promise<void>
  /** Replaces this process by one without its memory. Returns if it cannot. */
  replace: (faults: string) => Promise<void> | void
}

/**
 * Handles errors nobody caught. Memory may be wrong, so the process finishes its work and is replaced, at most three times in ten minutes;
 * then exits with 1 and the cause.
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
 * Restarts this program in place, under the same pid, without its memory. It takes over a running database. Returns where the system
 * cannot.
 */
export function startAnew(env: Record<string, string>): void {
  if (process.platform === 'win32') return
  const program = process.execPath
  process.execve?.(program, [program, ...process.execArgv, ...argsAgain()], { ...process.env, ...env })
}
