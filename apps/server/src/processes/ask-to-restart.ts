import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the data folder: the number of the process that serves from it. */
export const PID_FILE = 'portico.pid'

/** Sends SIGHUP to the process that serves from this folder. Returns what follows, for the operator. Throws if there is none. */
export function askToRestart(dataDir: string): string {
  const pid = pidIn(join(dataDir, PID_FILE))
  if (pid === null || !isOurs(pid)) throw new Error(`no Portico process is using ${dataDir}`)
  process.kill(pid, 'SIGHUP')
  return `Process ${pid} starts a new one. It says in its log when that one serves.`
}

function pidIn(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null
  } catch {
    return null
  }
}

/** Whether the pid is still ours and not another program's. */
function isOurs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts')
  } catch {
    return false
  }
}
