import type { Period } from '@portico/contract/periods'
import { limitNames } from '@portico/contract/plan-limits'
import { type Plan, trafficSpan } from '@portico/contract/plans'
import type { ReactNode } from 'react'
import type { useT } from '../../i18n.ts'
import { Bytes } from '../../ui/format/bytes.tsx'

/** What a plan includes: its limits, then the operator's words. */
export function featuresOf(plan: Plan, period: Period, t: ReturnType<typeof useT>): { key: string; text: ReactNode }[] {
  const amount = (
    <>
      <Bytes value={plan.transfer_enable} /> {t(`plan.traffic_${trafficSpan(plan, period === 'onetime_price')}`)}
    </>
  )
  return [
    { key: 'traffic', text: amount },
    ...limitNames.map((limit) => ({
      key: limit,
      text: t(`limit.${limit}${plan[limit] === null ? '_none' : ''}`, { n: plan[limit] ?? 0 }),
    })),
    ...wordsOf(plan).map((line) => ({ key: `words ${line}`, text: line })),
  ]
}

/** The operator's description, by line. */
export function wordsOf({ content }: Pick<Plan, 'content'>): string[] {
  return content.split('\n').filter((line) => line.trim() !== '')
}
