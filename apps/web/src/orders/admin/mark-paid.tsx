import { Textarea } from '@mantine/core'
import { adminGetOrder, adminListOrders, adminMarkPaid, type AdminOrder, type Receipt } from '@portico/contract/orders-admin'
import { adminListReceipts } from '@portico/contract/receipts-admin'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { get } from '../../api/query.ts'
import { settledNeed } from '../../app/layout/use-needs.ts'
import { t as translate, useT } from '../../i18n.ts'
import { ProofFiles } from '../../payments/proof-files.tsx'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import { OpenReceipts, type PaidForm } from './open-receipts.tsx'
import { readProof } from './order-payments.tsx'
import { noteOf, type Proof, type Transfer } from './proof-note.ts'

interface MarkPaidProps {
  order: AdminOrder
  proof: Proof | null
  transfer: Transfer | null
  onClose: () => void
}

/** Confirms a payment that no gateway reports. What its member wrote, or was to write, and the amount are filled in. */
export function MarkPaid({ order, proof, transfer, onClose }: MarkPaidProps) {
  const t = useT()
  const money = useMoney()
  const due = proof?.amount ?? transfer?.amount ?? order.total_amount
  const amount = money(due, order.currency)
  const begun = proof ?? (transfer && { text: transfer.reference, amount: transfer.amount })
  const query = useQuery(get(adminGetOrder, { params: { trade_no: order.trade_no } }))
  const open = query.data?.receipts.filter((receipt) => receipt.open) ?? []
  const files = query.data?.attempts.flatMap((attempt) => attempt.proof_files) ?? []
  const label = useId()
  const values: PaidForm = { note: begun ? noteOf(begun, amount) : '', receipts: {} }
  const { form, bound } = useSavedForm({
    values,
    toInput: (entered) => toBody(entered, open),
    check: (entered, body) => ({ ...schemaErrors(adminMarkPaid.body, body), ...undecided(entered, open) }),
    send: (body: ReturnType<typeof toBody>) => call(adminMarkPaid, { params: { trade_no: order.trade_no }, body }),
    done: t('order_manage.marked'),
    changes: [adminGetOrder, adminListOrders, adminListReceipts],
    after: () => {
      if (proof) settledNeed('payments_to_confirm')
      onClose()
    },
  })
  return (
    <FormModal
      title={t(begun ? 'order_manage.confirm_payment' : 'order_manage.mark_paid')}
      text={t('order_manage.mark_paid_text', { amount, email: order.email, number: order.trade_no })}
      submit={t('order_manage.mark_paid_confirm', { amount })}
      {...bound}
      blocked={query.isPending}
      onClose={onClose}
    >
      {transfer && (
        <p className="quiet">
          {t('order_manage.reference')} <strong>{transfer.reference}</strong>
        </p>
      )}
      {files.length > 0 && (
        <div>
          <p id={label} className="quiet">
            {t('order_manage.proof_files')}
          </p>
          <ProofFiles files={files} read={(file) => readProof(order.trade_no, file)} labelledBy={label} />
        </div>
      )}
      <OpenReceipts form={form} order={order} receipts={open} amount={due} />
      <Textarea
        autosize
        minRows={2}
        maxLength={200}
        data-autofocus
        {...fieldOf(form, 'note', t('order_manage.note'), t('order_manage.note_text'))}
      />
    </FormModal>
  )
}

function toBody({ note, receipts }: PaidForm, open: Receipt[]) {
  return open.length === 0 ? { note } : { note, receipts: open.map(({ id }) => ({ id, use: receipts[id] === 'use' })) }
}

function undecided({ receipts }: PaidForm, open: Receipt[]): Record<string, string> {
  const missing = open.filter(({ id }) => !receipts[id])
  return Object.fromEntries(missing.map(({ id }) => [`receipts.${id}`, translate('validation.required')]))
}
