import type { Usage } from '@portico/contract/traffic'

/** `change`: percent against the same days of the period before; null: nothing was used then, or no day is over yet. */
export interface Finding {
  sum: number
  change: number | null
}

/** Finding about a period's usage. Today counts only in the sum. */
export function findingOf({ days, today }: Pick<Usage, 'days' | 'today'>): Finding {
  const over = days.filter(({ day, before }) => day < today && before !== null)
  const add = (bytes: (number | null)[]): number => bytes.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const before = add(over.map((day) => day.before))
  const change = before === 0 ? null : Math.round((add(over.map((day) => day.billed)) / before - 1) * 100)
  return { sum: add(days.map((day) => day.billed)), change }
}
