import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'

type Schema = z.ZodMiniType

/**
 * An endpoint's server-sent events, one by one, until the stream ends. All tabs of a browser share one connection for all streams, because
 * a browser has few for a site. Throws as `ownEvents`. What receives them loads when it is first needed.
 */
export async function* events<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  left: AbortSignal,
): AsyncGenerator<z.output<R>> {
  const { openEvents } = await import('./live/open-events.ts')
  yield* openEvents(e, input, left)
}
