import { useStore } from '../../store.ts'
import { language } from '../../i18n.ts'
import { formatMoney } from './format-money.ts'

/** `Money` as text in the active language, for amounts inside sentences. */
export function useMoney(): (amount: number, currency: string, short?: boolean) => string {
  const lang = useStore(language)
  return (amount, currency, short = false) => formatMoney(amount, currency, lang, short)
}
