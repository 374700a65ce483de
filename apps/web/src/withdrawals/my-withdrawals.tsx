import { Button } from '@mantine/core'
import { fetchInvites } from '@portico/contract/invites'
import { cancelWithdrawal, canMoveWithdrawal, fetchWithdrawals, type Withdrawal, WithdrawalStatus } from '@portico/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { choice, pageNumber, usePageSearch } from '../ui/page-search.ts'
import { NothingFits } from '../ui/table/nothing-fits.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { useSave } from '../ui/use-save.ts'
import { Stacked } from '../ui/stacked.tsx'
import { WithdrawalAmount } from './withdrawal-amount.tsx'
import { WithdrawalStatusBadge } from './withdrawal-status.tsx'

const SORTS = ['created_at', '-created_at', 'amount', '-amount'] as const
const Search = z.object({ page: pageNumber, status: choice(WithdrawalStatus.options), sort: choice(SORTS) })

/** A member's withdrawals with their progress. */
export function MyWithdrawals() {
  const t = useT()
  const [{ page, status, sort }, change] = usePageSearch(Search)
  const query = useQuery(list(fetchWithdrawals, { query: { page, status, sort } }))
  const columns: Column<Withdrawal>[] = [
    { header: t('withdrawal.number'), render: (row) => <Number withdrawal={row} />, at: 'what' },
    { header: t('withdrawal.to'), render: (row) => <Stacked note={row.destination}>{row.method}</Stacked>, at: 'who' },
    { header: t('withdrawal.amount'), render: (row) => <WithdrawalAmount withdrawal={row} />, align: 'right', sort: 'amount', at: 'much' },
    { header: t('withdrawal.status'), render: (row) => <Status withdrawal={row} />, at: 'state' },
    { header: t('withdrawal.created'), render: ({ created_at: at }) => <DateTime value={at} />, sort: 'created_at' },
    { header: t('table.actions'), actions: true, render: (row) => <Cancel withdrawal={row} /> },
  ]
  return (
    <>
      <StatusFilter
        label={t('withdrawal.status')}
        options={WithdrawalStatus.options.map((value) => ({ value, label: t(`withdrawal_status.${value}`) }))}
        value={status}
        onChange={(next) => change({ status: next })}
      />
      <DataTable
        label={t('invites.tab_withdrawals')}
        query={query}
        columns={columns}
        rowKey={(row) => row.withdrawal_no}
        page={page}
        onPage={(next) => change({ page: next })}
        sort={sort ?? '-created_at'}
        onSort={(next) => change({ sort: next })}
        empty={
          status ? (
            <NothingFits onClear={() => change({ status: undefined })} />
          ) : (
            <EmptyState title={t('withdrawal.empty')} text={t('withdrawal.empty_text')} />
          )
        }
      />
    </>
  )
}

function Number({ withdrawal }: { withdrawal: Withdrawal }) {
  return <span className="mono">{withdrawal.withdrawal_no}</span>
}

function Status({ withdrawal: { status, reason, proof } }: { withdrawal: Withdrawal }) {
  const note = status === 'rejected' ? reason : proof
  return (
    <span className="stacked">
      <WithdrawalStatusBadge status={status} />
      {note && <small>{note}</small>}
    </span>
  )
}

function Cancel({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const money = useMoney()
  const { withdrawal_no, amount, currency } = withdrawal
  const cancel = useSave({
    send: () => call(cancelWithdrawal, { body: { withdrawal_no } }),
    done: t('withdrawal.cancelled'),
    changes: [fetchWithdrawals, fetchInvites],
  })
  const ask = async (): Promise<void> => {
    const text = t('withdrawal.cancel_text', { amount: money(amount, currency) })
    const words = { title: t('withdrawal.cancel_title'), text, confirm: t('withdrawal.cancel'), keep: t('withdrawal.keep') }
    if (await confirm({ ...words, danger: true })) cancel.mutate()
  }
  if (!canMoveWithdrawal(withdrawal.status, 'cancel')) return null
  return (
    <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={cancel.isPending} onClick={() => void ask()}>
      {t('withdrawal.cancel')}
    </Button>
  )
}
