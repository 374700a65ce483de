import { readFileSync } from 'node:fs'

/** Fields of `/proc/<pid>/stat` after the name, which may hold spaces; in hundredths of a second on every Linux. */
const [USER, SYSTEM, TICK_MS] = [11, 12, 10]

/** Milliseconds of processor time that a process has used. null: it is gone, or this system has no `/proc`. */
export function processorTime(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS
  } catch {
    return null
  }
}
