import { Button } from '@mantine/core'
import { canMove, fetchOrders, type MyOrder, OrderStatus } from '@portico/contract/orders'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { list, prefetch } from '../api/query.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NothingFits } from '../ui/table/nothing-fits.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { Money } from '../ui/format/money.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import styles from './orders.module.css'
import { useLiveOpenOrder } from './open/open-order.ts'
import { billOf, costOf } from './bill-of.ts'
import { OrderNumber } from './order-number.tsx'
import { OrderStatusBadge } from './order-status.tsx'
import { orderedWithPeriod } from './ordered-name.ts'

const Search = z.object({ page: pageNumber, status: choice(OrderStatus.options), sort: text })

const orders = (query: z.output<typeof Search>) => list(fetchOrders, { query })
export const loadMyOrders = ({ location }: { location: { search: object } }) => prefetch(orders(Search.parse(location.search)))

/** All of the member's orders, newest first. */
export function MyOrders({ title }: { title: MessageKey }) {
  const t = useT()
  const [search, setSearch] = usePageSearch(Search)
  const { page, status, sort } = search
  const query = useQuery(orders(search))
  const columns: Column<MyOrder>[] = [
    { header: t('order.number'), render: (order) => <Number order={order} /> },
    { header: t('order.what'), render: (order) => <What order={order} />, at: 'who' },
    { header: t('order.total'), render: (order) => <Total order={order} />, align: 'right', sort: 'total_amount', at: 'much' },
    { header: t('order.status'), render: (order) => <State order={order} />, at: 'state' },
    { header: t('order.created'), render: (order) => <DateTime value={order.created_at} />, sort: 'created_at', at: 'what' },
    { header: t('table.actions'), actions: true, render: (order) => <Actions order={order} /> },
  ]
  const options = OrderStatus.options.map((value) => ({ value, label: t(`order_status.${value}`) }))
  return (
    <>
      <PageHeader title={t(title)} text={t('orders.text')} />
      <Watched />
      <StatusFilter
        label={t('order.status')}
        options={options}
        value={status}
        list={query}
        onChange={(value) => setSearch({ status: value })}
      />
      <DataTable
        label={t(title)}
        query={query}
        columns={columns}
        rowKey={(order) => order.trade_no}
        page={page}
        onPage={(next) => setSearch({ page: next })}
        sort={sort ?? '-created_at'}
        onSort={(next) => setSearch({ sort: next === '-created_at' ? undefined : next })}
        empty={status ? <NothingFits onClear={() => setSearch({ status: undefined })} /> : <NoOrders />}
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

/** A sent proof counts: nothing is left to pay. */
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
