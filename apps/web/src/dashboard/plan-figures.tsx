import { fetchDevices } from '@portico/contract/devices'
import { getRenewal } from '@portico/contract/saved-cards'
import type { Subscription } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { get } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { useDate } from '../ui/format/use-date.ts'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import styles from './plan-gate.module.css'

const DAY = 24 * 60 * 60 * 1000

/** How long the plan runs, when its traffic is reset, how many devices use it, and the money for the next term. */
export function PlanFigures({ subscription, now }: { subscription: Subscription; now: number }) {
  const t = useT()
  const date = useDate()
  const { expired_at: ends, next_reset_at: resets, state } = subscription
  const daysTo = (time: string): number => Math.max(0, Math.ceil((Date.parse(time) - now) / DAY))
  return (
    <dl className={styles['figures']}>
      {ends === null && (
        <Figure name={t('dashboard.valid')} note={t('dashboard.permanent_text')}>
          {t('dashboard.permanent')}
        </Figure>
      )}
      {ends !== null && state === 'expired' && (
        <Figure name={t('dashboard.ended')} note={date(ends)}>
          {t('dashboard.ended_ago', { n: Math.max(1, Math.floor((now - Date.parse(ends)) / DAY)) })}
        </Figure>
      )}
      {ends !== null && state !== 'expired' && (
        <Figure
          name={t('dashboard.valid')}
          unit={t('dashboard.days', { n: daysTo(ends) })}
          note={t('dashboard.until', { day: date(ends) })}
        >
          {daysTo(ends)}
        </Figure>
      )}
      {/* A reset that is already due happens within moments. */}
      {resets !== null && Date.parse(resets) > now && state !== 'expired' && (
        <Figure
          name={t('dashboard.next_reset')}
          unit={t('dashboard.days', { n: daysTo(resets) })}
          note={t('dashboard.on_day', { day: date(resets) })}
        >
          {daysTo(resets)}
        </Figure>
      )}
      {state !== 'expired' && <Devices limit={subscription.device_limit} />}
      <Balance subscription={subscription} />
    </dl>
  )
}

/** Devices; without an answer only the limit. */
function Devices({ limit }: { limit: number | null }) {
  const t = useT()
  const { data } = useQuery(get(fetchDevices, {}, { background: true }))
  if (!data) return limit === null ? null : <Figure name={t('dashboard.device_limit')}>{limit}</Figure>
  return (
    <Figure
      name={t('dashboard.devices')}
      unit={limit === null ? '' : `/ ${limit}`}
      note={t(limit === null ? 'dashboard.online_unlimited' : 'dashboard.online')}
    >
      {data.count}
    </Figure>
  )
}

/** The balance, and whether it pays for the next renewal. */
function Balance({ subscription: { auto_renew: auto, expired_at: ends } }: { subscription: Subscription }) {
  const t = useT()
  const money = useMoney()
  const date = useDate()
  const { balance, currency } = useWho()
  const { data: renewal } = useQuery(get(getRenewal, {}, { background: true }))
  const said = (): string | null => {
    if (!renewal || renewal.amount === null || ends === null) return null
    const values = { amount: money(renewal.amount, renewal.currency), day: date(ends) }
    if (renewal.paid_by === 'balance') return t(auto ? 'balance.covers' : 'balance.enough', values)
    return t(auto && renewal.paid_by === 'card' ? 'balance.card' : 'balance.short', values)
  }
  return (
    <Figure name={t('dashboard.balance')} note={said() ?? undefined}>
      <Money amount={balance} currency={currency} />
    </Figure>
  )
}

function Figure({ name, unit, note, children }: { name: string; unit?: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>
          {children}
          {unit && <small>{unit}</small>}
        </strong>
        {note && <span>{note}</span>}
      </dd>
    </div>
  )
}
