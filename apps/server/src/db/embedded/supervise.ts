import { statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isRunning } from './postgres-process.ts'

const LOOK_MS = 250
/** Milliseconds before each try; after the last one the server gives up. */
const PAUSES = [0, 1000, 2000, 4000, 8000]
/** Below this, PostgreSQL cannot recover: it needs new WAL files of 16 MB. */
const LEAST_FREE_BYTES = 48 * 1024 * 1024

export type Watching = { log: Logger; giveUp: (reason: string) => void }
type Watched = { folder: string; start: (signal: AbortSignal) => Promise<void> }

/** Checks four times a second that PostgreSQL runs, and restarts it if not. */
export function supervise({ folder, start }: Watched, { log, giveUp }: Watching): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const wait = (ms: number): Promise<void> => pause(ms, undefined, { signal, ref: false })

  async function watch(): Promise<void> {
    for (;;) {
      await wait(LOOK_MS)
      if (!isRunning(folder) && !(await startAgain())) return
    }
  }

  async function startAgain(): Promise<boolean> {
    const began = performance.now()
    let reason = ''
    for (const [before, ms] of PAUSES.entries()) {
      await wait(ms)
      await waitForSpace()
      const of = { try: before + 1, tries: PAUSES.length }
      try {
        await start(signal)
        log.warn({ ...of, ms: Math.round(performance.now() - began) }, 'PostgreSQL had ended and runs again')
        return true
      } catch (error) {
        signal.throwIfAborted()
        reason = error instanceof Error ? error.message : String(error)
        log.error({ ...of, reason }, 'PostgreSQL has ended and could not be started')
      }
    }
    giveUp(`PostgreSQL ended and could not be started again in ${PAUSES.length} tries. ${reason}`)
    return false
  }

  /** Waits for disk space: tries on a full disk fail for certain. */
  async function waitForSpace(): Promise<void> {
    for (let isNoted = false; freeBytes(folder) < LEAST_FREE_BYTES; isNoted = true) {
      if (!isNoted) log.error('the disk of the database is full: PostgreSQL starts again when 48 MB are free')
      await wait(1000)
    }
  }

  const watched = watch().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return {
    stop: async () => {
      stopping.abort()
      await watched
    },
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
