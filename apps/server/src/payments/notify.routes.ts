import type { Context } from 'hono'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { readBody } from '../http/body.ts'
import type { Env, Router } from '../http/router.ts'
import type { VerifyInput } from './driver.ts'
import { drivers } from './drivers.ts'
import { openConfig } from './method-secrets.ts'
import { findNotified } from './payment-methods.ts'
import { type Received, receivePayment } from './receive-payment.ts'
import { receiveReversal } from './receive-reversal.ts'

const MAX_BODY = 1024 * 1024

/**
 * Where gateways tell of payments: no session, no signature of ours, open while the site is closed. Whatever is not booked and
 * not a repetition is answered in a way that makes the gateway come again.
 */
export function notifyRoutes(router: Router, app: App): void {
  router.on(['GET', 'POST'], '/api/v1/guest/payment/notify/:driver/:uuid', async (c) => {
    c.header('cache-control', 'no-store')
    try {
      return await answer(c, app)
    } catch (error) {
      if (error instanceof AppError && error.code === 'request.too_large') return c.text('fail', 413)
      app.log.error({ err: error, request: c.get('requestId') }, 'a payment notification failed')
      return c.text('fail', 500)
    }
  })
}

async function answer(c: Context<Env>, app: App): Promise<Response> {
  const input = await read(c, app.now())
  const method = await findNotified(app.database.db, c.req.param('driver') ?? '', c.req.param('uuid') ?? '')
  const about = { request: c.get('requestId'), method: method?.id, driver: method?.driver }
  const verified = method && (await drivers[method.driver].verify?.({ ...input, config: openConfig(app.database.secrets, method) }))
  if (!verified) {
    app.log.warn(about, 'a payment notification to an address that takes none')
    return c.text('fail', 404)
  }
  if (verified.kind === 'rejected') {
    app.log.warn({ ...about, reason: verified.reason }, 'a payment notification was rejected')
    return c.text('fail', 400)
  }
  if (verified.kind === 'paid') {
    const received = await receivePayment(app.database, method, verified.payment, app.now())
    log(app, received, { ...about, ...verified.payment, order: received.tradeNo })
    if (received.result === 'unknown') return c.text('fail', 404)
    if (received.result === 'wrong_method') return c.text('fail', 400)
  }
  if (verified.kind === 'reversed') {
    const { result, tradeNo } = await receiveReversal(app.database, method, verified.reversal, app.now())
    const told = { ...about, ...verified.reversal, order: tradeNo, result }
    if (result === 'ours' || result === 'repeated') app.log.info(told, 'a gateway gave back what was asked for')
    else app.log.error(told, 'a gateway took a payment back')
    // Perhaps it tells of the payment only now: it may come again.
    if (result === 'unknown') return c.text('fail', 404)
    if (result === 'wrong_currency') return c.text('fail', 400)
  }
  return c.body(verified.answer.body, 200, { 'content-type': verified.answer.contentType })
}

async function read(c: Context<Env>, now: Date): Promise<Omit<VerifyInput, 'config'>> {
  const isPost = c.req.method === 'POST'
  return {
    method: isPost ? 'POST' : 'GET',
    query: new URL(c.req.url).searchParams,
    rawBody: isPost ? await readBody(c, MAX_BODY) : Buffer.alloc(0),
    headers: c.req.raw.headers,
    now,
  }
}

function log(app: App, { result }: Received, about: object): void {
  if (result === 'settled' || result === 'repeated') app.log.info({ ...about, result }, 'a payment notification')
  else if (result === 'unknown') app.log.warn({ ...about, result }, 'a payment for an attempt that does not exist')
  else if (result === 'wrong_method') app.log.warn({ ...about, result }, 'a payment was told to the address of another method')
  else if (result === 'credited')
    app.log.warn({ ...about, result }, 'a payment came for an order that was not waiting; it is on the balance')
  else app.log.error({ ...about, result }, 'a payment of a wrong amount waits for an operator')
}
