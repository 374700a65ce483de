import { Button } from '@mantine/core'
import { canMove, type Order, orderDetails } from '@portico/contract/orders'
import { orderProof } from '@portico/contract/payment-proofs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { PayOrder } from '../payments/pay-order.tsx'
import { ProofCard } from '../payments/proof-card.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { useCancelOrder } from './cancel-order.ts'
import { useLiveStatus, useSecondsLeft } from './live-status.ts'
import { orderChanged } from './order-changed.ts'
import { OrderProgress } from './order-progress.tsx'
import { OrderStatusBadge } from './order-status.tsx'
import { OrderSummary } from './order-summary.tsx'
import styles from './orders.module.css'

export const orderOf = (tradeNo: string) => ({ ...get(orderDetails, { query: { trade_no: tradeNo } }), retryOnMount: false })

/** One of the member's orders: what it is, where it stands, and how to pay it. */
export function OrderView({ tradeNo }: { tradeNo: string }) {
  const { data: order, error, refetch, dataUpdatedAt } = useQuery(orderOf(tradeNo))
  if (order) return <OpenedOrder order={order} since={dataUpdatedAt} />
  if (error instanceof ApiError && error.status === 404) return <UnknownOrder />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageLoading />
}

function OpenedOrder({ order, since }: { order: Order; since: number }) {
  const t = useT()
  useLiveStatus(order)
  const left = useSecondsLeft(order, since)
  const cancel = useCancelOrder(order)
  const [fee, setFee] = useState(0)
  const payable = canMove(order.status, 'pay') && left > 0
  const proof = useQuery({ ...get(orderProof, { query: { trade_no: order.trade_no } }, { background: true }), enabled: payable })
  return (
    <>
      <PageHeader title={t('title.order')}>
        <OrderStatusBadge status={order.status} />
      </PageHeader>
      <div className={styles['order']}>
        <div className="sections">
          <OrderProgress order={order} left={left} proof={proof.data ?? null} />
          {payable && <PayOrder order={order} onFee={setFee} onSettled={orderChanged} />}
          <ProofCard order={order} />
          {payable && <p className="quiet small">{t('order_state.late_text')}</p>}
        </div>
        <OrderSummary order={order} fee={payable ? fee : order.fee_amount}>
          {canMove(order.status, 'cancel') && (
            <Button variant="default" fullWidth loading={cancel.isPending} onClick={() => void cancel.ask()}>
              {t('order.cancel')}
            </Button>
          )}
        </OrderSummary>
      </div>
    </>
  )
}

function UnknownOrder() {
  const t = useT()
  return (
    <Card>
      <EmptyState title={t('order.unknown')} text={t('order.unknown_text')}>
        <Button component={PathLink} to="/user/orders">
          {t('dashboard.to_orders')}
        </Button>
      </EmptyState>
    </Card>
  )
}
