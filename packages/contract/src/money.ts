import * as z from 'zod/mini'

/** Largest price, payment or gift, in minor units. */
const MOST = 1_000_000_000_00

/** Minor units (cents, fen) of the currency beside it. Never negative: the field's name gives the direction. */
export const Amount = z.int().check(z.gte(0), z.lte(MOST))
/** A sum of amounts, such as a balance, in minor units. For answers only: it has no upper limit. */
export const Sum = z.int().check(z.gte(0))
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/))

/** Currencies by number of decimals, from ISO 4217. Intl is not used, because browsers differ (HUF, IDR). */
const DIGITS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const digits = new Map(Object.entries(DIGITS).flatMap(([places, codes]) => codes.split(' ').map((code) => [code, Number(places)] as const)))

/** Decimals of the currency's minor unit: CNY 2, JPY 0. */
export function minorDigits(currency: string): number {
  return digits.get(currency) ?? 2
}

/** 1999, 'USD' → '19.99'. Uses no floats. */
export function toDecimal(amount: number, currency: string): string {
  const places = minorDigits(currency)
  const sign = amount < 0 ? '-' : ''
  const text = String(Math.abs(amount)).padStart(places + 1, '0')
  return places === 0 ? sign + text : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`
}

/** '19.9', 'USD' → 1990; null if the text is not an `Amount` or has more decimals than the currency. */
export function fromDecimal(text: string, currency: string): number | null {
  const places = minorDigits(currency)
  const match = /^(\d{1,13})(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return null
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > places) return null
  const amount = Number(`${match[1]}${fraction.padEnd(places, '0')}`)
  return amount <= MOST ? amount : null
}
