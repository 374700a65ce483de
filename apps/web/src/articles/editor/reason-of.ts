import type { ApiError } from '../../api/call.ts'

/** Why a call failed, in words: what is wrong with its first bad field, or else its message. */
export function reasonOf(error: ApiError): string {
  return Object.values(error.fields).flat()[0] ?? error.message
}
