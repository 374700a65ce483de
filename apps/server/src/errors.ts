import type { ErrorCode } from '@portico/contract/errors'

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
