import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import { t } from '../i18n.ts'
import { ApiError, type Parts, prepare } from './call.ts'
import { storeToken } from './session.ts'

type Schema = z.ZodMiniType

/**
 * The file that a `download` endpoint answers with. Rejects with an ApiError; shows no message, because the caller shows it beside the
 * file.
 */
export async function download<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
): Promise<Blob> {
  const { url, init } = await prepare(e, input as Parts)
  let response: Response
  try {
    response = await fetch(url, { ...init, credentials: 'include' })
  } catch (error) {
    throw new ApiError(0, { message: t('error.network') }, { cause: error })
  }
  const renewed = response.headers.get('x-token')
  if (renewed) storeToken(renewed)
  if (response.ok) return response.blob()
  throw new ApiError(response.status, (await response.json().catch(() => ({}))) as object)
}

/** A file as data URL, because the page's policy forbids other URLs for pictures. */
export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => failed(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
}
