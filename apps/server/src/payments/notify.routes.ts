import { toDecimal } from '@portico/contract/money'
import type { Context } from 'hono'
import type { App } from '../app.ts'
import { isAway } from '../db/pool/away.ts'
import { currentCall } from '../db/pool/purpose.ts'
import { AppError } from '../errors.ts'
import { RETRY_S } from '../http/answer.ts'
import { attendingFor } from '../http/attend.ts'
import { readBody } from '../http/body.ts'
import { type Env, originOf, type Router } from '../http/router.ts'
import type { Refusal } from '../refused-notifications/note-refusals.ts'
import { rejected, type Verified, type VerifyInput } from '../payment-drivers/driver.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { unusable } from '../payment-drivers/unusable.ts'
import { openConfig } from './method-secrets.ts'
import { findNotified } from './payment-methods.ts'
import type { PaymentMethodRow } from './payments.table.ts'
import { type Received, receivePayment } from './receive-payment.ts'
import { receiveDispute } from '../disputes/receive-dispute.ts'
import { receiveFailedRefund } from '../refunds/receive-failed-refund.ts'
import { receiveReversal } from '../refunds/receive-reversal.ts'

const MAX_BODY = 1024 * 1024

/**
 * Payment notifications of gateways: no session, no request signature, open while the site is closed. If a notification is neither booked
 * nor a repetition, the answer makes the gateway send it again.
 */
export function notifyRoutes(router: Router, app: App): void {
  const attend = attendingFor(currentCall().purpose, false)
  router.on(['GET', 'POST'], '/api/v1/guest/payment/notify/:driver/:uuid', (c) => attend(c, () => notified(c, app)))
}

async function notified(c: Context<Env>, app: App): Promise<Response> {
  c.header('cache-control', 'no-store')
  const refused = refusing(c, app)
  const empty = { query: new URLSearchParams(), rawBody: Buffer.alloc(0) }
  const input = await read(c, app.now()).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'request.too_large') return null
    throw error
  })
  if (input === null) {
    refused('too_large', empty)
    return c.text('fail', 413)
  }
  try {
    return await answer(c, app, input, refused)
  } catch (error) {
    app.log.error({ err: error, request: c.get('requestId') }, 'a payment notification failed')
    refused('server_error', input)
    return isAway(error) ? c.text('fail', 503, { 'retry-after': String(RETRY_S) }) : c.text('fail', 500)
  }
}

type Input = Omit<VerifyInput, 'config'>
type Refused = (reason: Refusal['reason'], given: Pick<Refusal, 'query' | 'rawBody'> & Partial<Refusal>) => void

/** Returns a function that records why this notification was refused. */
function refusing(c: Context<Env>, app: App): Refused {
  const { ip, network } = originOf(c, app)
  const driver = c.req.param('driver') ?? ''
  return (reason, given) => app.refusals.note({ reason, methodId: null, driver, ip, network, ...given })
}

async function answer(c: Context<Env>, app: App, input: Input, refused: Refused): Promise<Response> {
  const method = await findNotified(app.database.db, c.req.param('driver') ?? '', c.req.param('uuid') ?? '')
  const about = { request: c.get('requestId'), method: method?.id, driver: method?.driver }
  const { query, rawBody } = input
  const came = { query, rawBody, methodId: method?.id ?? null }
  const verified = method && (await verify(app, method, input))
  if (!verified) {
    app.log.warn(about, 'a payment notification came to an unknown address')
    refused('unknown_address', came)
    return c.text('fail', 404)
  }
  if (verified.kind === 'rejected') {
    app.log.warn({ ...about, reason: verified.reason }, 'a payment notification was rejected')
    refused('not_genuine', { ...came, detail: verified.reason })
    return c.text('fail', 400)
  }
  if (verified.kind === 'paid') {
    const { attemptNo, amount, currency } = verified.payment
    const received = await receivePayment(app.database, method, verified.payment, app.now())
    log(app, received, { ...about, ...verified.payment, order: received.tradeNo })
    const reason = unpaid[received.result]
    if (reason) refused(reason, { ...came, number: attemptNo, detail: `${toDecimal(amount, currency)} ${currency}` })
    if (received.result === 'unknown') return c.text('fail', 404)
    if (received.result === 'wrong_method') return c.text('fail', 400)
  }
  const taken = await takeNotice(app, method, verified)
  if (taken) {
    const { what, isRoutine, ...fields } = { ...about, ...taken }
    if (isRoutine) app.log.info(fields, what)
    else app.log.error(fields, what)
    const number = verified.kind === 'reversed' ? (verified.reversal.attemptNo ?? taken.callbackNo) : taken.callbackNo
    // The payment itself may not be reported yet, so this may come again.
    if (taken.result === 'unknown') {
      refused('unknown_payment', { ...came, number })
      return c.text('fail', 404)
    }
    if (taken.result === 'wrong_currency') {
      refused('wrong_currency', { ...came, number })
      return c.text('fail', 400)
    }
  }
  return c.body(verified.answer.body, 200, { 'content-type': verified.answer.contentType })
}

/** The driver's verdict on a notification; null: the method accepts none. */
async function verify(app: App, method: PaymentMethodRow, input: Input): Promise<Verified | null> {
  const config = openConfig(app.database.secrets, method)
  const verified = (await drivers[method.driver].verify?.({ ...input, config })) ?? null
  const said = verified?.kind === 'paid' ? verified.payment : verified?.kind === 'reversed' ? verified.reversal : null
  const fault = said && unusable(said)
  return fault ? rejected(fault) : verified
}

type Notice = { result: string; tradeNo: string | null; callbackNo: string; what: string; isRoutine: boolean }

/** Books what is not a payment: money that was taken back or came back, and disputes. */
async function takeNotice(app: App, method: PaymentMethodRow, verified: Verified): Promise<Notice | null> {
  const context = { now: app.now(), settings: app.settings() }
  if (verified.kind === 'reversed') {
    const received = await receiveReversal(app.database, method, verified.reversal, context)
    const isRoutine = received.result === 'ours' || received.result === 'repeated'
    const what = isRoutine ? 'a gateway confirmed a refund' : 'a gateway took a payment back'
    return { ...received, ...verified.reversal, what, isRoutine }
  }
  if (verified.kind === 'refund_failed') {
    const received = await receiveFailedRefund(app.database, method, verified.refund, context)
    return { ...received, ...verified.refund, what: 'a refund failed', isRoutine: received.result !== 'failed' }
  }
  if (verified.kind === 'disputed') {
    const received = await receiveDispute(app.database, method, verified.dispute, context)
    return { ...received, ...verified.dispute, what: 'a gateway reported a dispute', isRoutine: received.result === 'booked' }
  }
  return null
}

const unpaid: Partial<Record<Received['result'], Refusal['reason']>> = {
  unknown: 'unknown_attempt',
  wrong_method: 'wrong_method',
  underpaid: 'wrong_amount',
  overpaid: 'wrong_amount',
  same_number: 'same_number',
}

async function read(c: Context<Env>, now: Date): Promise<Input> {
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
  else if (result === 'wrong_method') app.log.warn({ ...about, result }, 'a payment was notified at the address of another method')
  else if (result === 'credited')
    app.log.warn({ ...about, result }, 'a payment came for an order that was not pending; it is on the balance')
  else app.log.error({ ...about, result }, 'an unclear payment waits for an operator')
}
