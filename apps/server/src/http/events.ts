import type { Endpoint } from '@portico/contract/endpoint'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { admit, bind, originOf, type Request, respond, type Router, type Seal, sealFor } from './router.ts'

type Schema = z.ZodMiniType

const HEARTBEAT_MS = 15_000
const encoder = new TextEncoder()

/**
 * As `serve`, where the answer comes piece by piece: each thing the handler yields is one server-sent event, sealed like any
 * answer. What it throws before the first is answered as a failure. `left` is aborted when the caller is gone.
 */
export function serveEvents<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  router: Router,
  app: App,
  e: Endpoint<P, Q, B, R>,
  handler: (request: Request<P, Q, B>, left: AbortSignal) => AsyncGenerator<z.input<R>>,
): void {
  bind(e)
  router.on(e.method, `/api/v1${e.path}`, async (c) => {
    const origin = originOf(c, app)
    const gone = new AbortController()
    try {
      const seal = await sealFor(c, app)
      const events = texts(e, seal, handler(await admit(c, app, e, origin), gone.signal))
      const first = await events.next()
      return c.body(streamOf(first, events, gone, app), 200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // A proxy that gathers the answer first would hold every event back.
        'x-accel-buffering': 'no',
      })
    } catch (error) {
      gone.abort()
      return respond(c, app, origin, () => Promise.reject(error))
    }
  })
}

/** A generator, so that whatever ends the stream also ends the handler. */
async function* texts<R extends Schema>(e: { response: R }, seal: Seal, events: AsyncGenerator<z.input<R>>): AsyncGenerator<string> {
  for await (const event of events) yield `data: ${JSON.stringify(await seal(e.response.parse(event)))}\n\n`
}

function streamOf(
  first: IteratorResult<string>,
  events: AsyncGenerator<string>,
  gone: AbortController,
  app: App,
): ReadableStream<Uint8Array> {
  let heartbeat: NodeJS.Timeout | undefined
  const pump = async (stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      for (let next = first; !next.done && !gone.signal.aborted; next = await events.next()) stream.enqueue(encoder.encode(next.value))
    } catch (error) {
      app.log.error({ err: error }, 'an event stream broke off')
    }
    clearInterval(heartbeat)
    await events.return(undefined)
    if (!gone.signal.aborted) stream.close()
  }
  return new ReadableStream({
    start(stream) {
      heartbeat = setInterval(() => stream.enqueue(encoder.encode(':\n\n')), HEARTBEAT_MS)
      void pump(stream)
    },
    cancel() {
      clearInterval(heartbeat)
      gone.abort()
    },
  })
}
