import type { Language } from '@portico/contract/translations'
import type { OrderRow } from '../orders.table.ts'

/** Plan name of an order by language, for events. */
export function planNames(translations: OrderRow['translations']): { [L in Language]?: { plan: string } } {
  const names = Object.entries(translations).flatMap(([language, texts]) =>
    texts?.planName === undefined ? [] : [[language, { plan: texts.planName }]],
  )
  return Object.fromEntries(names) as { [L in Language]?: { plan: string } }
}
