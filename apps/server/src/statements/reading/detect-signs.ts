import { minorDigits } from '@portico/contract/money'
import type { DateOrder, DecimalSign, StatementQuestion } from '@portico/contract/statements-imports-admin'
import { decimalOf } from './read-money.ts'
import { dateOrderOf } from './read-time.ts'

type Detected<T> = { found: T; question: StatementQuestion | null }

/** Detects the decimal sign; asks if amounts contradict each other or are all ambiguous. */
export function detectDecimal(cells: string[], currency: string): Detected<DecimalSign> {
  const seen = cells.map((text) => ({ text, sign: decimalOf(text) }))
  const either = seen.find(({ sign }) => sign === 'either')
  // Without decimals, the sign separates thousands.
  if (either && minorDigits(currency) === 0) return { found: either.text.includes(',') ? 'point' : 'comma', question: null }
  return decide('decimal', seen, { usual: 'point', other: 'comma' })
}

export function detectDateOrder(cells: string[]): Detected<DateOrder> {
  const seen = cells.map((text) => ({ text, sign: dateOrderOf(text) }))
  return decide('date_order', seen, { usual: 'day_first', other: 'month_first' })
}

type Seen<T> = { text: string; sign: T | 'either' | null }[]

function decide<T extends string>(about: StatementQuestion['about'], seen: Seen<T>, { usual, other }: { usual: T; other: T }): Detected<T> {
  const [one, two] = [usual, other].map((sign) => seen.filter((each) => each.sign === sign))
  const found = (two?.length ?? 0) > (one?.length ?? 0) ? other : usual
  const either = seen.find(({ sign }) => sign === 'either')
  const contradicts = one?.length && two?.length ? (found === usual ? two[0] : one[0]) : undefined
  const example = contradicts ?? (one?.length || two?.length ? undefined : either)
  return { found, question: example ? { about, example: example.text } : null }
}
