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
  /** Where the payer's browser goes after paying, and after giving up. Nothing it brings back is believed. */
  returnUrl: string
  cancelUrl: string
  title: string
  /** The member wants his card kept; `customer`: as whom the gateway knows him, if it does. null: he does not. */
  keepCard: { customer: string | null } | null
  now: Date
}
/** `type`: 0 `data` is shown as a QR code, 1 it is an address to go to, 2 it is text to read. */
export type Started = { type: 0 | 1 | 2; data: string; externalId: string | null }

export type VerifyInput = {
  config: DriverConfig
  method: 'GET' | 'POST'
  query: URLSearchParams
  /** Byte for byte: signatures cover it. */
  rawBody: Buffer
  headers: Headers
  now: Date
}
/** What the gateway wants to hear once we have it. */
export type GatewayAnswer = { contentType: 'text/plain' | 'application/json'; body: string }
export type Payment = { attemptNo: string; callbackNo: string; amount: number; currency: string }
/**
 * Money the gateway took back, by a refund made there or here, or because the payer disputed it. `callbackNo`: of the payment, as
 * it was told then. `attemptNo`: null where the gateway does not name it. `reversalNo`: the gateway's, tells one reversal from the
 * next; each is for its own `amount`, not for all so far. `refundNo`: to look for among our refunds; it need not be one.
 */
export type Reversal = {
  attemptNo: string | null
  callbackNo: string
  reversalNo: string
  refundNo: string | null
  amount: number
  currency: string
  cause: 'refund' | 'chargeback'
}
export type Verified =
  | { kind: 'paid'; payment: Payment; answer: GatewayAnswer }
  | { kind: 'reversed'; reversal: Reversal; answer: GatewayAnswer }
  /** Genuine, but no money has arrived for good, or none of ours. */
  | { kind: 'ignored'; answer: GatewayAnswer }
  | { kind: 'rejected'; reason: string }

/** An attempt as its gateway knows it. `externalId`: what `start` or `charge` gave. `chargedCard`: nobody but us can pay it. */
export type AttemptRef = { attemptNo: string; externalId: string | null; payCurrency: string; chargedCard?: CardRef | null }
/** `closed`: it cannot be paid any more. A trade the gateway has not heard of is `pending`: the payer may not have come yet. */
export type Queried = { kind: 'paid'; payment: Payment } | { kind: 'pending' } | { kind: 'closed' }

export type RefundInput = {
  attemptNo: string
  externalId: string | null
  /** Of the payment that is given back. */
  callbackNo: string
  /** Ours. The same number again is the same refund. */
  refundNo: string
  /** To give back, and what the payment was, in minor units of `currency`, which is what the gateway charged in. */
  amount: number
  total: number
  currency: string
  reason: string
}
/** `pending`: taken, and the gateway decides later. `failed`: refused for good. */
export type Refunded = { externalId: string | null; status: 'succeeded' | 'pending' | 'failed' }

/** What may be shown of a card. Its number never comes here. */
export type KeptCard = CardRef & { brand: string; last4: string; expMonth: number; expYear: number }
/** `again`: it may have been asked for before. */
export type ChargeInput = { attemptNo: string; payAmount: number; payCurrency: string; card: CardRef; title: string; again: boolean }
/**
 * `pending`: taken, and the gateway decides later. `owner_needed`: the bank wants the owner to confirm it himself. `refused`: the
 * gateway itself did not take it, for the reason it `said`. `credentials_rejected`: the gateway takes nothing from us at all, as with a key that was
 * revoked.
 */
export type Charged = { externalId: string | null } & (
  | { kind: 'paid'; payment: Payment }
  | { kind: 'pending' }
  | { kind: 'declined'; reason: 'declined' | 'owner_needed' }
  | { kind: 'declined'; reason: 'refused' | 'credentials_rejected'; said: string }
)
/** Cards that the gateway keeps, to be charged while their owner is away. */
export type SavedCards = {
  /** Whether these settings allow it. */
  isAllowed: (config: DriverConfig) => boolean
  /** The card that the payment left with the gateway, if it still has it. `callbackNo`: of the payment. Throws when the gateway fails. */
  find: (config: DriverConfig, callbackNo: string) => Promise<KeptCard | null>
  /** Charges once per `attemptNo`. Throws when it is not known whether it did: ask again. */
  charge: (config: DriverConfig, input: ChargeInput) => Promise<Charged>
  /** The gateway forgets the card. Safe to repeat; throws only when it is worth another try. */
  forget: (config: DriverConfig, card: CardRef) => Promise<void>
}

/** One kind of gateway. It speaks the gateway's protocol and never touches the database. */
export type PaymentDriver = {
  driver: Driver
  fields: DriverField[]
  /** What a field's value must look like, beyond its kind. */
  patterns?: Record<string, RegExp>
  checks?: Record<string, (value: string) => boolean>
  canCharge: (currency: string) => boolean
  /** Absent: settled at checkout from the member's balance. Throws when the gateway fails. */
  start?: (input: StartInput) => Promise<Started>
  /** Absent: nobody outside can confirm a payment. */
  verify?: (input: VerifyInput) => Verified | Promise<Verified>
  /** Ends what `start` opened, so that it can no longer be paid. Safe to repeat; throws only when it is worth another try. */
  close?: (config: DriverConfig, externalId: string) => Promise<void>
  /** What became of an attempt; whoever has this can be polled. What it says is as good as `verify`. Throws when the gateway fails. */
  query?: (config: DriverConfig, attempt: AttemptRef) => Promise<Queried>
  /** Gives money back through the gateway, once per `refundNo`. Throws when it is not known whether it did: ask again. */
  refund?: (config: DriverConfig, input: RefundInput) => Promise<Refunded>
  /** What `refund` is limited to with these settings; absent: it gives back any part. `none`: it would always refuse. */
  refundLimit?: (config: DriverConfig) => 'whole' | 'none'
  savedCards?: SavedCards
}

/** The gateway works, but knows nothing of what it was asked about. Of another payment it may. */
export class UnknownThere extends Error {}

export function rejected(reason: string): Verified {
  return { kind: 'rejected', reason }
}

export function field(key: string, kind: DriverField['kind'], given: Partial<DriverField> = {}): DriverField {
  return { key, kind, required: true, choices: [], ...given }
}
