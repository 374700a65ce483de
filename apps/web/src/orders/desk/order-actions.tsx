import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { canMove } from '@portico/contract/orders'
import {
  adminCancelOrder,
  adminGetOrder,
  adminListOrders,
  adminMarkPaid,
  type AdminOrder,
  adminRetryOrder,
} from '@portico/contract/orders-admin'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { confirm } from '../../ui/confirm.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import { schemaErrors } from '../../ui/form/schema-errors.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import { useSave } from '../../ui/use-save.ts'

const CHANGED = [adminGetOrder, adminListOrders]

/** What an operator can do with an order in its current status. */
export function OrderActions({ order }: { order: AdminOrder }) {
  const t = useT()
  const may = useMay()
  const [paying, setPaying] = useState(false)
  const params = { trade_no: order.trade_no }
  const cancel = useSave({ send: () => call(adminCancelOrder, { params }), done: t('order_manage.cancelled'), changes: CHANGED })
  const retry = useSave({ send: () => call(adminRetryOrder, { params }), done: t('order_manage.retried'), changes: CHANGED })
  const askCancel = async (): Promise<void> => {
    const title = t('order_manage.cancel_title', { number: order.trade_no })
    const question = { title, text: t('order_manage.cancel_text', { email: order.email }), confirm: t('order_manage.cancel'), danger: true }
    if (await confirm(question)) cancel.mutate()
  }
  return (
    <>
      {may('money.book') && canMove(order.status, 'pay') && <Button onClick={() => setPaying(true)}>{t('order_manage.mark_paid')}</Button>}
      {may('orders.write') && canMove(order.status, 'retry') && (
        <Button loading={retry.isPending} onClick={() => retry.mutate()}>
          {t('order_manage.retry')}
        </Button>
      )}
      {may('orders.write') && canMove(order.status, 'cancel') && (
        <Button ml="auto" variant="outline" color="var(--bad-text)" loading={cancel.isPending} onClick={() => void askCancel()}>
          {t('order_manage.cancel')}
        </Button>
      )}
      {paying && <MarkPaid order={order} onClose={() => setPaying(false)} />}
    </>
  )
}

function MarkPaid({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const form = useForm({ initialValues: { note: '' }, validate: (values) => schemaErrors(adminMarkPaid.body, values) })
  const save = useSave({
    form,
    send: (body: { note: string }) => call(adminMarkPaid, { params: { trade_no: order.trade_no }, body }),
    done: t('order_manage.marked'),
    changes: CHANGED,
    after: onClose,
  })
  const amount = money(order.total_amount, order.currency)
  return (
    <FormModal
      title={t('order_manage.mark_paid')}
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
