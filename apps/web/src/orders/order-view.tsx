import { Button } from '@mantine/core'
import { canMove } from '@portico/contract/order-status'
import { type Order, orderDetails } from '@portico/contract/orders'
import { type OrderProof, orderProof } from '@portico/contract/payment-proofs'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { OrderInvoices } from '../invoices/order-invoices.tsx'
import { PayOrder } from '../payments/pay-order.tsx'
import { isSent, ProofCard } from '../payments/proof-card.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import '../ui/print.css'
import { useCancelOrder } from './cancel-order.ts'
import { useLiveStatus, useSecondsLeft } from './live-status.ts'
import { orderChanged } from './order-changed.ts'
import { OrderProgress } from './order-progress.tsx'
import { OrderStatusBadge } from './order-status.tsx'
import { OrderBill, OrderFacts } from './order-summary.tsx'
import { orderedWithPeriod } from './ordered-name.ts'
import { OpenedOrder } from './opened/opened-order.tsx'
import styles from './orders.module.css'

export const orderOf = (tradeNo: string) => ({ ...get(orderDetails, { query: { trade_no: tradeNo } }), retryOnMount: false })

/** One of the member's orders: what it is, where it stands, and how to pay it. */
export function OrderView({ tradeNo }: { tradeNo: string }) {
  const { data: order, error, refetch, dataUpdatedAt } = useQuery(orderOf(tradeNo))
  if (order) return <CurrentOrder order={order} since={dataUpdatedAt} />
  if (error instanceof ApiError && error.status === 404) return <UnknownOrder />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageLoading />
}

/** Milliseconds for which an opened order shows its next steps. */
const NEW_MS = 24 * 3_600_000

function CurrentOrder({ order, since }: { order: Order; since: number }) {
  useLiveStatus(order)
  const left = useSecondsLeft(order, since)
  const cancel = useCancelOrder(order)
  const proof = useProof(order)
  const { status, completed_at: completedAt, refunded_amount: refunded } = order
  const isNew = completedAt !== null && since - Date.parse(completedAt) < NEW_MS && refunded === 0
  if (status === 'processing' || (status === 'completed' && isNew)) return <OpenedOrder order={order} />
  // An order whose proof is being checked stays open past its time.
  const isChecked = proof?.open === true && isSent(proof)
  if (!canMove(status, 'pay') || (left === 0 && !isChecked)) return <SettledOrder order={order} />
  return <PayOrder key={order.trade_no} order={order} left={left} cancel={cancel} onSettled={orderChanged} />
}

function useProof({ trade_no }: Order): OrderProof | null {
  return useQuery(get(orderProof, { query: { trade_no } }, { background: true })).data ?? null
}

/** An order without anything left to do. */
function SettledOrder({ order }: { order: Order }) {
  return (
    <div className={styles['order']} data-print>
      <div className="sections">
        <div>
          <PageHeader title={orderedWithPeriod(order)}>
            <OrderStatusBadge status={order.status} />
          </PageHeader>
          <OrderProgress order={order} />
        </div>
        <OrderFacts order={order} />
        <ProofCard order={order} />
      </div>
      <div className="sections">
        <OrderBill order={order} />
        <OrderInvoices tradeNo={order.trade_no} />
      </div>
    </div>
  )
}

function UnknownOrder() {
  const t = useT()
  return (
    <Card>
      <EmptyState isPage drawing="search" title={t('order.unknown')} text={t('order.unknown_text')}>
        <Button component={PathLink} to="/user/orders">
          {t('dashboard.to_orders')}
        </Button>
      </EmptyState>
    </Card>
  )
}
