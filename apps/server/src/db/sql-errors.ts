import pg from 'pg'
import type { AppError } from '../errors.ts'

/** Whether the error, or its cause, is a violation of that unique index (SQLSTATE 23505). */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return matches(error, '23505', constraint)
}

/** Whether the error is a violation of that check constraint (SQLSTATE 23514). */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return matches(error, '23514', constraint)
}

/** Whether a row cannot be deleted because another row references it (SQLSTATE 23503). */
export function isForeignKeyViolation(error: unknown): boolean {
  return matches(error, '23503')
}

/** Whether the database aborted the transaction because of a deadlock (SQLSTATE 40P01). */
export function isDeadlock(error: unknown): boolean {
  return matches(error, '40P01')
}

/** Whether the same statement may succeed later. The database refuses some for what they say: classes 22 and 23 (values), 42 (text). */
export function mayPass(error: unknown): boolean {
  return !causesOf(error).some((e) => e instanceof pg.DatabaseError && /^(22|23|42)/.test(e.code ?? ''))
}

/** The error and what caused it: Drizzle wraps the driver's error and keeps it as `cause`. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

/** Awaits a statement. Throws `refusal` when it fails with an error that `isViolation` accepts. */
export async function orRefuse<T>(statement: PromiseLike<T>, isViolation: (error: unknown) => boolean, refusal: AppError): Promise<T> {
  try {
    return await statement
  } catch (error) {
    throw isViolation(error) ? refusal : error
  }
}

function matches(error: unknown, code: string, constraint?: string): boolean {
  const found = causesOf(error).find((e) => 'code' in e && e.code === code)
  return found !== undefined && (constraint === undefined || ('constraint' in found && found.constraint === constraint))
}
