import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import { t } from '../i18n.ts'
import { ApiError, type Parts, prepare } from './call.ts'
import type { CallKey } from './encryption.ts'
import { storeToken } from './session.ts'

export interface UploadOptions {
  /** Share of the bytes sent, 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

type Schema = z.ZodMiniType
type None = z.ZodMiniType<undefined, undefined>

/** How long a living connection may send no byte. */
const STALL_MS = 60_000

/**
 * Sends a file to an `upload` endpoint. Rejects with an ApiError that says why, and with an AbortError when it was cancelled; shows no
 * message, because the caller shows it beside the file. XMLHttpRequest, because `fetch` does not tell how far an upload is.
 */
export async function upload<P extends Schema, Q extends Schema, R extends Schema>(
  e: Endpoint<P, Q, None, R>,
  input: CallInput<P, Q, None>,
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<z.output<R>> {
  // Signed like a GET: the signature of an upload covers the query alone.
  const { url, init, key } = await prepare({ method: 'GET', path: e.path }, input as Parts)
  signal?.throwIfAborted()
  const form = new FormData()
  form.set('file', file)
  return new Promise<z.output<R>>((done, failed) => {
    const request = new XMLHttpRequest()
    let watch: ReturnType<typeof setTimeout>
    const alive = (): void => {
      clearTimeout(watch)
      watch = setTimeout(() => {
        failed(new ApiError(0, { message: t('error.timeout') }))
        request.abort()
      }, STALL_MS)
    }
    const cancel = (): void => request.abort()
    request.open(e.method, url)
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      alive()
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('error', () => failed(new ApiError(0, { message: t('error.network') })))
    request.addEventListener('abort', () => failed(new DOMException('', 'AbortError')))
    request.addEventListener('load', () => void read(request, key).then(done as (answer: unknown) => void, failed))
    request.addEventListener('loadend', () => {
      clearTimeout(watch)
      signal?.removeEventListener('abort', cancel)
    })
    signal?.addEventListener('abort', cancel)
    alive()
    request.send(form)
  })
}

/** Text for a failed upload. */
export function whyNotSent(error: unknown): string {
  return error instanceof ApiError ? error.message : t('error.network')
}

async function read(request: XMLHttpRequest, key: CallKey | null): Promise<unknown> {
  const renewed = request.getResponseHeader('x-token')
  if (renewed) storeToken(renewed)
  let body: Record<string, unknown>
  try {
    body = JSON.parse(request.responseText) as Record<string, unknown>
    if (body['crypt'] && key) body = (await key.open(body)) as Record<string, unknown>
  } catch (error) {
    throw new ApiError(request.status, { message: t('error.unreadable') }, { cause: error })
  }
  if (request.status < 300) return body
  throw new ApiError(request.status, body)
}
