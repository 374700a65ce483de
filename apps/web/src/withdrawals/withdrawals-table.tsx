import { WithdrawalStatus } from '@portico/contract/withdrawals'
import { adminExportWithdrawals, adminListWithdrawals, type AdminWithdrawal } from '@portico/contract/withdrawals-admin'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { MemberLink } from '../accounts/member-link.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list } from '../api/query.ts'
import { t, useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { OrderNumber } from '../orders/order-number.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { choice, day, pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { TableTotals } from '../ui/table/table-totals.tsx'
import { type ChoosableColumn, useColumns } from '../ui/table/use-columns.ts'
import { usePicking } from '../ui/table/use-picking.ts'
import { ApproveAll } from './approve-all.tsx'
import { WithdrawalDrawer } from './withdrawal-drawer.tsx'
import { WithdrawalStatusBadge } from './withdrawal-status.tsx'
import { WithdrawalsBulk } from './withdrawals-bulk.tsx'

const FIELDS = ['created_at', 'amount', 'status'] as const
const SORTS = FIELDS.flatMap((field) => [field, `-${field}`] as const)
const Search = z.object({
  page: pageNumber,
  status: choice(WithdrawalStatus.options),
  method: text,
  q: text,
  from: day,
  to: day,
  sort: choice(SORTS),
  withdrawal: text,
})

/** The queue of withdrawals, with actions for a single one and for all that wait. */
export function WithdrawalsTable() {
  const t = useT()
  const may = useMay()
  const [{ page, status, method, q, from, to, sort, withdrawal }, change] = usePageSearch(Search)
  const query = useQuery(list(adminListWithdrawals, { query: { page, status, method, q, from, to, sort } }))
  const filtered = Boolean(status ?? method ?? q ?? from ?? to)
  const open = (number: string | undefined): void => change({ withdrawal: number, page })
  const shown = query.data?.items.find((row) => row.withdrawal_no === withdrawal)
  const methods = [...new Set([...(query.data?.methods ?? []), ...(method ? [method] : [])])]
  const isEmpty = isEmptyList(query, filtered)
  const reset = (): void => change({ status: undefined, method: undefined, q: undefined, from: undefined, to: undefined })
  const steps = stepsOf(
    query.data?.items,
    (row) => row.withdrawal_no === withdrawal,
    (row) => open(row.withdrawal_no),
  )
  const { picking, picked } = usePicking(
    query.data?.items,
    (row) => row.withdrawal_no,
    (row) => row.withdrawal_no,
  )
  const columns = useColumns('withdrawals', withdrawalColumns())
  return (
    <>
      <HeaderActions>
        {!isEmpty && (
          <Allowed to={['members.read', 'export']}>
            <CsvButton
              name="withdrawals"
              load={(options) => call(adminExportWithdrawals, { query: { status, method, q, from, to, sort } }, options)}
            />
          </Allowed>
        )}
        {query.data && <ApproveAll filter={{ method, q, from, to }} waiting={query.data.waiting} />}
      </HeaderActions>
      <FilterBar hidden={isEmpty} active={filtered} onClear={reset} end={<ColumnsMenu columns={columns} />}>
        <SearchField label={t('withdrawal_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <FilterChip
          label={t('withdrawal.status')}
          choices={WithdrawalStatus.options.map((value) => ({ value, label: t(`withdrawal_status.${value}`) }))}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <FilterChip
          label={t('withdraw.method')}
          choices={methods.map((value) => ({ value, label: value }))}
          value={method}
          onChange={(value) => change({ method: value })}
        />
        <DayFilter label={t('withdrawal_manage.requested_days')} from={from} to={to} onChange={(days) => change({ ...days })} />
      </FilterBar>
      {query.data && query.data.waiting.count > 0 && <Waiting {...query.data.waiting} />}
      <DataTable
        label={t('title.tixian')}
        query={query}
        columns={columns.shown}
        rowKey={(row) => row.withdrawal_no}
        onOpen={(row) => open(row.withdrawal_no)}
        opened={withdrawal}
        picking={may('withdrawals.decide') ? picking : undefined}
        page={page}
        onPage={(next) => change({ page: next })}
        sort={sort ?? '-created_at'}
        onSort={(next) => change({ sort: next })}
        empty={
          filtered ? (
            <NothingFits onClear={reset} />
          ) : (
            <EmptyState title={t('withdrawal_manage.empty')} text={t('withdrawal_manage.empty_text')} />
          )
        }
      />
      <WithdrawalsBulk picked={picked} />
      {shown && <WithdrawalDrawer key={shown.withdrawal_no} withdrawal={shown} steps={steps} onClose={() => open(undefined)} />}
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
