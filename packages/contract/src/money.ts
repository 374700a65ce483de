import * as z from 'zod/mini'

/** Minor units (cents, fen) of the currency named beside it. Never negative: a direction is said by the field's name. */
export const Amount = z.int().check(z.gte(0), z.lte(1_000_000_000_00))
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/))

/** ISO 4217 as it stands: what a browser's Intl says differs by browser (HUF, IDR), and money must not. */
const DIGITS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const digits = new Map(Object.entries(DIGITS).flatMap(([places, codes]) => codes.split(' ').map((code) => [code, Number(places)] as const)))

/** How many decimals the currency's minor unit has: CNY 2, JPY 0. */
export function minorDigits(currency: string): number {
  return digits.get(currency) ?? 2
}

/** 1999, 'USD' → '19.99'. No float is involved. */
export function toDecimal(amount: number, currency: string): string {
  const places = minorDigits(currency)
  const sign = amount < 0 ? '-' : ''
  const text = String(Math.abs(amount)).padStart(places + 1, '0')
  return places === 0 ? sign + text : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`
}

/** '19.9', 'USD' → 1990; null where the text is no amount or has more decimals than the currency. */
export function fromDecimal(text: string, currency: string): number | null {
  const places = minorDigits(currency)
  const match = /^(\d{1,13})(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return null
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > places) return null
  const amount = Number(`${match[1]}${fraction.padEnd(places, '0')}`)
  return Number.isSafeInteger(amount) ? amount : null
}
