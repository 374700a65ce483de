import { type Endpoint, urlOf } from '@portico/contract/endpoint'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import type { App } from '../../app.ts'
import type { Tx } from '../../db/client.ts'
import { openStream, type Outgoing } from './open-stream.ts'
import { withGivenPurpose } from '../with-purpose.ts'
import { admit, bind, type Env, originOf, type Request, respond, type Router } from '../router.ts'

type Schema = z.ZodMiniType
type Download = Outgoing & { name: string; type: string }

/** Like `serve`, but the answer is a file made while it is sent, to be saved. Sent unencrypted always. */
export function serveDownload<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  router: Router,
  app: App,
  e: Endpoint<P, Q, B, R>,
  handler: (tx: Tx, request: Request<P, Q, B>) => Promise<Download>,
): void {
  bind(e)
  const serveTo = async (c: Context<Env>): Promise<Response> => {
    const origin = originOf(c, app)
    try {
      const request = await admit(c, app, e, origin)
      const headers: Record<string, string> = { 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; sandbox" }
      const stream = await openStream(app, async (tx) => {
        const file = await handler(tx, request)
        headers['content-type'] = file.type
        headers['content-disposition'] = `attachment; filename="${file.name}"`
        return file
      })
      return c.body(stream, 200, headers)
    } catch (error) {
      return respond(c, app, origin, () => Promise.reject(error))
    }
  }
  const runCall = withGivenPurpose('console', true)
  router.on(e.method, urlOf(e.path), (c) => runCall(c, () => serveTo(c)))
}
