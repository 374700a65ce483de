import { toDecimal } from '@portico/contract/money'
import type { App } from '../app.ts'
import { receiveDispute } from '../disputes/receive-dispute.ts'
import { type GatewayAnswer, rejected, type Verified, type VerifyInput } from '../payment-drivers/driver.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { unusable } from '../payment-drivers/unusable.ts'
import { openConfig } from '../payments/method-secrets.ts'
import { findNotified } from '../payments/payment-methods.ts'
import type { PaymentMethodRow } from '../payments/payments.table.ts'
import { receivePayment } from '../payments/receive-payment.ts'
import { receiveFailedRefund } from '../refunds/receive-failed-refund.ts'
import { receiveReversal } from '../refunds/receive-reversal.ts'
import { refusalLog } from '../refused-notifications/note-refusals.ts'
import { outcomes } from './outcomes.ts'

export type Notification = Omit<VerifyInput, 'config'>
/** Who sent a notification. `driver` and `uuid`: of the address to which it was sent. */
export type Sender = { driver: string; uuid: string; ip: string; network: string; request: string }

/** Books what a gateway reports, logs it, and notes it if it is refused. `answer`: in the gateway's own form; null: `fail`. */
export async function takeNotification(
  app: App,
  { driver, uuid, ip, network, request }: Sender,
  given: Notification,
): Promise<{ status: 200 | 400 | 404; answer: GatewayAnswer | null }> {
  const method = await findNotified(app.database.db, driver, uuid)
  const verified = method && (await verify(app, method, given))
  const booked = method && verified ? await book(app, method, verified) : { outcome: outcomes.unknown_address }
  const answer = verified && 'answer' in verified ? verified.answer : null
  if (booked === null) return { status: 200, answer }
  const { outcome, number, detail, about } = booked
  const { status, refusal, level, text } = outcome
  app.log[level]({ request, method: method?.id, driver: method?.driver, ...about }, text)
  const { query, rawBody } = given
  if (refusal) refusalLog(app).note({ reason: refusal, methodId: method?.id ?? null, driver, ip, network, query, rawBody, number, detail })
  return { status, answer: status === 200 ? answer : null }
}

/** What a gateway reports, if it is genuine; null: this kind of method has no notifications. */
async function verify(app: App, method: PaymentMethodRow, given: Notification): Promise<Verified | null> {
  const config = openConfig(app.database.secrets, method)
  const verified = (await drivers[method.driver].verify?.({ ...given, config })) ?? null
  const said = verified?.kind === 'paid' ? verified.payment : verified?.kind === 'reversed' ? verified.reversal : null
  const fault = said && unusable(said)
  return fault ? rejected(fault) : verified
}

/** What booking a notification came to. `number` and `detail`: for the list of refused ones. `about`: for the log. */
type Booked = { outcome: (typeof outcomes)['rejected']; number?: string; detail?: string; about?: object }

/** Books what a notification reports; null: there is nothing to book or to log. */
async function book({ database, now, settings }: App, method: PaymentMethodRow, verified: Verified): Promise<Booked | null> {
  const context = { now: now(), settings: settings() }
  switch (verified.kind) {
    case 'paid': {
      const { payment } = verified
      const { result, tradeNo } = await receivePayment(database, method, payment, context.now)
      const detail = `${toDecimal(payment.amount, payment.currency)} ${payment.currency}`
      return { outcome: outcomes.paid[result], number: payment.attemptNo, detail, about: { ...payment, order: tradeNo, result } }
    }
    case 'reversed': {
      const { reversal } = verified
      const received = await receiveReversal(database, method, reversal, context)
      const number = reversal.attemptNo ?? reversal.callbackNo
      return { outcome: outcomes.reversed[received.result], number, about: { ...received, ...reversal } }
    }
    case 'refund_failed': {
      const { refund } = verified
      const received = await receiveFailedRefund(database, method, refund, context)
      return { outcome: outcomes.refund_failed[received.result], number: refund.callbackNo, about: { ...received, ...refund } }
    }
    case 'disputed': {
      const { dispute } = verified
      const received = await receiveDispute(database, method, dispute, context)
      return { outcome: outcomes.disputed[received.result], number: dispute.callbackNo, about: { ...received, ...dispute } }
    }
    case 'rejected':
      return { outcome: outcomes.rejected, detail: verified.reason, about: { reason: verified.reason } }
    case 'ignored':
      return null
  }
}
