import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import { ApiError, type Parts, prepare } from './call.ts'

type Schema = z.ZodMiniType

/** The bytes of a private file, which needs the session's headers. Rejects with an ApiError; shows no message. */
export async function readFile<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  signal?: AbortSignal,
): Promise<Blob> {
  const { url, init } = await prepare(e, input as Parts)
  const response = await fetch(url, { ...init, credentials: 'include', ...(signal ? { signal } : {}) })
  if (!response.ok) throw new ApiError(response.status, {})
  return response.blob()
}

/** For an `img`: the page's security policy allows `data:`, not `blob:`. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // `readAsDataURL` gives a string.
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
}
