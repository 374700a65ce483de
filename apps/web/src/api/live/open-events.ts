import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import type { Parts } from '../call.ts'
import { canShare, sharedEvents } from './shared-events.ts'
import { ownEvents } from '../own-events.ts'

type Schema = z.ZodMiniType

/** The events of an endpoint: from the connection that all tabs share, or from one of its own where they cannot share. */
export function openEvents<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  left: AbortSignal,
): AsyncGenerator<z.output<R>> {
  if (!canShare()) return ownEvents(e, input, left)
  const pairs = Object.entries((input as Parts).query ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  // The server sends what this endpoint's schema describes.
  return sharedEvents(pairs.length > 0 ? `${e.path}?${new URLSearchParams(pairs)}` : e.path, left) as AsyncGenerator<z.output<R>>
}
