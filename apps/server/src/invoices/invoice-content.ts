import type { OrderLine, OrderType } from '@portico/contract/orders'
import type { Period } from '@portico/contract/periods'
import type { Language } from '@portico/contract/translations'

type Party = { name: string; address: string; taxNumber: string }
type Names = { name: string; translations: { [L in Language]?: string } }

/** All that a document says, in minor units of its currency. Stored: older documents have the older shape. */
export type InvoiceContent = {
  seller: Party & { footer: string }
  buyer: Party
  /** null: no tax is shown. `rate`: hundredths of a percent. */
  tax: { name: string; rate: number } | null
  order: { tradeNo: string; type: OrderType; period: Period | null; plan: Names; paidAt: string }
  /** The price and what came off it or on it. A credit note has none. */
  lines: OrderLine[]
  /** How it was paid or refunded. `method`: null: no name is known. */
  payments: { way: 'balance' | 'outside'; amount: number; method: Names | null }[]
  /** The part of the price that nobody asked for; 0: none. */
  waived: number
  /** The invoice that a credit note corrects. */
  corrects: { no: string; issuedAt: string } | null
}

/** The tax contained in an amount, to the nearest minor unit. */
export function containedTax(amount: number, rate: number): number {
  const [part, whole] = [BigInt(amount) * BigInt(rate), BigInt(10_000 + rate)]
  return Number((2n * part + whole) / (2n * whole))
}

/** The tax of the next credit note of an invoice: after all of it is refunded, no tax is left, whatever was rounded. */
export function returnedTax(taxed: number, returnedBefore: number, rate: number): number {
  return containedTax(returnedBefore + taxed, rate) - containedTax(returnedBefore, rate)
}
