import { minorDigits } from './money.ts'

/** 1999, 'CNY' → '¥19.99', in the format of the given language. `short` drops the zeros of whole amounts. */
export function formatMoney(amount: number, currency: string, locale: string, short = false): string {
  const digits = minorDigits(currency)
  const whole = short && amount % 10 ** digits === 0
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: whole ? 0 : digits,
    maximumFractionDigits: digits,
  })
  // Intl writes a hyphen in these languages; everything else on a page has a true minus sign.
  return format.format(amount / 10 ** digits).replace('-', '−')
}
