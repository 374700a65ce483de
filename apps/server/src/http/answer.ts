import { errorStatus, type ErrorBody, type ErrorCode } from '@portico/contract/errors'
import { ruleText } from '@portico/contract/rule-texts'
import type * as z from 'zod/mini'
import { messages } from './messages/error-messages.ts'
import { isAway } from '../db/pool/away.ts'
import { AppError } from '../errors.ts'
import { explainInput } from './explain-input.ts'
import type { Language } from '@portico/contract/translations'

/** Parses by the schema. Throws a 422 with a message per field, in the caller's language. */
export function parseInput<T extends z.ZodMiniType>(schema: T, value: unknown, language: Language): z.output<T> {
  const result = schema.safeParse(value, { error: (issue) => explainInput(issue, language) })
  if (result.success) return result.data
  throw new InputError(result.error.issues.map(({ path, message }) => ({ path, message: ruleText(message, language) })))
}

class InputError extends Error {
  readonly errors: Record<string, string[]> = {}
  constructor(issues: readonly { path: PropertyKey[]; message: string }[]) {
    super('input.invalid')
    for (const issue of issues) (this.errors[issue.path.map(String).join('.')] ??= []).push(issue.message)
  }
}

/** An error as answer. `log`: its log level; null: it is not logged. */
export type Failure = { status: number; body: ErrorBody; retryAfter: number | null; log: 'error' | 'warn' | null }

/** Seconds after which to try again while the database is away or busy. */
export const RETRY_S = 5

/** The answer for an error. Only `AppError`s have a text; all others are a bare 500. */
export function toFailure(thrown: unknown, language: Language): Failure {
  const texts = messages[language]
  if (thrown instanceof InputError) {
    const body = { code: 'input.invalid', message: texts['input.invalid'], errors: thrown.errors }
    return { status: 422, body, retryAfter: null, log: null }
  }
  const error = ownError(thrown)
  if (!error && isAway(thrown)) {
    const body = { code: 'server.busy', message: texts['server.busy'] }
    return { status: errorStatus['server.busy'], body, retryAfter: RETRY_S, log: 'warn' }
  }
  if (!error) return { status: 500, body: { code: 'server.error', message: texts['server.error'] }, retryAfter: null, log: 'error' }
  const body: ErrorBody = { code: error.code, message: texts[error.code] }
  if (error.details !== undefined) body.details = error.details
  if (error.fields) body.errors = translateFields(error.fields, texts)
  if (error.code === 'site.closed') body.webclose = 1
  return { status: errorStatus[error.code], body, retryAfter: retryAfter(error), log: null }
}

/** Seconds after which to try again; null: nobody says. Every 429 has them. */
export function retryAfter({ code, details }: AppError): number | null {
  if (details && typeof details === 'object' && 'retry_after' in details) return Number(details.retry_after)
  return errorStatus[code] === 429 ? RETRY_S : null
}

/** The `AppError` behind a thrown value: Drizzle wraps errors of statements. null: none. */
function ownError(thrown: unknown): AppError | null {
  for (let e = thrown; e instanceof Error; e = e.cause) if (e instanceof AppError) return e
  return null
}

function translateFields(fields: Record<string, ErrorCode>, texts: Record<ErrorCode, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(fields).map(([field, code]) => [field, [texts[code]]]))
}
