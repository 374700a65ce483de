import { useStore } from '../../store.ts'
import { language } from '../../i18n.ts'
import { formatMoney } from './format-money.ts'

/** An amount in minor units. `short` drops the zeros of whole amounts. */
export function Money({ amount, currency, short = false }: { amount: number; currency: string; short?: boolean }) {
  const lang = useStore(language)
  return <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{formatMoney(amount, currency, lang, short)}</span>
}
