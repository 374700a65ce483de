import { readFileSync, writeFileSync } from 'node:fs'

/** From -1000 to 1000. */
const FIRST = '500'

/**
 * Whether the system, where memory ends, ends this process before the server and its database; if not, it is as likely as this one. Does
 * nothing where the system does not say.
 */
export function endFirst(pid: number, isFirst: boolean): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, isFirst ? FIRST : readFileSync('/proc/self/oom_score_adj', 'utf8'))
  } catch {
    // Not Linux, or the process has ended.
  }
}
