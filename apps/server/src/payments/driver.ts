import type { Driver, DriverField } from '@portico/contract/payments-admin'

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
export type Verified =
  | { kind: 'paid'; payment: Payment; answer: GatewayAnswer }
  /** Genuine, but no money has arrived for good, or none of ours. */
  | { kind: 'ignored'; answer: GatewayAnswer }
  | { kind: 'rejected'; reason: string }

/** One kind of gateway. It speaks the gateway's protocol and never touches the database. */
export type PaymentDriver = {
  driver: Driver
  fields: DriverField[]
  /** What a field's value must look like, beyond its kind. */
  patterns?: Record<string, RegExp>
  canCharge: (currency: string) => boolean
  /** Absent: settled at checkout from the member's balance. Throws when the gateway fails. */
  start?: (input: StartInput) => Promise<Started>
  /** Absent: nobody outside can confirm a payment. */
  verify?: (input: VerifyInput) => Verified | Promise<Verified>
  /** Ends what `start` opened, so that it can no longer be paid. Safe to repeat; throws only when it is worth another try. */
  close?: (config: DriverConfig, externalId: string) => Promise<void>
}

export function field(key: string, kind: DriverField['kind'], given: Partial<DriverField> = {}): DriverField {
  return { key, kind, required: true, choices: [], ...given }
}
