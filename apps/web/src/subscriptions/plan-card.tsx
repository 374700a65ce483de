import type { Subscription } from '@portico/contract/subscriptions'
import { useState } from 'react'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { Figure, Figures } from '../ui/facts.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { CarryOverLine } from './carry-over-line.tsx'
import { renewPath } from '@portico/contract/periods'
import styles from './plan-card.module.css'

const TONES: Record<Subscription['state'], Tone> = { none: 'quiet', active: 'good', expired: 'bad', over_quota: 'warn' }

/** The plan with its limits, and the way to renew or change it. */
export function PlanCard({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const zone = useZone()
  // A reset that is already due happens within moments.
  const [now] = useState(Date.now)
  const { state, plan_id: id, plan_name: name, expired_at: ends, next_reset_at: resets, transfer_enable: total } = subscription
  const { device_limit: devices, speed_limit: speed } = subscription
  const on = (time: string): string => formatDateTime(time, zone, 'day')
  return (
    <Card title={name ?? t('dashboard.plan')} aside={<StatusBadge tone={TONES[state]} label={t(`subscription.${state}`)} />}>
      <Figures>
        <Figure name={t('dashboard.expires')}>{ends === null ? t('subscription.permanent') : on(ends)}</Figure>
        <Figure name={t('plan_card.traffic')}>{formatBytes(total)}</Figure>
        {resets !== null && Date.parse(resets) > now && <Figure name={t('dashboard.next_reset')}>{on(resets)}</Figure>}
        <Figure name={t('plan_card.devices')}>{devices ?? t('dashboard.unlimited')}</Figure>
        <Figure name={t('dashboard.speed')}>{speed === null ? t('dashboard.unlimited') : `${speed} Mbps`}</Figure>
      </Figures>
      <CarryOverLine subscription={subscription} className={styles['kept']} />
      <div className={styles['actions']}>
        {ends !== null && id !== null && (
          <PathLink className={buttonClass('outline')} to={renewPath(subscription.plan_id, subscription.period)}>
            {t('center.renew')}
          </PathLink>
        )}
        <PathLink className={buttonClass('outline')} to="/user/plans">
          {t('plan_card.other')}
        </PathLink>
      </div>
    </Card>
  )
}
