import { type Endpoint, urlOf } from '@portico/contract/endpoint'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { currentCall, inPurpose } from '../db/pool/purpose.ts'
import { eventStreams } from './live/event-streams.ts'
import { admit, bind, type Env, originOf, type Request, respond, type Router, type Seal, sealFor } from './router.ts'

type Schema = z.ZodMiniType

const HEARTBEAT_MS = 15_000
const encoder = new TextEncoder()

/**
 * Like `serve`, but the answer is a stream: each value the handler yields is a server-sent event, sealed like any answer. An error before
 * the first value is a normal failure. It ends when the caller leaves or the session ends; `ended` then aborts.
 */
export function serveEvents<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  router: Router,
  app: App,
  e: Endpoint<P, Q, B, R>,
  handler: (request: Request<P, Q, B>, ended: AbortSignal) => AsyncGenerator<z.input<R>>,
): void {
  bind(e)
  eventStreams(app).set(e.path, { e, handler })
  const serveTo = async (c: Context<Env>): Promise<Response> => {
    const origin = originOf(c, app)
    const ended = new AbortController()
    let unwatch = (): void => {}
    let events: AsyncGenerator<string> | undefined
    try {
      const seal = await sealFor(c, app)
      const request = await admit(c, app, e, origin)
      if (request.visitor) unwatch = await app.sessionWatch.watch(request.visitor, () => ended.abort())
      events = texts(e, seal, handler(request, ended.signal))
      const first = await events.next()
      if (ended.signal.aborted) throw new AppError('session.invalid')
      return c.body(streamOf(first, events, { ended, app, done: unwatch }), 200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // A proxy that buffers the answer would hold every event back.
        'x-accel-buffering': 'no',
      })
    } catch (error) {
      unwatch()
      await events?.return(undefined)
      const isOver = ended.signal.aborted
      ended.abort()
      return respond(c, app, origin, () => Promise.reject(isOver ? new AppError('session.invalid') : error))
    }
  }
  const { purpose } = currentCall()
  router.on(e.method, urlOf(e.path), (c) => inPurpose(purpose, () => serveTo(c)))
}

/** A generator, so that ending the stream also ends the handler. */
async function* texts<R extends Schema>(e: { response: R }, seal: Seal, events: AsyncGenerator<z.input<R>>): AsyncGenerator<string> {
  for await (const event of events) yield `data: ${JSON.stringify(await seal(e.response.parse(event)))}\n\n`
}

function streamOf(
  first: IteratorResult<string>,
  events: AsyncGenerator<string>,
  { ended, app, done }: { ended: AbortController; app: App; done: () => void },
): ReadableStream<Uint8Array> {
  let heartbeat: NodeJS.Timeout | undefined
  const state = { isOver: false }
  /** Runs once: for the handler, for the end of the session, or for the caller, when nothing is left to close. */
  const finish = (close: () => void): void => {
    if (state.isOver) return
    state.isOver = true
    clearInterval(heartbeat)
    done()
    close()
  }
  const pump = async (stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      for (let next = first; !next.done && !state.isOver; next = await events.next()) stream.enqueue(encoder.encode(next.value))
    } catch (error) {
      app.log.error({ err: error }, 'an event stream failed')
    }
    finish(() => stream.close())
    await events.return(undefined)
  }
  return new ReadableStream({
    start(stream) {
      heartbeat = setInterval(() => stream.enqueue(encoder.encode(':\n\n')), HEARTBEAT_MS)
      const close = (): void => finish(() => stream.close())
      // Not left to the handler, which may be waiting for something else.
      ended.signal.addEventListener('abort', close)
      if (ended.signal.aborted) close()
      void pump(stream)
    },
    cancel() {
      finish(() => ended.abort())
    },
  })
}
