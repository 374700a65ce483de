import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { DebtNotice } from '../topup/debt-notice.tsx'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/format/money.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './dashboard.module.css'

/** The balance of a member without a plan; with one, it is among the plan's figures. */
export function BalanceCard() {
  const t = useT()
  const { balance, currency } = useWho()
  return (
    <Card title={t('dashboard.balance')} aside={<PathLink to="/user/topup">{t('center.topup')}</PathLink>}>
      <p className={styles['balance']}>
        <Money amount={balance} currency={currency} />
      </p>
      <DebtNotice />
    </Card>
  )
}
