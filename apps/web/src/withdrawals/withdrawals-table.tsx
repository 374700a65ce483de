import { adminExportWithdrawals, adminListWithdrawals, type AdminWithdrawal } from '@portico/contract/withdrawals-admin'
import { MemberLink } from '../accounts/member-link.tsx'
import { useMay } from '../api/may.ts'
import { t, useT } from '../i18n.ts'
import { OrderNumber } from '../orders/order-number.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { ListCsv } from '../ui/list/list-csv.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { useOpened } from '../ui/list/use-opened.ts'
import { HeaderActions } from '../ui/page-header.tsx'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { TableTotals } from '../ui/table/table-totals.tsx'
import { type ChoosableColumn, useColumns } from '../ui/table/use-columns.ts'
import { usePicking } from '../ui/table/use-picking.ts'
import { ApproveAll } from './approve-all.tsx'
import { WithdrawalStatusBadge } from './withdrawal-status.tsx'
import { WithdrawalsBulk } from './withdrawals-bulk.tsx'

const WithdrawalDrawer = lazyDrawer(async () => (await import('./withdrawal-drawer.tsx')).WithdrawalDrawer)

const withdrawals = listOf(adminListWithdrawals, { order: '-created_at' })
const byNumber = ({ withdrawal_no: number }: AdminWithdrawal): string => number

/** The queue of withdrawals, with actions for a single one and for all that wait. */
export function WithdrawalsTable() {
  const t = useT()
  const may = useMay()
  const list = useList(withdrawals)
  const opened = useOpened('withdrawal', list, byNumber)
  const { picking, picked } = usePicking({ ...list.table, rowKey: byNumber }, byNumber)
  const columns = useColumns('withdrawals', withdrawalColumns())
  const { data } = list.query
  const { method, q, from, to } = list.state
  const methods = [...new Set([...(data?.methods ?? []), ...(method ? [method] : [])])]
  return (
    <>
      <HeaderActions>
        <ListCsv list={list} from={adminExportWithdrawals} name="withdrawals" needs={['members.read', 'export']} />
        {data && <ApproveAll filter={{ method, q, from, to }} waiting={data.waiting} />}
      </HeaderActions>
      <FilterBar {...list.bar} end={<ColumnsMenu columns={columns} />}>
        <SearchField label={t('withdrawal_manage.search')} {...list.filter('q')} />
        <FilterChip label={t('withdrawal.status')} {...list.choice('status', (value) => t(`withdrawal_status.${value}`))} />
        <FilterChip label={t('withdraw.method')} choices={methods.map((value) => ({ value, label: value }))} {...list.filter('method')} />
        <DayFilter label={t('withdrawal_manage.requested_days')} {...list.days} />
      </FilterBar>
      {data && data.waiting.count > 0 && <Waiting {...data.waiting} />}
      <DataTable
        label={t('title.tixian')}
        {...list.table}
        {...opened.table}
        rowKey={byNumber}
        picking={may('withdrawals.decide') ? picking : undefined}
        columns={columns.shown}
        empty={{ title: t('withdrawal_manage.empty'), text: t('withdrawal_manage.empty_text') }}
      />
      <WithdrawalsBulk picked={picked} />
      {opened.row && <WithdrawalDrawer key={opened.key} withdrawal={opened.row} {...opened.drawer} />}
    </>
  )
}

/** Sum that waits for approval, among those that method and search leave. */
function Waiting({ count, amount, currency }: { count: number; amount: number; currency: string }) {
  const t = useT()
  return (
    <TableTotals>
      <span>{t('withdrawal_manage.waiting', { n: count })}</span>
      <b>
        <Money amount={amount} currency={currency} />
      </b>
    </TableTotals>
  )
}

function withdrawalColumns(): ChoosableColumn<AdminWithdrawal>[] {
  return [
    {
      id: 'member',
      header: t('withdrawal_manage.member'),
      render: (row) => <MemberLink id={row.account_id} email={row.email} />,
      asText: (row) => row.email,
      at: 'who',
    },
    { id: 'method', header: t('withdraw.method'), render: (row) => row.method, at: 'what' },
    { id: 'destination', header: t('withdraw.account'), render: (row) => row.destination, lesser: true },
    {
      id: 'amount',
      header: t('withdrawal.amount'),
      render: (row) => (
        <strong>
          <Money amount={row.amount} currency={row.currency} />
        </strong>
      ),
      align: 'right',
      sort: 'amount',
      at: 'much',
    },
    {
      id: 'fee',
      header: t('withdrawal_manage.fee'),
      render: (row) => <Money amount={row.fee_amount} currency={row.currency} />,
      align: 'right',
      lesser: true,
    },
    {
      id: 'status',
      header: t('withdrawal.status'),
      render: (row) => <WithdrawalStatusBadge status={row.status} />,
      sort: 'status',
      at: 'state',
    },
    {
      id: 'created',
      header: t('withdrawal.created'),
      render: (row) => <DateTime value={row.created_at} />,
      sort: 'created_at',
      at: 'what',
    },
    { id: 'closed', header: t('withdrawal_manage.closed'), render: (row) => <DateTime value={row.closed_at} />, off: true },
    {
      id: 'number',
      header: t('withdrawal.number'),
      render: (row) => <OrderNumber number={row.withdrawal_no} />,
      opens: true,
      lesser: true,
    },
  ]
}
