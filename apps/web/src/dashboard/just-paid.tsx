import { adminListOrders } from '@portico/contract/orders-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { orderedWithPeriod } from '../orders/ordered-name.ts'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/format/money.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './overview.module.css'

/** The last orders that were paid and opened. */
export function JustPaid() {
  const t = useT()
  const may = useMay()
  const { data } = useQuery({
    ...list(adminListOrders, { query: { status: 'completed', page: 1, page_size: 5 } }),
    refetchInterval: 60_000,
  })
  if (!data || data.items.length === 0) return null
  return (
    <Card title={t('overview.just_paid')} aside={<PathLink to="/admin/order">{t('overview.all_orders')}</PathLink>}>
      <ul className={`${styles['few']} ${styles['paid']}`}>
        {data.items.map((order) => (
          <li key={order.trade_no}>
            {may('members.read') ? <PathLink to={`/admin/user/${order.account_id}`}>{order.email}</PathLink> : <b>{order.email}</b>}
            <PathLink to={`/admin/order?order=${order.trade_no}`}>{orderedWithPeriod(order)}</PathLink>
            <strong>
              <Money amount={order.total_amount} currency={order.currency} />
            </strong>
            <span>
              <TimeAgo value={order.paid_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
