import type { ErrorCode } from '@portico/contract/errors'

/** The only row of a query. Throws `not_found` where there is none. */
export function foundRow<T>([row]: readonly T[]): T {
  return orNotFound(row)
}

/** What was asked for. Throws `not_found` where there is none. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError('not_found')
  return value
}

/** An error the caller can act on. Any other error is a bug and becomes a bare 500. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: unknown
  /** Messages by field, for a 422 that comes from a rule, not from the schema. */
  readonly fields: Record<string, ErrorCode> | undefined
  constructor(code: ErrorCode, options: { details?: unknown; fields?: Record<string, ErrorCode> } = {}) {
    super(code)
    this.code = code
    this.details = options.details
    this.fields = options.fields
  }
}
