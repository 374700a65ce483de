import { Button, Select } from '@mantine/core'
import { WithdrawalStatus } from '@portico/contract/withdrawals'
import { adminListWithdrawals, type AdminWithdrawal } from '@portico/contract/withdrawals-admin'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { choice, pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { Stacked } from '../ui/stacked.tsx'
import { ApproveAll } from './approve-all.tsx'
import { ExportButton } from './export-button.tsx'
import { WithdrawalAmount } from './withdrawal-amount.tsx'
import { WithdrawalDrawer } from './withdrawal-drawer.tsx'
import { WithdrawalStatusBadge } from './withdrawal-status.tsx'
import { TextButton } from '../ui/text-button.tsx'

const FIELDS = ['created_at', 'amount', 'status'] as const
const SORTS = FIELDS.flatMap((field) => [field, `-${field}`] as const)
const Search = z.object({
  page: pageNumber,
  status: choice(WithdrawalStatus.options),
  method: text,
  q: text,
  sort: choice(SORTS),
  withdrawal: text,
})

/** The queue of withdrawals, with actions for a single one and for all that wait. */
export function WithdrawalsTable() {
  const t = useT()
  const [{ page, status, method, q, sort, withdrawal }, change] = usePageSearch(Search)
  const query = useQuery(list(adminListWithdrawals, { query: { page, status, method, q, sort } }))
  const filtered = Boolean(status ?? method ?? q)
  const open = (number: string | undefined): void => change({ withdrawal: number, page })
  const shown = query.data?.items.find((row) => row.withdrawal_no === withdrawal)
  const methods = [...new Set([...(query.data?.methods ?? []), ...(method ? [method] : [])])]
  const columns: Column<AdminWithdrawal>[] = [
    {
      header: t('withdrawal.number'),
      render: (row) => (
        <TextButton className="mono" onClick={() => open(row.withdrawal_no)}>
          {row.withdrawal_no}
        </TextButton>
      ),
    },
    { header: t('withdrawal_manage.member'), render: ({ email }) => <span className="breaks">{email}</span> },
    { header: t('withdrawal.to'), render: (row) => <Stacked note={row.destination}>{row.method}</Stacked> },
    { header: t('withdrawal.amount'), render: (row) => <WithdrawalAmount withdrawal={row} />, align: 'right', sort: 'amount' },
    { header: t('withdrawal.status'), render: (row) => <WithdrawalStatusBadge status={row.status} />, sort: 'status' },
    { header: t('withdrawal.created'), render: ({ created_at: at }) => <DateTime value={at} />, sort: 'created_at' },
    {
      header: t('table.actions'),
      render: (row) => (
        <Button size="compact-sm" variant="subtle" onClick={() => open(row.withdrawal_no)}>
          {t('withdrawal_manage.open')}
        </Button>
      ),
      align: 'right',
    },
  ]
  return (
    <>
      <FilterBar active={filtered} onClear={() => change({ status: undefined, method: undefined, q: undefined })}>
        <SearchField label={t('withdrawal_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <Select
          aria-label={t('withdrawal.status')}
          placeholder={t('withdrawal.any_status')}
          clearable
          data={WithdrawalStatus.options.map((value) => ({ value, label: t(`withdrawal_status.${value}`) }))}
          value={status ?? null}
          onChange={(value) => change({ status: value ?? undefined })}
        />
        <Select
          aria-label={t('withdraw.method')}
          placeholder={t('withdrawal_manage.any_method')}
          clearable
          data={methods}
          value={method ?? null}
          onChange={(value) => change({ method: value ?? undefined })}
        />
        <ExportButton filter={{ status, method, q, sort }} />
        {query.data && <ApproveAll filter={{ method, q }} waiting={query.data.waiting} />}
      </FilterBar>
      <DataTable
        label={t('title.tixian')}
        query={query}
        columns={columns}
        rowKey={(row) => row.withdrawal_no}
        page={page}
        onPage={(next) => change({ page: next })}
        sort={sort ?? '-created_at'}
        onSort={(next) => change({ sort: next })}
        empty={<EmptyState title={t(filtered ? 'state.empty_filtered' : 'withdrawal_manage.empty')} />}
      />
      {shown && <WithdrawalDrawer key={shown.withdrawal_no} withdrawal={shown} onClose={() => open(undefined)} />}
    </>
  )
}
