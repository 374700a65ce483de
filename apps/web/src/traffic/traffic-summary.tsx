import type { Subscription } from '@portico/contract/subscriptions'
import type { TrafficDay } from '@portico/contract/traffic'
import { useT } from '../i18n.ts'
import { CarryOverLine } from '../subscriptions/carry-over-line.tsx'
import { Bytes } from '../ui/format/bytes.tsx'
import { Card } from '../ui/card.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { Meter } from '../ui/meter.tsx'
import { ForecastLine } from './forecast-line.tsx'
import styles from './traffic.module.css'

/** The quota of this cycle, and the total of the days shown. */
export function TrafficSummary({ subscription, days }: { subscription: Subscription | undefined; days: TrafficDay[] }) {
  const t = useT()
  const raw = days.reduce((sum, day) => sum + day.u + day.d, 0)
  const billed = days.reduce((sum, day) => sum + day.billed_u + day.billed_d, 0)
  return (
    <div className={styles['summary']}>
      {subscription && subscription.state !== 'none' && <Quota subscription={subscription} />}
      <Card title={t('traffic.in_range')}>
        <Facts>
          <Fact name={t('traffic.raw')}>
            <Bytes value={raw} />
          </Fact>
          <Fact name={t('traffic.billed')}>
            <strong>
              <Bytes value={billed} />
            </strong>
          </Fact>
        </Facts>
        <p className={styles['note']}>{t('traffic.explained')}</p>
      </Card>
    </div>
  )
}

function Quota({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const { u, d, transfer_enable: total } = subscription
  const used = u + d
  return (
    <Card title={t('traffic.this_cycle')}>
      <Meter label={t('dashboard.traffic')} value={used} max={total} />
      <p className={styles['used']}>
        <span>{t('dashboard.used_of', { used: formatBytes(used), total: formatBytes(total) })}</span>
        <strong>{t('dashboard.left', { left: formatBytes(Math.max(0, total - used)) })}</strong>
      </p>
      <CarryOverLine subscription={subscription} className={styles['note']} />
      <ForecastLine />
      <p className={styles['note']}>{t('traffic.quota_text')}</p>
    </Card>
  )
}
