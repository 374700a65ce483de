import type { Period } from '@portico/contract/periods'
import { type Plan, trafficSpan } from '@portico/contract/plans'
import type { ReactNode } from 'react'
import type { useT } from '../../i18n.ts'
import { Bytes } from '../../ui/format/bytes.tsx'

/** What a plan includes: its limits, then the operator's words. */
export function featuresOf(plan: Plan, period: Period, t: ReturnType<typeof useT>): { key: string; text: ReactNode }[] {
  const { transfer_enable: traffic, speed_limit: speed, device_limit: devices } = plan
  const amount = (
    <>
      <Bytes value={traffic} /> {t(`plan.traffic_${trafficSpan(plan, period === 'onetime_price')}`)}
    </>
  )
  return [
    { key: 'traffic', text: amount },
    { key: 'speed', text: speed === null ? t('plan.speed_unlimited') : t('plan.speed', { n: speed }) },
    { key: 'devices', text: devices === null ? t('plan.devices_unlimited') : t('plan.devices', { n: devices }) },
    ...wordsOf(plan).map((line) => ({ key: `words ${line}`, text: line })),
  ]
}

/** The operator's description, by line. */
export function wordsOf({ content }: Pick<Plan, 'content'>): string[] {
  return content.split('\n').filter((line) => line.trim() !== '')
}
