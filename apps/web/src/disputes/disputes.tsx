import { Button } from '@mantine/core'
import { adminListDisputes, type Dispute, type DisputeStatus } from '@portico/contract/disputes-admin'
import { useState } from 'react'
import { MemberLink } from '../accounts/member-link.tsx'
import { useT } from '../i18n.ts'
import { OrderLink } from '../orders/order-number.tsx'
import { methodName } from '../payments/method-name.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { Money } from '../ui/format/money.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'

const DisputeModal = lazyDialog(async () => (await import('./dispute-modal.tsx')).DisputeModal)

const disputes = listOf(adminListDisputes)

const tones: Record<DisputeStatus, Tone> = {
  inquiry: 'warn',
  needs_response: 'bad',
  under_review: 'busy',
  won: 'good',
  lost: 'bad',
  closed: 'quiet',
}

/** Disputes of payments, as their gateways report them. */
export function Disputes({ state }: { state: 'open' | 'done' }) {
  const t = useT()
  const [seeing, setSeeing] = useState<Dispute | null>(null)
  const list = useList(disputes, { state })
  const columns: Column<Dispute>[] = [
    { header: t('disputes.order'), render: (row) => <OrderLink number={row.trade_no} /> },
    { header: t('disputes.member'), render: (row) => <MemberLink id={row.account_id} email={row.email} />, at: 'who' },
    {
      header: t('disputes.status'),
      render: ({ status }) => <StatusBadge tone={tones[status]} label={t(`disputes.${status}`)} />,
      at: 'state',
    },
    { header: t('disputes.amount'), render: (row) => <Money amount={row.amount} currency={row.currency} />, align: 'right', at: 'much' },
    { header: t('disputes.deadline'), render: (row) => (row.deadline ? <DateTime value={row.deadline} /> : '–'), at: 'what' },
    { header: t('disputes.method'), render: (row) => methodName(row.method_name), lesser: true },
    { header: t('disputes.opened'), render: (row) => <DateTime value={row.opened_at} />, lesser: true },
    {
      header: t('disputes.more'),
      render: (row) => (
        <Button size="compact-sm" variant="default" onClick={() => setSeeing(row)}>
          {t('disputes.details')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label={t('reconciliation.disputes')}
        {...list.table}
        columns={columns}
        empty={{ title: t('disputes.empty'), text: t('disputes.empty_text'), drawing: 'done' }}
      />
      {seeing && <DisputeModal dispute={seeing} onClose={() => setSeeing(null)} />}
    </>
  )
}
