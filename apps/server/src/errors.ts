import type { ErrorCode } from '@portico/contract/errors'

/** The row that was asked for. Throws `not_found` where there is none. */
export function foundRow<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found')
  return row
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
