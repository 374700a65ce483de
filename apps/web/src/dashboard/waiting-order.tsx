import { Button } from '@mantine/core'
import { fetchOrders } from '@portico/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { orderedName } from '../orders/ordered-name.ts'
import { Banner } from '../ui/banner.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { PathLink } from '../ui/path-link.tsx'

/** The order that can still be paid. A member has at most one. */
export function WaitingOrder() {
  const t = useT()
  const money = useMoney()
  const { data } = useQuery(get(fetchOrders, { query: { page: 1, page_size: 1, status: 'pending' } }))
  const order = data?.items[0]
  if (!order || order.seconds_left === 0) return null
  return (
    <Banner
      tone="warn"
      title={t('center.waiting')}
      action={
        <Button component={PathLink} to={`/user/order/${order.trade_no}`} variant="default">
          {t('center.continue')}
        </Button>
      }
    >
      {t('center.waiting_text', { plan: orderedName(order), amount: money(order.total_amount, order.currency) })}
    </Banner>
  )
}
