import { Button, Select } from '@mantine/core'
import { OrderStatus, OrderType } from '@portico/contract/orders'
import { adminExportOrders, adminListOrders, type AdminOrder } from '@portico/contract/orders-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get, list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { Money } from '../ui/format/money.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, pageNumber, text, usePageSearch, useAskedToOpen } from '../ui/page-search.ts'
import { AssignDrawer } from './assign-drawer.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { OrderState } from './order-state.tsx'
import { orderedName, periodName } from './ordered-name.ts'
import { TextButton } from '../ui/text-button.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/order')({
  loader: ({ location }) => prefetch(orders(Search.parse(location.search))),
  component: OrdersManagePage,
  staticData: { title: 'title.admin_orders' },
})

const SORTS = ['created_at', '-created_at', 'total_amount', '-total_amount', 'status', '-status'] as const
const Search = z.object({
  page: pageNumber,
  status: choice(OrderStatus.options),
  type: choice(OrderType.options),
  q: text,
  sort: choice(SORTS),
  order: text,
})
const orders = ({ page, status, type, q, sort }: z.output<typeof Search>) =>
  list(adminListOrders, { query: { page, status, type, q, sort } })

function OrdersManagePage() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const { page, status, type, q, sort, order } = search
  const [assigning, setAssigning] = useState(false)
  useAskedToOpen(useMay()('money.book'), () => setAssigning(true))
  const query = useQuery(orders(search))
  const filtered = Boolean(status ?? type ?? q)
  const open = (tradeNo: string | undefined): void => change({ order: tradeNo, page })
  const columns: Column<AdminOrder>[] = [
    { header: t('order_manage.number'), render: (row) => <TradeNo row={row} onOpen={() => open(row.trade_no)} /> },
    { header: t('order_manage.member'), render: (row) => <span className="breaks">{row.email}</span> },
    { header: t('order_manage.what'), render: (row) => <What row={row} /> },
    {
      header: t('order_manage.total'),
      render: (row) => <Money amount={row.total_amount} currency={row.currency} />,
      align: 'right',
      sort: 'total_amount',
    },
    { header: t('order_manage.status'), render: (row) => <State row={row} />, sort: 'status' },
    { header: t('order_manage.created'), render: (row) => <DateTime value={row.created_at} />, sort: 'created_at' },
    {
      header: t('table.actions'),
      render: (row) => (
        <Button size="compact-sm" variant="subtle" onClick={() => open(row.trade_no)}>
          {t('order_manage.open')}
        </Button>
      ),
      align: 'right',
    },
  ]
  return (
    <>
      <PageHeader title={t('title.admin_orders')} text={t('order_manage.text')}>
        <Allowed to="export">
          <CsvButton name="orders" load={() => call(adminExportOrders, { query: { status, type, q, sort } })} />
        </Allowed>
        <Allowed to="money.book">
          <Button onClick={() => setAssigning(true)}>{t('assign.open')}</Button>
        </Allowed>
      </PageHeader>
      <Waiting shown={status === 'review'} onShow={() => change({ status: 'review', type: undefined, q: undefined })} />
      <FilterBar active={filtered} onClear={() => change({ status: undefined, type: undefined, q: undefined })}>
        <SearchField label={t('order_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <Select
          aria-label={t('order_manage.status')}
          placeholder={t('order_manage.any_status')}
          clearable
          data={OrderStatus.options.map((value) => ({ value, label: t(`order_manage.status_${value}`) }))}
          value={status ?? null}
          onChange={(value) => change({ status: value ?? undefined })}
        />
        <Select
          aria-label={t('order_manage.type')}
          placeholder={t('order_manage.any_type')}
          clearable
          data={OrderType.options.map((value) => ({ value, label: t(`order_type.${value}`) }))}
          value={type ?? null}
          onChange={(value) => change({ type: value ?? undefined })}
        />
      </FilterBar>
      <DataTable
        label={t('title.admin_orders')}
        query={query}
        columns={columns}
        rowKey={(row) => row.trade_no}
        page={page}
        onPage={(next) => change({ page: next })}
        sort={sort ?? '-created_at'}
        onSort={(next) => change({ sort: next })}
        empty={<EmptyState title={t(filtered ? 'state.empty_filtered' : 'order_manage.empty')} />}
      />
      {order && <OrderDrawer key={order} tradeNo={order} onClose={() => open(undefined)} />}
      {assigning && (
        <AssignDrawer
          onClose={() => setAssigning(false)}
          onAssigned={(tradeNo) => {
            setAssigning(false)
            open(tradeNo)
          }}
        />
      )}
    </>
  )
}

function TradeNo({ row, onOpen }: { row: AdminOrder; onOpen: () => void }) {
  return (
    <TextButton className="mono" onClick={onOpen}>
      {row.trade_no}
    </TextButton>
  )
}

/** Says that paid orders could not be opened and wait for an operator, with a button to show them. */
function Waiting({ shown, onShow }: { shown: boolean; onShow: () => void }) {
  const t = useT()
  const { data } = useQuery(get(adminListOrders, { query: { status: 'review', page_size: 1 } }, { background: true }))
  if (shown || !data || data.total === 0) return null
  const action = (
    <Button size="compact-sm" variant="default" onClick={onShow}>
      {t('order_manage.review_show')}
    </Button>
  )
  return <Banner tone="warn" title={t('order_manage.review_waiting', { n: data.total })} action={action} />
}

function State({ row }: { row: AdminOrder }) {
  const t = useT()
  return (
    <div className="stacked">
      <OrderState status={row.status} />
      {row.status === 'review' && row.review_reason && <small>{t(`order_manage.reason_${row.review_reason}`)}</small>}
    </div>
  )
}

function What({ row }: { row: AdminOrder }) {
  const t = useT()
  return (
    <div className="stacked">
      <span>{orderedName(row)}</span>
      <small>
        {t(`order_type.${row.type}`)} · {periodName(row.period)}
      </small>
    </div>
  )
}
