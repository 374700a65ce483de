import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { PID_FILE } from './ask-to-restart.ts'
import { FAULTS } from './last-resort.ts'
import { type Inherited, type Serving, startSuccessor, type Stoppable } from './hand-over.ts'

type Kept = {
  /** This process, which serves until the first restart. */
  first: Serving
  inherit: Inherited
  /** Stops what all processes share: the built-in database. */
  stopShared: () => Promise<void>
  /** Folder for this process's number, for `npm run restart`; null: not stored, as processes share the folder. */
  dataDir: string | null
  log: Logger
}

/**
 * Stays until the end, whichever process serves: it has the built-in database, the lock of the data folder, and the number that a
 * process manager knows. SIGHUP starts a successor, which takes over before the old process stops. Returns how to stop what serves then.
 */
export function keepServing({ first, inherit, stopShared, dataDir, log }: Kept): Stoppable {
  let serving = first
  let isBusy = false
  const pidFile = dataDir === null ? null : join(dataDir, PID_FILE)
  if (pidFile !== null) writeFileSync(pidFile, `${process.pid}\n`)

  async function end(code: number): Promise<void> {
    if (pidFile !== null) rmSync(pidFile, { force: true })
    await stopShared()
    process.exit(code)
  }

  async function restart(): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      const next = await startSuccessor(inherit, {
        before: serving,
        onEnd: (code) => void end(code ?? 1),
        onFault: (faults) => {
          process.env[FAULTS] = faults
          void restart()
        },
      })
      const old = serving
      serving = next
      await old.stop()
      log.info('a new process serves')
    } catch (error) {
      log.error({ err: error }, 'the restart failed: the old process goes on')
    } finally {
      isBusy = false
    }
  }

  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    await serving.stop()
    await end(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  // A terminal that closes sends it too, and means the end.
  process.on('SIGHUP', () => void (process.stdout.isTTY || process.platform !== 'linux' ? stop() : restart()))
  return { stop: () => serving.stop() }
}
