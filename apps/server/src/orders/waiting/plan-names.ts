import type { Language } from '@portico/contract/translations'
import type { OrderRow } from '../orders.table.ts'

/** The name of an order's plan in the languages that have one, as events keep it. */
export function planNames(translations: OrderRow['translations']): { [L in Language]?: { plan: string } } {
  const names = Object.entries(translations).flatMap(([language, texts]) =>
    texts?.planName === undefined ? [] : [[language, { plan: texts.planName }]],
  )
  return Object.fromEntries(names) as { [L in Language]?: { plan: string } }
}
