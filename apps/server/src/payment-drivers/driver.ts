import type { DisputeStatus } from '@portico/contract/disputes-admin'
import type { Driver, DriverField } from '@portico/contract/payments-admin'
import type { CardRef } from '../payments/payments.table.ts'

export type { CardRef } from '../payments/payments.table.ts'

/** A method's settings, by the keys of its driver's fields. */
export type DriverConfig = Record<string, string>

export type StartInput = {
  config: DriverConfig
  /** `payAmount` in minor units of `payCurrency`. */
  attempt: { attemptNo: string; payAmount: number; payCurrency: string; expiresAt: Date }
  notifyUrl: string
  /** Where the payer's browser goes after paying, or after giving up. Nothing it brings back is trusted. */
  returnUrl: string
  cancelUrl: string
  title: string
  /** Set if the member wants the card saved. `customer`: their id at the gateway, null: none. */
  keepCard: { customer: string | null } | null
  now: Date
}
/** `type`: 0 show `data` as a QR code, 1 go to the URL in `data`, 2 show `data` as text. */
export type Started = { type: 0 | 1 | 2; data: string; externalId: string | null }

export type VerifyInput = {
  config: DriverConfig
  method: 'GET' | 'POST'
  query: URLSearchParams
  /** Raw bytes, because signatures cover them. */
  rawBody: Buffer
  headers: Headers
  now: Date
}
/** The answer with which we confirm a notification. */
export type GatewayAnswer = { contentType: 'text/plain' | 'application/json'; body: string }
export type Payment = { attemptNo: string; callbackNo: string; amount: number; currency: string }
/**
 * Money taken back by the gateway: a refund made here or there, or a dispute. `callbackNo`: the payment. `attemptNo`: null if not named.
 * `reversalNo`: one per reversal. `amount`: of this one. `refundNo`: perhaps ours.
 */
export type Reversal = {
  attemptNo: string | null
  callbackNo: string
  reversalNo: string
  refundNo: string | null
  amount: number
  currency: string
  cause: 'refund' | 'chargeback'
  /** The gateway's time, if it shows that a late report is about a dispute already won. */
  at?: Date
}
/** A refund that failed after all, so that its money is ours again. Both numbers are as in `Reversal`. */
export type FailedRefund = Omit<Reversal, 'attemptNo' | 'cause' | 'at'> & { said?: string | null }
/**
 * A dispute as of `at`. `money`: what had moved; null: nothing, or reported apart. `withdrawn`: a reversal with the dispute's number.
 * `deadline`: to send evidence; null: none is requested.
 */
export type DisputeReport = {
  disputeNo: string
  callbackNo: string
  status: DisputeStatus
  reason: string
  amount: number
  currency: string
  deadline: Date | null
  money: 'withdrawn' | 'reinstated' | null
  at: Date
}
export type Verified =
  | { kind: 'paid'; payment: Payment; answer: GatewayAnswer }
  | { kind: 'reversed'; reversal: Reversal; answer: GatewayAnswer }
  | { kind: 'refund_failed'; refund: FailedRefund; answer: GatewayAnswer }
  | { kind: 'disputed'; dispute: DisputeReport; answer: GatewayAnswer }
  /** Genuine, but not a final payment, or not one of ours. */
  | { kind: 'ignored'; answer: GatewayAnswer }
  | { kind: 'rejected'; reason: string }

/** An attempt as its gateway knows it. `externalId`: from `start` or `charge`. `chargedCard`: only we can pay the attempt. */
export type AttemptRef = { attemptNo: string; externalId: string | null; payCurrency: string; chargedCard?: CardRef | null }
/** `closed`: it can no longer be paid. A trade that the gateway does not know is `pending`: the payer may still come. */
export type Queried = { kind: 'paid'; payment: Payment } | { kind: 'pending' } | { kind: 'closed' }

