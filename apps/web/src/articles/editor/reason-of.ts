import type { ApiError } from '../../api/call.ts'

/** Why a call failed: its first field error, else its message. */
export function reasonOf(error: ApiError): string {
  return Object.values(error.fields).flat()[0] ?? error.message
}
