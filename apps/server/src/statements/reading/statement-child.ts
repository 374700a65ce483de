import type { StatementChoices } from '@portico/contract/statements-imports-admin'
import { answerQuestions } from '../../children/answer-questions.ts'
import { AppError } from '../../errors.ts'
import { readStatement, type Statement } from './read-statement.ts'

// Runs in a process of its own, which `statement-reader.ts` starts and ends.

export type Question = { bytes: Uint8Array; choices: StatementChoices; given: { currency: string; zone: string } }
/** The statement, or the code of a refusal. */
export type Answer = AppError['code'] | Statement

const MOST_BYTES = 300_000_000

answerQuestions<Question, Answer>(MOST_BYTES, async ({ question: { bytes, choices, given } }) => {
  try {
    return readStatement(Buffer.from(bytes), choices, given)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code
  }
})
