import { Button } from '@mantine/core'
import { canMove } from '@portico/contract/order-status'
import { fetchOrders, type MyOrder } from '@portico/contract/orders'
import { type MessageKey, useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { billOf, costOf } from './bill-of.ts'
import { useLiveOpenOrder } from './open/open-order.ts'
import { OrderNumber } from './order-number.tsx'
import { OrderStatusBadge } from './order-status.tsx'
import { orderedWithPeriod } from './ordered-name.ts'
import styles from './orders.module.css'

export const myOrders = listOf(fetchOrders, { order: '-created_at' })

/** All of the member's orders, newest first. */
export function MyOrders({ title }: { title: MessageKey }) {
  const t = useT()
  const list = useList(myOrders)
  return (
    <>
      <PageHeader title={t(title)} text={t('orders.text')} />
      <Watched />
      <StatusFilter label={t('order.status')} {...list.choice('status', (value) => t(`order_status.${value}`))} list={list.query} />
      <DataTable
        label={t(title)}
        {...list.table}
        rowKey={(order) => order.trade_no}
        onSort={(sort) => list.change({ sort: sort === '-created_at' ? undefined : sort })}
        columns={[
          { header: t('order.number'), render: (order) => <Number order={order} /> },
          { header: t('order.what'), render: (order) => <What order={order} />, at: 'who' },
          { header: t('order.total'), render: (order) => <Total order={order} />, align: 'right', sort: 'total_amount', at: 'much' },
          { header: t('order.status'), render: (order) => <State order={order} />, at: 'state' },
          { header: t('order.created'), render: (order) => <DateTime value={order.created_at} />, sort: 'created_at', at: 'what' },
          { header: t('table.actions'), actions: true, render: (order) => <Actions order={order} /> },
        ]}
        empty={<NoOrders />}
      />
    </>
  )
}

/** Keeps the list up to date while an order in it is open. */
function Watched() {
  useLiveOpenOrder()
  return null
}

function Number({ order }: { order: MyOrder }) {
  return (
    <PathLink className="hit" to={`/user/order/${order.trade_no}`}>
      <OrderNumber number={order.trade_no} />
    </PathLink>
  )
}

function What({ order }: { order: MyOrder }) {
  const t = useT()
  return (
    <>
      <strong>{orderedWithPeriod(order)}</strong>
      {order.type !== 'topup' && order.type !== 'reset' && <span className={styles['kind']}> {t(`order_type.${order.type}`)}</span>}
    </>
  )
}

/** What is left to pay of an open order; else its total. */
function Total({ order }: { order: MyOrder }) {
  const { total } = canMove(order.status, 'pay') ? billOf(order) : costOf(order)
  return <Money amount={total} currency={order.currency} />
}

/** The state of an order for its member. With a proof sent, nothing is left to pay. */
function State({ order: { status, proof_sent } }: { order: MyOrder }) {
  const t = useT()
  return proof_sent ? <StatusBadge tone="busy" label={t('open_order.checking')} /> : <OrderStatusBadge status={status} />
}

function Actions({ order }: { order: MyOrder }) {
  const t = useT()
  const isPayable = canMove(order.status, 'pay') && order.seconds_left > 0 && !order.proof_sent
  return (
    <Button component={PathLink} to={`/user/order/${order.trade_no}`} size="compact-sm" miw={64} variant={isPayable ? 'filled' : 'subtle'}>
      {t(isPayable ? 'order.pay' : 'order.view')}
    </Button>
  )
}

function NoOrders() {
  const t = useT()
  return (
    <EmptyState title={t('orders.empty')} text={t('orders.empty_text')}>
      <Button component={PathLink} to="/user/plans">
        {t('dashboard.see_plans')}
      </Button>
    </EmptyState>
  )
}
