import type { StatementChoices } from '@portico/contract/statements-imports-admin'
import { createChildWork } from '../../children/child-work.ts'
import { AppError } from '../../errors.ts'
import { service } from '../../service.ts'
import type { Statement } from './read-statement.ts'
import type { Answer, Question } from './statement-child.ts'

export type StatementReader = {
  /** `readStatement` in a child process. `of`: account that asks. Also throws `statement.too_slow`, `statement.busy`. */
  read: (of: number, bytes: Buffer, choices: StatementChoices, given: Question['given']) => Promise<Statement>
  stop: () => Promise<void>
}

const TIMES = { startMs: 20_000, workMs: 60_000, cpuMs: 10_000, waitMs: 60_000, idleMs: 30_000 }
const RETRY_S = 5

export const statementReader = service(createStatementReader, ({ stop }) => stop())

/** A file of five megabytes takes seconds. */
function createStatementReader(): StatementReader {
  const { ask, stop } = createChildWork<Question, Answer>(
    {
      script: new URL('./statement-child.ts', import.meta.url),
      processes: 1,
      mostWaiting: 20,
      mostWaitingOfOne: 20,
      busy: () => new AppError('statement.busy', { details: { retry_after: RETRY_S } }),
      failed: () => new AppError('statement.too_slow'),
    },
    TIMES,
  )
  return {
    read: async (of, bytes, choices, given) => {
      const answer = await ask(of, { bytes, choices, given })
      if (typeof answer === 'string') throw new AppError(answer)
      return answer
    },
    stop,
  }
}
