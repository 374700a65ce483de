import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import { ApiError, type Parts, prepare } from './call.ts'
import { answered, notAnswered } from './connection.ts'
import { storeToken } from './session.ts'

type Schema = z.ZodMiniType

/** The server sends something at once, then at least every fifteen seconds. */
const FIRST_MS = 6_000
const SILENCE_MS = 40_000

/**
 * An endpoint's server-sent events, one by one, until the stream ends. Throws if the stream fails or goes silent, without showing
 * a message: the caller falls back to another way of asking. EventSource cannot send headers. `onHeard`: called with every sign of life.
 */
export async function* ownEvents<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  left: AbortSignal,
  onHeard: () => void = () => {},
): AsyncGenerator<z.output<R>> {
  const silent = new AbortController()
  let watch = setTimeout(() => silent.abort(), FIRST_MS)
  const heard = (): void => {
    clearTimeout(watch)
    watch = setTimeout(() => silent.abort(), SILENCE_MS)
    onHeard()
  }
  try {
    const { url, init, key } = await prepare(e, input as Parts)
    const response = await fetch(url, { ...init, credentials: 'include', signal: AbortSignal.any([left, silent.signal]) })
    answered(response)
    const renewed = response.headers.get('x-token')
    if (renewed) storeToken(renewed)
    if (!response.ok || !response.body) throw new ApiError(response.status, {})
    for await (const data of dataOf(response.body, heard)) {
      const body: unknown = JSON.parse(data)
      yield (key ? await key.open(body) : body) as z.output<R>
    }
  } catch (error) {
    if (error instanceof TypeError && !left.aborted) notAnswered()
    throw error
  } finally {
    clearTimeout(watch)
    silent.abort()
  }
}

/** The `data` of each event, which is always one line here. Comments only keep the connection alive. */
async function* dataOf(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    heard()
    const parts = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) if (part.startsWith('data: ')) yield part.slice(6)
  }
}
