import { Button } from '@mantine/core'
import { OrderType } from '@portico/contract/orders'
import { adminExportOrders, adminListOrders, ListedStatus } from '@portico/contract/orders-admin'
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
import { choice, pageNumber, text, useAskedToOpen, usePageSearch } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
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
  sort: choice(SORTS),
  order: text,
})
const orders = ({ page, status, type, q, sort }: z.output<typeof Search>) =>
  list(adminListOrders, { query: { page, status, type, q, sort } })

function OrdersManagePage() {
  const t = useT()
  const may = useMay()
  const [search, change] = usePageSearch(Search)
  const { page, status, type, q, sort, order } = search
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
  const reset = (): void => change({ status: undefined, type: undefined, q: undefined })
  const steps = stepsOf(
    query.data?.items,
    (row) => row.trade_no === order,
    (row) => open(row.trade_no),
  )
  const filtered = Boolean(status ?? type ?? q)
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
            <Allowed to="export">
              <CsvButton name="orders" load={() => call(adminExportOrders, { query: { status, type, q, sort } })} />
            </Allowed>
            {assign}
          </>
        )}
      </PageHeader>
      <Waiting shown={status === 'review'} onShow={() => change({ status: 'review', type: undefined, q: undefined })} />
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
      </FilterBar>
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
          status === 'proof_sent' && !type && !q ? (
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
