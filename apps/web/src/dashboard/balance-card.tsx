import { getRenewal } from '@portico/contract/saved-cards'
import type { Subscription } from '@portico/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { DebtNotice } from '../topup/debt-notice.tsx'
import { Card } from '../ui/card.tsx'
import { formatDateTime } from '../ui/format/format-time.ts'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { PathLink } from '../ui/path-link.tsx'
import styles from './dashboard.module.css'

/** The balance, and whether it pays for the next renewal. */
export function BalanceCard({ subscription }: { subscription: Subscription }) {
  const t = useT()
  const money = useMoney()
  const zone = useZone()
  const { balance, currency } = useWho()
  const { data: renewal } = useQuery(get(getRenewal, {}, { background: true }))
  const { auto_renew: auto, expired_at: ends } = subscription
  const said = (): string | null => {
    if (!renewal || renewal.amount === null || ends === null) return null
    const values = { amount: money(renewal.amount, renewal.currency), day: formatDateTime(ends, zone, 'day') }
    if (renewal.paid_by === 'balance') return t(auto ? 'balance.covers' : 'balance.enough', values)
    return t(auto && renewal.paid_by === 'card' ? 'balance.card' : 'balance.short', values)
  }
  const text = said()
  return (
    <Card title={t('dashboard.balance')} aside={<PathLink to="/user/topup">{t('center.topup')}</PathLink>}>
      <p className={styles['balance']}>
        <Money amount={balance} currency={currency} />
      </p>
      <DebtNotice />
      {text !== null && <p className={styles['covers']}>{text}</p>}
    </Card>
  )
}
