import type { WaitingSale } from '@portico/contract/overview-admin'
import { useT } from '../../i18n.ts'
import { orderedWithPeriod } from '../../orders/ordered-name.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import styles from './setup.module.css'

/** An order that waits, with a link. `isNow`: nothing comes before it. */
export function SaleWaits({ sale, isNow }: { sale: WaitingSale; isNow: boolean }) {
  const t = useT()
  const money = useMoney()
  const { email, trade_no: number, total_amount: amount, currency, by_hand: byHand } = sale
  return (
    <div className={styles['more']}>
      <p>
        <strong>{t('setup.sale', { email, what: orderedWithPeriod(sale), amount: money(amount, currency) })}</strong>{' '}
        {t(byHand ? 'setup.sale_by_hand' : 'setup.sale_unpaid')}
      </p>
      <PathLink className={buttonClass(isNow && byHand ? 'primary' : 'outline')} to={`/admin/order?order=${number}`}>
        {t(byHand ? 'order_manage.confirm_payment' : 'setup.sale_open')}
      </PathLink>
    </div>
  )
}
