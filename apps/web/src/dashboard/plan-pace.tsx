import { getForecast, type Subscription } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { keptFresh } from '../traffic/kept-fresh.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { useDate } from '../ui/format/use-date.ts'
import type { Shares } from './pace.ts'
import styles from './plan-gate.module.css'

/** Whether the traffic lasts, and how much of it carries over: the marks of the gauge in words. */
export function PlanPace({ subscription, shares: { left, kept, pace } }: { subscription: Subscription; shares: Shares }) {
  const t = useT()
  const date = useDate()
  const { data } = useQuery({ ...get(getForecast, {}, { background: true }), ...keptFresh })
  const said = (): string | null => {
    if (!data) return null
    if (data.runs_out_at !== null) return t('traffic.forecast', { day: date(data.runs_out_at) })
    if (data.left_at_end === null || pace === null) return null
    return t(left >= pace ? 'pace.below' : 'pace.above', { amount: formatBytes(data.left_at_end) })
  }
  const text = said()
  const runsOut = data != null && data.runs_out_at !== null
  return (
    <ul className={styles['pace']}>
      {text !== null && <li data-mark={runsOut ? 'warm' : 'pace'}>{text}</li>}
      {kept > 0 && <li data-mark="kept">{t('subscription.carries_over', { amount: formatBytes(kept * subscription.transfer_enable) })}</li>}
    </ul>
  )
}
