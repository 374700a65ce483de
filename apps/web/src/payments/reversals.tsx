import { Button } from '@mantine/core'
import { adminListReversals, adminReviewReversal, type Reversal } from '@portico/contract/receipts-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Money } from '../ui/format/money.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { orderColumns, sourceColumns } from './money-columns.tsx'
import styles from './reconciliation.module.css'

const SettleModal = lazyDialog(async () => (await import('./settle-modal.tsx')).SettleModal)

const reversals = listOf(adminListReversals)

/** Money that gateways took back. It is already booked; an operator checks what it means. */
export function Reversals({ state }: { state: 'open' | 'done' }) {
  const t = useT()
  const [seeing, setSeeing] = useState<Reversal | null>(null)
  const list = useList(reversals, { state })
  const columns: Column<Reversal>[] = [
    ...orderColumns<Reversal>(),
    {
      header: t('reversals.what'),
      render: (row) => (
        <span title={t(`reversals.from_${row.outcome}`)}>
          <What reversal={row} />
        </span>
      ),
      at: 'state',
    },
    {
      header: t('reversals.amount'),
      render: (row) => (
        <div className="stacked">
          <Money amount={row.amount} currency={row.currency} />
          {row.debt_amount > 0 && (
            <small className={styles['loss']}>
              {t('reversals.debt')} <Money amount={row.debt_amount} currency={row.order_currency} />
            </small>
          )}
          {row.loss_amount > 0 && (
            <small className={styles['loss']}>
              {t('reversals.loss')} <Money amount={row.loss_amount} currency={row.order_currency} />
            </small>
          )}
        </div>
      ),
      align: 'right',
      at: 'much',
    },
    ...sourceColumns<Reversal>((row) => row.reversal_no),
    {
      header: t('receipts.decision'),
      render: (row) =>
        row.reviewed_at ? (
          <span>{row.note}</span>
        ) : (
          <Allowed to="money.book">
            <Button size="compact-sm" variant="default" onClick={() => setSeeing(row)}>
              {t('reversals.review')}
            </Button>
          </Allowed>
        ),
    },
  ]
  return (
    <>
      <DataTable
        label={t('reconciliation.reversals')}
        {...list.table}
        columns={columns}
        empty={{ title: t('reversals.empty'), text: t('reversals.empty_text'), drawing: 'done' }}
      />
      {seeing && (
        <SettleModal
          title={t('reversals.review')}
          text={t('reversals.review_text', { email: seeing.email, number: seeing.trade_no })}
          submit={t('reversals.review')}
          done={t('settle.done')}
          save={(note) => call(adminReviewReversal, { params: { id: seeing.id }, body: { note } })}
          changes={[adminListReversals]}
          onClose={() => setSeeing(null)}
        />
      )}
    </>
  )
}

/** What the gateway did. If the money came back nothing is left, unless a refund failed. */
function What({ reversal: { outcome, cause, restored_at: restored } }: { reversal: Reversal }) {
  const t = useT()
  if (outcome === 'failed') return <StatusBadge tone="bad" label={t('reversals.failed')} />
  const label = t(`reversals.cause_${cause}`)
  if (restored !== null) return <StatusBadge tone="good" label={`${label} · ${t('reversals.restored')}`} />
  return <StatusBadge tone={cause === 'chargeback' ? 'bad' : 'warn'} label={label} />
}
