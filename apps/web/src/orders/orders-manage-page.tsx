import { Button } from '@mantine/core'
import { OrderType } from '@portico/contract/orders'
import { adminExportOrders, adminListOrders, ListedStatus, OrderTime } from '@portico/contract/orders-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
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
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, day, pageNumber, text, useAskedToOpen, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { MoneyTotals } from '../ui/table/money-totals.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { useColumns } from '../ui/table/use-columns.ts'
import { usePicking } from '../ui/table/use-picking.ts'
import { AssignDrawer } from './desk/assign-drawer.tsx'
import { confirmColumn, orderColumns } from './desk/order-columns.tsx'
import { NoneWaiting } from './desk/none-waiting.tsx'
import { OrderDrawer } from './desk/order-drawer.tsx'
import { OrdersBulk } from './desk/orders-bulk.tsx'
import styles from './orders-manage.module.css'

export const Route = createFileRoute('/_signed-in/_console/admin/order')({
  loader: ({ location }) => prefetch(orders(Search.parse(location.search))),
  component: OrdersManagePage,
  staticData: { title: 'title.admin_orders' },
})

const SORTS = ['created_at', '-created_at', 'total_amount', '-total_amount', 'status', '-status'] as const
const Search = z.object({
  page: pageNumber,
  status: choice(ListedStatus.options),
  type: choice(OrderType.options),
  q: text,
  from: day,
  to: day,
  time: choice(OrderTime.options),
  sort: choice(SORTS),
  order: text,
})
const orders = ({ order: _, ...query }: z.output<typeof Search>) => list(adminListOrders, { query })

function OrdersManagePage() {
  const t = useT()
  const may = useMay()
  const [search, change] = usePageSearch(Search)
  const { page, order, ...filter } = search
  const { status, type, q, from, to, time, sort } = filter
  const [assigning, setAssigning] = useState(false)
  useAskedToOpen(useMay()('money.book'), () => setAssigning(true))
  const query = useQuery(orders(search))
  const confirms = may('money.book') && query.data?.items.some(({ proof, transfer }) => proof !== null || transfer !== null)
  const columns = useColumns('orders', orderColumns(), confirms ? confirmColumn() : undefined)
  const { picking, picked } = usePicking(
    query.data?.items,
    (row) => row.trade_no,
    (row) => row.trade_no,
  )
  const open = (tradeNo: string | undefined): void => change({ order: tradeNo, page })
  const reset = (): void => change(NONE)
  const steps = stepsOf(
    query.data?.items,
    (row) => row.trade_no === order,
    (row) => open(row.trade_no),
  )
  const filtered = Boolean(status ?? type ?? q ?? from ?? to)
  const isEmpty = isEmptyList(query, filtered)
  // Without a plan nobody can order, and none can be assigned.
  const plans = useQuery({ ...get(adminListPlans, {}), enabled: isEmpty && may('plans.read') })
  const lacksPlan = plans.data?.items.length === 0
  const assign = (
    <Allowed to="money.book">
      <Button onClick={() => setAssigning(true)}>{t('assign.open')}</Button>
    </Allowed>
  )
  return (
    <>
      <PageHeader title={t('title.admin_orders')}>
        {!isEmpty && (
          <>
            <Allowed to={['members.read', 'export']}>
              <CsvButton name="orders" load={(options) => call(adminExportOrders, { query: filter }, options)} />
            </Allowed>
            {assign}
          </>
        )}
      </PageHeader>
      <Waiting shown={status === 'review'} onShow={() => change({ ...NONE, status: 'review' })} />
      <FilterBar hidden={isEmpty} active={filtered} onClear={reset} end={<ColumnsMenu columns={columns} />}>
        <SearchField label={t('order_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <FilterChip
          label={t('order_manage.status')}
          choices={ListedStatus.options.map((value) => ({ value, label: t(`order_manage.status_${value}`) }))}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <FilterChip
          label={t('order_manage.type')}
          choices={OrderType.options.map((value) => ({ value, label: t(`order_type.${value}`) }))}
          value={type}
          onChange={(value) => change({ type: value })}
        />
        <DayFilter
          label={t(time === 'paid' ? 'order_manage.paid_days' : 'order_manage.created_days')}
          from={from}
          to={to}
          onChange={(days) => change({ ...days })}
        />
        {(from ?? to) && (
          <FilterChip
            label={t('order_manage.time')}
            choices={OrderTime.options.map((value) => ({ value, label: t(`order_manage.time_${value}`) }))}
            value={time}
            onChange={(value) => change({ time: value })}
          />
        )}
      </FilterBar>
      <MoneyTotals
        names={[t('order_manage.total'), t('order_manage.paid_of_it')]}
        sums={(query.data?.sums ?? []).map(({ currency, total, paid }) => ({ currency, amounts: [total, paid] }))}
      />
      <DataTable
        label={t('title.admin_orders')}
        query={query}
        columns={columns.shown}
        rowKey={(row) => row.trade_no}
        onOpen={(row) => open(row.trade_no)}
        opened={order}
        picking={may('orders.write') ? picking : undefined}
        page={page}
        onPage={(next) => change({ page: next })}
        sort={sort ?? '-created_at'}
        onSort={(next) => change({ sort: next })}
        empty={
          status === 'proof_sent' && !type && !q && !(from ?? to) ? (
            <NoneWaiting onAll={reset} />
          ) : filtered ? (
            <NothingFits onClear={reset} />
          ) : (
            <EmptyState title={t('order_manage.empty')} text={t(lacksPlan ? 'order_manage.empty_no_plan' : 'order_manage.empty_text')}>
              {lacksPlan ? (
                <Allowed to="plans.write">
                  <Button component={PathLink} to="/admin/plan_manage?open=new">
                    {t('plan_manage.create')}
                  </Button>
                </Allowed>
              ) : (
                !plans.isPending && assign
              )}
            </EmptyState>
          )
        }
      />
      <OrdersBulk picked={picked} />
      {order && <OrderDrawer key={order} tradeNo={order} steps={steps} onClose={() => open(undefined)} />}
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

const NONE = { status: undefined, type: undefined, q: undefined, from: undefined, to: undefined, time: undefined }

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
  return (
    <div className={styles['waiting']}>
      <Banner tone="warn" title={t('order_manage.review_waiting', { n: data.total })} action={action} />
    </div>
  )
}
