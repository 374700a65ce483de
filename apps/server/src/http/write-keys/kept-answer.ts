import { type ErrorCode, errorStatus } from '@portico/contract/errors'
import { AppError } from '../../errors.ts'

/** A first answer: what the handler returned, or the error that it threw. */
export type Kept = { result: unknown } | { error: { code: ErrorCode; details?: unknown; fields?: Record<string, ErrorCode> } }

/** Errors after which the same call may succeed: who asks again must not get them again. */
const PASSING = new Set<ErrorCode>(['session.confirm_needed', 'key.in_use', 'search.replaced'])

/** The error as an answer to keep; null: it says nothing about the next try. */
export function keptError(error: unknown): Kept | null {
  if (!(error instanceof AppError) || PASSING.has(error.code)) return null
  const status = errorStatus[error.code]
  if (status >= 500 || status === 429) return null
  const { code, details, fields } = error
  return { error: { code, ...(details !== undefined && { details }), ...(fields && { fields }) } }
}

/** What a repeat gets. Throws a kept error, which is then said in the language of who repeats. */
export function resultOf(kept: Kept): unknown {
  if ('result' in kept) return kept.result
  const { code, ...options } = kept.error
  throw new AppError(code, options)
}