export type RefundInput = {
  attemptNo: string
  externalId: string | null
  /** Number of the payment to refund. */
  callbackNo: string
  /** Our number; the same number is the same refund. */
  refundNo: string
  /** The refund, and the payment it belongs to, in minor units of `currency`, in which the gateway charged. */
  amount: number
  total: number
  currency: string
  reason: string
}
/** `pending`: accepted, the gateway decides later. `failed`: refused, and final. */
export type Refunded = { externalId: string | null; status: 'succeeded' | 'pending' } | RefundRefused
/** `said`: the gateway's own reason; null: it gave none. */
export type RefundRefused = { externalId: string | null; status: 'failed'; said: string | null }

/** The part of a card that may be shown. Its full number never reaches us. */
export type KeptCard = CardRef & { brand: string; last4: string; expMonth: number; expYear: number }
/** `again`: it may have been requested before. */
export type ChargeInput = { attemptNo: string; payAmount: number; payCurrency: string; card: CardRef; title: string; again: boolean }
/**
 * `pending`: accepted, the gateway decides later. `owner_needed`: the bank wants the cardholder to confirm. `refused`: the gateway rejected
 * the request, with the reason `said`. `credentials_rejected`: it rejects all our requests, such as after a key was revoked.
 */
export type Charged = { externalId: string | null } & (
  | { kind: 'paid'; payment: Payment }
  | { kind: 'pending' }
  | { kind: 'declined'; reason: 'declined' | 'owner_needed' }
  | { kind: 'declined'; reason: 'refused' | 'credentials_rejected'; said: string }
)
/** Cards stored at the gateway, which we can charge in their owners' absence. */
export type SavedCards = {
  /** Whether these settings allow saved cards. */
  isAllowed: (config: DriverConfig) => boolean
  /** The card saved with the payment `callbackNo`; null if the gateway no longer has it. Throws when the gateway fails. */
  find: (config: DriverConfig, callbackNo: string) => Promise<KeptCard | null>
  /** Charges once per `attemptNo`. Throws if the outcome is unknown: call it again. */
  charge: (config: DriverConfig, input: ChargeInput) => Promise<Charged>
  /** Deletes the card at the gateway. Safe to repeat; throws only if another try may help. */
  forget: (config: DriverConfig, card: CardRef) => Promise<void>
}

/** One kind of gateway. It speaks the gateway's protocol and never touches the database. */
export type PaymentDriver = {
  driver: Driver
  fields: DriverField[]
  /** Format of fields, beyond their kinds. */
  patterns?: Record<string, RegExp>
  checks?: Record<string, (value: string) => boolean>
  canCharge: (currency: string) => boolean
  /** Starts a payment. Absent: the balance pays. Throws when the gateway fails. */
  start?: (input: StartInput) => Promise<Started>
  /** Verifies a notification. Absent: an operator confirms payments. */
  verify?: (input: VerifyInput) => Verified | Promise<Verified>
  /** Closes what `start` opened. May be repeated; throws only if a retry may help. */
  close?: (config: DriverConfig, externalId: string) => Promise<void>
  /** The state of an attempt, as trustworthy as `verify`. Drivers that have it are polled. Throws when the gateway fails. */
  query?: (config: DriverConfig, attempt: AttemptRef) => Promise<Queried>
  /** Refunds through the gateway, once per `refundNo`. Throws if the outcome is unknown: call it again. */
  refund?: (config: DriverConfig, input: RefundInput) => Promise<Refunded>
  /** Limits of `refund` with these settings; absent: any part can be refunded. `none`: it would always refuse. */
  refundLimit?: (config: DriverConfig) => 'whole' | 'none'
  savedCards?: SavedCards
}

/** The gateway works, but does not know what it was asked about. It may know other payments. */
export class UnknownThere extends Error {}

export function rejected(reason: string): Verified {
  return { kind: 'rejected', reason }
}

export function field(key: string, kind: DriverField['kind'], given: Partial<DriverField> = {}): DriverField {
  return { key, kind, required: true, choices: [], ...given }
}
