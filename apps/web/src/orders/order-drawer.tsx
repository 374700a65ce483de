import { canMove } from '@portico/contract/orders'
import { adminGetOrder, adminListOrders, type AdminOrder, type Refund } from '@portico/contract/orders-admin'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { get, invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderPayments } from './order-payments.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import { OrderState } from './order-state.tsx'
import { orderedWithPeriod } from './ordered-name.ts'
import styles from './orders-manage.module.css'

/** One order: what was ordered, every payment attempt, what was received, and what an operator can do. */
export function OrderDrawer({ tradeNo, onClose }: { tradeNo: string; onClose: () => void }) {
  const t = useT()
  const query = useQuery({
    ...get(adminGetOrder, { params: { trade_no: tradeNo } }, { background: true }),
    // A job opens paid orders and requests refunds from gateways within moments.
    refetchInterval: ({ state }) => (isMovingOn(state.data) ? 1500 : false),
  })
  const { data } = query
  const status = data?.order.status
  useEffect(() => {
    if (status) void invalidate(adminListOrders)
  }, [status])
  return (
    <SideDrawer opened size="lg" onClose={onClose} title={t('order_manage.one', { number: tradeNo })}>
      {query.error && !data && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.isPending && <PageLoading />}
      {data && (
        <div className={styles['body']}>
          {data.order.status === 'review' && <Review order={data.order} />}
          <Lines order={data.order} />
          <Bill order={data.order} />
          <OrderActions order={data.order} />
          <OrderRefunds order={data.order} refunds={data.refunds} refundable={data.refundable} />
          <OrderPayments tradeNo={tradeNo} attempts={data.attempts} receipts={data.receipts} />
        </div>
      )}
    </SideDrawer>
  )
}

/** Whether something is in progress that an operator is waiting to see. */
function isMovingOn(data: { order: AdminOrder; refunds: Refund[] } | undefined): boolean {
  return data !== undefined && (data.order.status === 'processing' || data.refunds.some(({ status }) => status === 'requested'))
}

function Review({ order }: { order: AdminOrder }) {
  const t = useT()
  return (
    <Banner tone="warn" title={t('order_manage.review_title')}>
      {order.review_reason && t(`order_manage.reason_${order.review_reason}`)} {t('order_manage.review_text')}
    </Banner>
  )
}

function Lines({ order }: { order: AdminOrder }) {
  const t = useT()
  const { currency } = order
  return (
    <Facts>
      <Fact name={t('order_manage.status')}>
        <OrderState status={order.status} />
      </Fact>
      <Fact name={t('order_manage.member')}>
        <PathLink to={`/admin/user?user=${order.account_id}`}>{order.email}</PathLink>
      </Fact>
      <Fact name={t('order_manage.type')}>{t(`order_type.${order.type}`)}</Fact>
      <Fact name={t('order_manage.plan')}>{orderedWithPeriod(order)}</Fact>
      <Fact name={t('order_manage.created')}>
        <DateTime value={order.created_at} part="second" />
      </Fact>
      {canMove(order.status, 'pay') && (
        <Fact name={t('order_manage.expires')}>
          <DateTime value={order.expires_at} part="second" />
        </Fact>
      )}
      {order.paid_at && (
        <Fact name={t('order_manage.paid')}>
          <DateTime value={order.paid_at} part="second" />
          {order.payment_name && ` · ${order.payment_name}`}
        </Fact>
      )}
      {order.completed_at && (
        <Fact name={t('order_manage.completed')}>
          <DateTime value={order.completed_at} part="second" />
        </Fact>
      )}
      {order.refunded_amount > 0 && (
        <Fact name={t('order_manage.refunded')}>
          <Money amount={order.refunded_amount} currency={currency} />
        </Fact>
      )}
    </Facts>
  )
}

/** The price line by line, as the member saw it. */
function Bill({ order }: { order: AdminOrder }) {
  const { currency, fee_amount: fee } = order
  const lines = fee === 0 ? order.lines : [...order.lines, { kind: 'fee' as const, amount: fee }]
  return (
    <OrderLines
      lines={lines}
      currency={currency}
      total={order.total_amount + fee}
      totalName="order_manage.total"
      {...(order.type === 'topup' && { priceName: 'order_line.topup' as const })}
    />
  )
}
