import { createChildWork, type Times } from '../children/child-work.ts'
import { AppError } from '../errors.ts'
import { sizes } from '../memory/sizes.ts'
import { service } from '../service.ts'
import type { Checked, Question } from './harper-child.ts'

export type OwnChecker = {
  /**
   * Checks one text after the other. `of`: account; accounts take turns. Throws `grammar.busy` if too many texts wait, or two of the
   * account's, and `grammar.unavailable` if the process ends or takes too long.
   */
  check: (of: number, question: Omit<Question, 'budgetMs'>) => Promise<Checked>
  /** Process id, for measurements; null: no process runs. */
  pid: () => number | null
  /** Ends the process; texts that wait fail. */
  stop: () => Promise<void>
}

/** `budget`: after this, the rest of a text is not checked. */
type CheckTimes = Times & { budgetMs: number }
const usual: CheckTimes = { startMs: 60_000, workMs: 60_000, cpuMs: 20_000, budgetMs: 6_000, waitMs: 15_000, idleMs: 60_000 }
const RETRY_S = 5

/** The built-in checker of the site. */
export const ownChecker = service(
  () => createOwnChecker(),
  ({ stop }) => stop(),
)

/** Flags with which V8 compiles Harper only once, with its simple compiler, which saves memory. */
const SMALL = ['--liftoff-only', '--max-semi-space-size=1']

/** Harper in a process of its own, which takes over 300 MB, or 240 with little memory. */
export function createOwnChecker(times: Partial<CheckTimes> = {}): OwnChecker {
  const { budgetMs, ...others } = { ...usual, ...times }
  const work = createChildWork<Question, Checked>(
    {
      script: new URL('./harper-child.ts', import.meta.url),
      flags: sizes.grammar === 'small' ? SMALL : [],
      processes: 1,
      mostWaiting: 30,
      mostWaitingOfOne: 2,
      busy: () => new AppError('grammar.busy', { details: { retry_after: RETRY_S } }),
      failed: () => new AppError('grammar.unavailable'),
    },
    others,
  )
  return { check: (of, question) => work.ask(of, { ...question, budgetMs }), pid: () => work.pids()[0] ?? null, stop: work.stop }
}
