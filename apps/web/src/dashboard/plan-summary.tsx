import type { Subscription } from '@portico/contract/subscriptions'
import { type ReactNode, useState } from 'react'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { CarryOverLine } from '../subscriptions/carry-over-line.tsx'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { Meter } from '../ui/meter.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import styles from './dashboard.module.css'

const TONES: Record<Subscription['state'], Tone> = { none: 'quiet', active: 'good', expired: 'bad', over_quota: 'warn' }
const DAY = 24 * 60 * 60 * 1000

/** The plan, when it ends and how much of its quota is used. */
export function PlanSummary({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const zone = useZone()
  // A reset that is already due happens within moments.
  const [now] = useState(Date.now)
  const {
    state,
    plan_name: name,
    transfer_enable: total,
    u,
    d,
    device_limit: devices,
    speed_limit: speed,
    next_reset_at: resets,
  } = subscription
  const used = u + d
  return (
    <Card title={name ?? t('dashboard.plan')} aside={<StatusBadge tone={TONES[state]} label={t(`subscription.${state}`)} />}>
      <Meter label={t('dashboard.traffic')} value={used} max={total} />
      <p className={styles['used']}>
        <span>{t('dashboard.used_of', { used: formatBytes(used), total: formatBytes(total) })}</span>
        <strong>{t('dashboard.left', { left: formatBytes(Math.max(0, total - used)) })}</strong>
      </p>
      {resets !== null && new Date(resets).getTime() > now && (
        <p className={styles['kept']}>{t('dashboard.resets', { day: formatDateTime(resets, zone, 'day') })}</p>
      )}
      <CarryOverLine subscription={subscription} className={styles['kept']} />
      <dl className={styles['facts']}>
        <Fact name={t('dashboard.expires')}>
          <Expiry at={subscription.expired_at} />
        </Fact>
        <Fact name={t('dashboard.devices')}>{devices ?? t('dashboard.unlimited')}</Fact>
        <Fact name={t('dashboard.speed')}>{speed === null ? t('dashboard.unlimited') : `${speed} Mbps`}</Fact>
      </dl>
    </Card>
  )
}

function Expiry({ at }: { at: string | null }) {
  const t = useT()
  const [now] = useState(Date.now)
  if (at === null) return t('subscription.permanent')
  const days = Math.ceil((new Date(at).getTime() - now) / DAY)
  return (
    <>
      <DateTime value={at} part="day" />
      {days > 0 && <small> {t('dashboard.days_left', { n: days })}</small>}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
