import type { ErrorCode } from '@portico/contract/errors'

/** A failure the caller can act on. Anything else that is thrown is a bug and becomes a bare 500. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: unknown
  /** Messages by field, for 422 answers that know the field but come from a rule, not from the schema. */
  readonly fields: Record<string, ErrorCode> | undefined
  constructor(code: ErrorCode, options: { details?: unknown; fields?: Record<string, ErrorCode> } = {}) {
    super(code)
    this.code = code
    this.details = options.details
    this.fields = options.fields
  }
}
