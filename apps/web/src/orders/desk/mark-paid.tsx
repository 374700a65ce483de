import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminGetOrder, adminListOrders, adminMarkPaid, type AdminOrder, type ListedOrder } from '@portico/contract/orders-admin'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import { useSave } from '../../ui/use-save.ts'
import { noteOf, type Proof } from './proof-note.ts'

/** Confirms a payment that no gateway reports. With a proof, its amount and its reference are filled in. */
export function MarkPaid({ order, proof, onClose }: { order: AdminOrder; proof: Proof | null; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const amount = money(proof?.amount ?? order.total_amount, order.currency)
  const form = useForm({
    initialValues: { note: proof ? noteOf(proof, amount) : '' },
    validate: (values) => schemaErrors(adminMarkPaid.body, values),
  })
  const save = useSave({
    form,
    send: (body: { note: string }) => call(adminMarkPaid, { params: { trade_no: order.trade_no }, body }),
    done: t('order_manage.marked'),
    changes: [adminGetOrder, adminListOrders],
    after: onClose,
  })
  return (
    <FormModal
      title={t(proof ? 'order_manage.confirm_payment' : 'order_manage.mark_paid')}
      text={t('order_manage.mark_paid_text', { amount, email: order.email, number: order.trade_no })}
      submit={t('order_manage.mark_paid_confirm', { amount })}
      saving={save.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <Textarea
        label={t('order_manage.note')}
        description={t('order_manage.note_text')}
        autosize
        minRows={2}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('note')}
      />
    </FormModal>
  )
}

/** In a row of the list: opens the form of a payment that its member has proved. */
export function ConfirmPayment({ order }: { order: ListedOrder }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  if (!order.proof) return null
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={t('order_manage.confirm_payment')} onClick={() => setOpen(true)}>
        {t('order_manage.confirm')}
      </Button>
      {open && <MarkPaid order={order} proof={order.proof} onClose={() => setOpen(false)} />}
    </>
  )
}
