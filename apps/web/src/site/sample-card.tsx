import { type Plan, soldPeriods, trafficSpan } from '@portico/contract/plans'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import styles from './sample-card.module.css'

const STONES = 24
const LEFT = 17

/** A picture of a member's plan: the figures are those of one that is on sale. */
export function SampleCard({ plan }: { plan: Plan }) {
  const t = useT()
  const all = plan.transfer_enable
  // The figure is larger than the words on both of its sides.
  const [before, after] = t('home.sample_left', { amount: '|', all: formatBytes(all) }).split('|')
  const most = plan.device_limit
  const resets = ['month', 'year'].includes(
    trafficSpan(
      plan,
      soldPeriods(plan).every((period) => period === 'onetime_price'),
    ),
  )
  return (
    <div className={styles['card']} role="img" aria-label={t('home.sample')}>
      <div className={styles['between']} aria-hidden>
        <strong>{plan.name}</strong>
        <StatusBadge tone="good" label={t('home.sample_active')} />
      </div>
      <p className={styles['left']} aria-hidden>
        {before} <b>{formatBytes((all * LEFT) / STONES)}</b> <span>{after}</span>
      </p>
      <div className={styles['stones']} aria-hidden>
        {Array.from({ length: STONES }, (_, i) => (
          // The stones never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <i key={i} data-off={i >= LEFT || undefined} />
        ))}
      </div>
      <div className={`${styles['between']} ${styles['small']}`} aria-hidden>
        <span>{resets && t('home.sample_reset')}</span>
        <span>{most === null ? t('limit.device_limit_none') : t('home.sample_devices', { n: most, used: Math.min(2, most) })}</span>
      </div>
    </div>
  )
}
