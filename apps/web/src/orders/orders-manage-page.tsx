import { Button } from '@mantine/core'
import { adminExportOrders, adminListOrders } from '@portico/contract/orders-admin'
import { adminListPaymentMethods } from '@portico/contract/payments-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { ListCsv } from '../ui/list/list-csv.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { useOpened } from '../ui/list/use-opened.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { useAskedToOpen } from '../ui/page-search.ts'
import { PathLink } from '../ui/path-link.tsx'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { MoneyTotals } from '../ui/table/money-totals.tsx'
import { TableTotals } from '../ui/table/table-totals.tsx'
import { useColumns } from '../ui/table/use-columns.ts'
import { usePicking } from '../ui/table/use-picking.ts'
import { NoneWaiting } from './admin/none-waiting.tsx'
import { confirmColumn, orderColumns } from './admin/order-columns.tsx'
import { OrdersBulk } from './admin/orders-bulk.tsx'
import styles from './orders-manage.module.css'

const OrderDrawer = lazyDrawer(async () => (await import('./admin/order-drawer.tsx')).OrderDrawer)
const AssignDrawer = lazyDrawer(async () => (await import('./admin/assign-drawer.tsx')).AssignDrawer)

const orders = listOf(adminListOrders, { order: '-created_at' })

export const Route = createFileRoute('/_signed-in/_console/admin/order')({
  loader: (route) => orders.load(route),
  component: OrdersManagePage,
  staticData: { title: 'title.admin_orders' },
})

const byNumber = ({ trade_no: number }: { trade_no: string }): string => number

function OrdersManagePage() {
  const t = useT()
  const may = useMay()
  const list = useList(orders)
  const opened = useOpened('order', list, byNumber)
  const [assigning, setAssigning] = useState(false)
  useAskedToOpen(may('money.book'), () => setAssigning(true))
  const { data } = list.query
  const confirms = may('money.book') && data?.items.some(({ proof, transfer }) => proof !== null || transfer !== null)
  const columns = useColumns('orders', orderColumns(), confirms ? confirmColumn() : undefined)
  const { picking, picked } = usePicking({ ...list.table, rowKey: byNumber }, byNumber)
  const { status, type, q, from, to, time, method_id: method } = list.state
  // Without a plan nobody can order, and none can be assigned.
  const plans = useQuery({ ...get(adminListPlans, {}), enabled: list.isEmpty && may('plans.read') })
  const methods = useQuery({ ...get(adminListPaymentMethods, {}), enabled: may('payments.read') })
  const lacksPlan = plans.data?.items.length === 0
  const assign = (
    <Allowed to="money.book">
      <Button onClick={() => setAssigning(true)}>{t('assign.open')}</Button>
    </Allowed>
  )
  const createPlan = (
    <Allowed to="plans.write">
      <Button component={PathLink} to="/admin/plan_manage?open=new">
        {t('plan_manage.create')}
      </Button>
    </Allowed>
  )
  const table = { ...list.table, ...opened.table, rowKey: byNumber }
  const isQueue = status === 'proof_sent' && !type && !q && method === undefined && !(from ?? to)
  return (
    <>
      <PageHeader title={t('title.admin_orders')}>
        <ListCsv list={list} from={adminExportOrders} name="orders" needs={['members.read', 'export']} />
        {!list.isEmpty && assign}
      </PageHeader>
      <Waiting shown={status === 'review'} onShow={() => list.reset({ status: 'review' })} />
      <FilterBar {...list.bar} end={<ColumnsMenu columns={columns} />}>
        <SearchField label={t('order_manage.search')} {...list.filter('q')} />
        <FilterChip label={t('order_manage.status')} {...list.choice('status', (value) => t(`order_manage.status_${value}`))} />
        <FilterChip label={t('order_manage.type')} {...list.choice('type', (value) => t(`order_type.${value}`))} />
        {may('payments.read') && (
          <FilterChip
            label={t('order_manage.method')}
            choices={(methods.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            {...list.filter('method_id')}
          />
        )}
        <DayFilter label={t(time === 'paid' ? 'order_manage.paid_days' : 'order_manage.created_days')} {...list.days} />
        {(from ?? to) && <FilterChip label={t('order_manage.time')} {...list.choice('time', (value) => t(`order_manage.time_${value}`))} />}
      </FilterBar>
      {data?.sums === null ? (
        <TableTotals>
          <span>{t('order_manage.sums_wait', { n: data.total })}</span>
        </TableTotals>
      ) : (
        <MoneyTotals
          names={[t('order_manage.total'), t('order_manage.paid_of_it')]}
          sums={(data?.sums ?? []).map(({ currency, total, paid }) => ({ currency, amounts: [total, paid] }))}
        />
      )}
      <DataTable
        label={t('title.admin_orders')}
        {...table}
        columns={columns.shown}
        picking={may('orders.write') ? picking : undefined}
        onClear={isQueue ? undefined : table.onClear}
        empty={
          isQueue ? (
            <NoneWaiting onAll={() => list.reset()} />
          ) : (
            {
              title: t('order_manage.empty'),
              text: t(lacksPlan ? 'order_manage.empty_no_plan' : 'order_manage.empty_text'),
              children: lacksPlan ? createPlan : !plans.isPending && assign,
            }
          )
        }
      />
      <OrdersBulk picked={picked} />
      {opened.key && <OrderDrawer key={opened.key} tradeNo={opened.key} {...opened.drawer} />}
      {assigning && (
        <AssignDrawer
          onClose={() => setAssigning(false)}
          onAssigned={(tradeNo) => {
            setAssigning(false)
            opened.show(tradeNo)
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
