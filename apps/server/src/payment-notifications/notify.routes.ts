import type { Context } from 'hono'
import type { App } from '../app.ts'
import { isAway } from '../db/pool/away.ts'
import { currentCall } from '../db/pool/purpose.ts'
import { AppError } from '../errors.ts'
import { RETRY_S } from '../http/answer.ts'
import { withGivenPurpose } from '../http/with-purpose.ts'
import { readBody } from '../http/body.ts'
import { type Env, originOf, type Router } from '../http/router.ts'
import { refusalLog } from '../refused-notifications/note-refusals.ts'
import { type Notification, type Sender, takeNotification } from './take-notification.ts'

const MAX_BODY = 1024 * 1024

/**
 * Payment notifications of gateways: no session, no request signature, open while the site is closed. If a notification is neither booked
 * nor a repetition, the answer makes the gateway send it again.
 */
export function notifyRoutes(router: Router, app: App): void {
  const runCall = withGivenPurpose(currentCall().purpose, false)
  router.on(['GET', 'POST'], '/api/v1/guest/payment/notify/:driver/:uuid', (c) => runCall(c, () => notified(c, app)))
}

async function notified(c: Context<Env>, app: App): Promise<Response> {
  c.header('cache-control', 'no-store')
  const { ip, network } = originOf(c, app)
  const sender: Sender = { driver: c.req.param('driver') ?? '', uuid: c.req.param('uuid') ?? '', ip, network, request: c.get('requestId') }
  const refused = (reason: 'too_large' | 'server_error', { query, rawBody }: Pick<Notification, 'query' | 'rawBody'>): void =>
    refusalLog(app).note({ reason, methodId: null, driver: sender.driver, ip, network, query, rawBody })
  const given = await read(c, app.now()).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'request.too_large') return null
    throw error
  })
  if (given === null) {
    refused('too_large', { query: new URLSearchParams(), rawBody: Buffer.alloc(0) })
    return c.text('fail', 413)
  }
  try {
    const { status, answer } = await takeNotification(app, sender, given)
    return answer ? c.body(answer.body, status, { 'content-type': answer.contentType }) : c.text('fail', status)
  } catch (error) {
    app.log.error({ err: error, request: sender.request }, 'a payment notification failed')
    refused('server_error', given)
    return isAway(error) ? c.text('fail', 503, { 'retry-after': String(RETRY_S) }) : c.text('fail', 500)
  }
}

async function read(c: Context<Env>, now: Date): Promise<Notification> {
  const isPost = c.req.method === 'POST'
  return {
    method: isPost ? 'POST' : 'GET',
    query: new URL(c.req.url).searchParams,
    rawBody: isPost ? await readBody(c, MAX_BODY) : Buffer.alloc(0),
    headers: c.req.raw.headers,
    now,
  }
}
