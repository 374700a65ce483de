export { formatMoney } from '@portico/contract/format-money'

/** `USD` → `US Dollar`, in the reader's language. */
export function currencyName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code
}
