import type { Readable } from 'node:stream'
import { type Endpoint, urlOf } from '@portico/contract/endpoint'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { App } from '../app.ts'
import { withPurpose } from './with-purpose.ts'
import { admit, bind, type Env, originOf, type Request, respond, type Router } from './router.ts'
import { sendStored } from './static/send-stored.ts'

type Schema = z.ZodMiniType
type Sent = Parameters<typeof sendStored>[1] & { read: (range: { start: number; end: number } | null) => Promise<Readable | null> }

/** Like `serve`, but the answer is a private file, to be saved, or shown if it is a picture; never run. Sent unencrypted always. */
export function serveFile<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  router: Router,
  app: App,
  e: Endpoint<P, Q, B, R>,
  handler: (request: Request<P, Q, B>) => Promise<Sent>,
): void {
  bind(e)
  const serveTo = async (c: Context<Env>): Promise<Response> => {
    const origin = originOf(c, app)
    try {
      const { read, ...stored } = await handler(await admit(c, app, e, origin))
      return await sendStored(c, stored, read)
    } catch (error) {
      return respond(c, app, origin, () => Promise.reject(error))
    }
  }
  const runCall = withPurpose(e)
  router.on(e.method, urlOf(e.path), (c) => runCall(c, () => serveTo(c)))
}
