import { Button, Group } from '@mantine/core'
import type { ReceiptResolution } from '@portico/contract/orders-admin'
import { adminListReceipts, adminResolveReceipt, type UnclearReceipt } from '@portico/contract/receipts-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Money } from '../ui/format/money.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { orderColumns, sourceColumns } from './money-columns.tsx'

const SettleModal = lazyDialog(async () => (await import('./settle-modal.tsx')).SettleModal)

const receipts = listOf(adminListReceipts)

/** Payments that do not fit their order, and what an operator does with them. */
export function UnclearReceipts({ state }: { state: 'open' | 'done' }) {
  const t = useT()
  const [deciding, setDeciding] = useState<{ receipt: UnclearReceipt; resolution: ReceiptResolution } | null>(null)
  const list = useList(receipts, { state })
  const columns: Column<UnclearReceipt>[] = [
    ...orderColumns<UnclearReceipt>(),
    {
      header: t('receipts.came'),
      render: (row) => (
        <div className="stacked">
          <Money amount={row.amount} currency={row.currency} />
          <small>
            {row.outcome === 'underpaid' || row.outcome === 'overpaid' ? (
              <>
                {t('receipts.expected')} <Money amount={row.expected_amount} currency={row.expected_currency} />
              </>
            ) : (
              t(`receipts.${row.outcome}`)
            )}
          </small>
        </div>
      ),
      align: 'right',
      at: 'much',
    },
    ...sourceColumns<UnclearReceipt>((row) => row.callback_no),
    {
      header: t('receipts.decision'),
      render: (row) =>
        row.resolution ? (
          <Decided receipt={row} />
        ) : (
          <Decisions receipt={row} onChoose={(resolution) => setDeciding({ receipt: row, resolution })} />
        ),
    },
  ]
  return (
    <>
      <DataTable
        label={t('reconciliation.receipts')}
        {...list.table}
        columns={columns}
        empty={{ title: t('receipts.empty'), text: t('receipts.empty_text'), drawing: 'done' }}
      />
      {deciding && <Decide {...deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

function Decided({ receipt }: { receipt: UnclearReceipt }) {
  const t = useT()
  return (
    <div className="stacked">
      <StatusBadge tone="quiet" label={t(`receipts.was_${receipt.resolution ?? 'returned'}`)} />
      <small>{receipt.note}</small>
    </div>
  )
}

function nameOf({ outcome }: UnclearReceipt, resolution: ReceiptResolution): MessageKey {
  if (outcome === 'same_number' && resolution === 'returned') return 'receipts.do_not_received'
  if (outcome === 'paid_otherwise' && resolution === 'settled') return 'receipts.do_same'
  return `receipts.do_${resolution}`
}

function Decisions({ receipt, onChoose }: { receipt: UnclearReceipt; onChoose: (resolution: ReceiptResolution) => void }) {
  const t = useT()
  const button = (resolution: ReceiptResolution, disabled: boolean) => (
    <Allowed to="money.book">
      <Button size="compact-sm" variant="default" disabled={disabled} onClick={() => onChoose(resolution)}>
        {t(nameOf(receipt, resolution))}
      </Button>
    </Allowed>
  )
  return (
    <Group gap={4} py={6}>
      {button('credited', receipt.value_amount === null || receipt.outcome === 'account_closed')}
      {receipt.shortfall ? button('accepted', false) : button('settled', !receipt.can_settle)}
      {button('returned', false)}
    </Group>
  )
}

function Decide({ receipt, resolution, onClose }: { receipt: UnclearReceipt; resolution: ReceiptResolution; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const amount =
    resolution === 'returned' || receipt.value_amount === null
      ? money(receipt.amount, receipt.currency)
      : money(receipt.value_amount, receipt.order_currency)
  const name = t(nameOf(receipt, resolution))
  const { order_amount: owed, fee_amount: ofFee } = receipt.shortfall ?? { order_amount: 0, fee_amount: 0 }
  const [missing, fee] = [money(owed + ofFee, receipt.order_currency), money(ofFee, receipt.order_currency)]
  const question: MessageKey =
    receipt.outcome === 'same_number' && resolution === 'returned'
      ? 'receipts.ask_not_received'
      : receipt.outcome === 'paid_otherwise' && resolution === 'settled'
        ? 'receipts.ask_same'
        : resolution === 'accepted' && ofFee > 0
          ? 'receipts.ask_accepted_fee'
          : `receipts.ask_${resolution}`
  return (
    <SettleModal
      title={name}
      text={t(question, { amount, missing, fee, email: receipt.email, number: receipt.trade_no })}
      submit={name}
      done={t('settle.done')}
      save={(note) => call(adminResolveReceipt, { params: { id: receipt.id }, body: { resolution, note } })}
      changes={[adminListReceipts]}
      onClose={onClose}
    />
  )
}
