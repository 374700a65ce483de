import type { RedeemStanding } from '@portico/contract/redeem-codes'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import styles from './cards.module.css'

/** What a member has before and after, line by line. Unchanged lines are left out. */
export function StandingChange({ before, after, currency }: { before: RedeemStanding; after: RedeemStanding; currency: string }) {
  const t = useT()
  const lines: [string, (standing: RedeemStanding) => ReactNode, (standing: RedeemStanding) => unknown][] = [
    [t('dashboard.balance'), (s) => <Money amount={s.balance} currency={currency} />, (s) => s.balance],
    [t('order.plan'), (s) => s.plan_name ?? t('redeem.no_plan'), (s) => s.plan_name],
    [t('redeem.until'), (s) => <End standing={s} />, (s) => [s.expired_at, s.permanent, s.starts_by].join()],
    [t('redeem.quota'), (s) => <Bytes value={s.transfer_enable} />, (s) => s.transfer_enable],
    [t('redeem.traffic_left'), (s) => <Bytes value={s.traffic_left} />, (s) => s.traffic_left],
    [t('redeem.ahead'), (s) => <Ahead standing={s} />, (s) => JSON.stringify(s.ahead)],
  ]
  const changed = lines.filter(([, , value]) => value(before) !== value(after))
  return (
    <table className={styles['change']}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('redeem.what')}</span>
          </th>
          <th scope="col">{t('redeem.before')}</th>
          <th scope="col">{t('redeem.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changed.map(([name, show]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{show(before)}</td>
            <td>
              <strong>{show(after)}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Given time that comes later, with its own traffic. */
function Ahead({ standing: { ahead, starts_by: startsBy } }: { standing: RedeemStanding }) {
  const t = useT()
  if (!ahead) return <>{t('redeem.no_plan')}</>
  return (
    <>
      <Bytes value={ahead.bytes} />, {startsBy !== null && `${t('redeem.latest')} `}
      {t('redeem.ahead_from')} <DateTime value={ahead.begins_at} />
    </>
  )
}

function End({ standing }: { standing: RedeemStanding }) {
  const t = useT()
  if (standing.permanent) return <>{t('subscription.permanent')}</>
  return (
    <>
      {standing.starts_by !== null && `${t('redeem.latest')} `}
      <DateTime value={standing.expired_at} />
    </>
  )
}
