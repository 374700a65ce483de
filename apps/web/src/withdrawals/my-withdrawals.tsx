import { Button } from '@mantine/core'
import { fetchInvites } from '@portico/contract/invites'
import { cancelWithdrawal, canMoveWithdrawal, fetchWithdrawals, type Withdrawal } from '@portico/contract/withdrawals'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { StatusFilter } from '../ui/table/status-filter.tsx'
import { useSave } from '../ui/use-save.ts'
import { WithdrawalAmount } from './withdrawal-amount.tsx'
import { WithdrawalStatusBadge } from './withdrawal-status.tsx'

const withdrawals = listOf(fetchWithdrawals, { order: '-created_at' })

/** A member's withdrawals with their progress. */
export function MyWithdrawals() {
  const t = useT()
  const list = useList(withdrawals)
  return (
    <>
      <StatusFilter label={t('withdrawal.status')} {...list.choice('status', (value) => t(`withdrawal_status.${value}`))} />
      <DataTable
        label={t('invites.tab_withdrawals')}
        {...list.table}
        rowKey={(row) => row.withdrawal_no}
        columns={[
          { header: t('withdrawal.number'), render: (row) => <Number withdrawal={row} />, at: 'what' },
          { header: t('withdrawal.to'), render: (row) => <Stacked note={row.destination}>{row.method}</Stacked>, at: 'who' },
          {
            header: t('withdrawal.amount'),
            render: (row) => <WithdrawalAmount withdrawal={row} />,
            align: 'right',
            sort: 'amount',
            at: 'much',
          },
          { header: t('withdrawal.status'), render: (row) => <Status withdrawal={row} />, at: 'state' },
          { header: t('withdrawal.created'), render: (row) => <DateTime value={row.created_at} />, sort: 'created_at' },
          { header: t('table.actions'), actions: true, render: (row) => <Cancel withdrawal={row} /> },
        ]}
        empty={{ title: t('withdrawal.empty'), text: t('withdrawal.empty_text') }}
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
    ask: {
      title: t('withdrawal.cancel_title'),
      text: t('withdrawal.cancel_text', { amount: money(amount, currency) }),
      confirm: t('withdrawal.cancel'),
      keep: t('withdrawal.keep'),
      danger: true,
    },
    send: () => call(cancelWithdrawal, { body: { withdrawal_no } }),
    done: t('withdrawal.cancelled'),
    changes: [fetchWithdrawals, fetchInvites],
  })
  if (!canMoveWithdrawal(withdrawal.status, 'cancel')) return null
  return (
    <Button size="compact-sm" variant="subtle" color="var(--bad-text)" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('withdrawal.cancel')}
    </Button>
  )
}
