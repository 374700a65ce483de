import { Button, Modal, Textarea } from '@mantine/core'
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
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { confirm } from '../ui/confirm.tsx'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { showNotice } from '../notice.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMoney } from '../ui/format/use-money.ts'
import styles from './orders-manage.module.css'

const refresh = (): Promise<void> => invalidate(adminGetOrder, adminListOrders)

/** What an operator can do to an order in its present status. */
export function OrderActions({ order }: { order: AdminOrder }) {
  const t = useT()
  const [paying, setPaying] = useState(false)
  const params = { trade_no: order.trade_no }
  const done = (message: string) => () => showNotice({ kind: 'success', message })
  const cancel = useMutation({
    mutationFn: () => call(adminCancelOrder, { params }),
    onSuccess: done(t('order_manage.cancelled')),
    onSettled: refresh,
  })
  const retry = useMutation({
    mutationFn: () => call(adminRetryOrder, { params }),
    onSuccess: done(t('order_manage.retried')),
    onSettled: refresh,
  })
  const askCancel = async (): Promise<void> => {
    const title = t('order_manage.cancel_title', { number: order.trade_no })
    const question = { title, text: t('order_manage.cancel_text', { email: order.email }), confirm: t('order_manage.cancel'), danger: true }
    if (await confirm(question)) cancel.mutate()
  }
  return (
    <div className={styles['actions']}>
      <Allowed to="money.book">
        <Button disabled={!canMove(order.status, 'pay')} onClick={() => setPaying(true)}>
          {t('order_manage.mark_paid')}
        </Button>
      </Allowed>
      <Allowed to="orders.write">
        <Button variant="default" disabled={!canMove(order.status, 'retry')} loading={retry.isPending} onClick={() => retry.mutate()}>
          {t('order_manage.retry')}
        </Button>
      </Allowed>
      <Allowed to="orders.write">
        <Button
          variant="outline"
          color="var(--danger)"
          disabled={!canMove(order.status, 'cancel')}
          loading={cancel.isPending}
          onClick={() => void askCancel()}
        >
          {t('order_manage.cancel')}
        </Button>
      </Allowed>
      {paying && <MarkPaid order={order} onClose={() => setPaying(false)} />}
    </div>
  )
}

function MarkPaid({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const t = useT()
  const money = useMoney()
  const form = useForm({ initialValues: { note: '' }, validate: (values) => schemaErrors(adminMarkPaid.body, values) })
  const save = useMutation({
    mutationFn: (body: { note: string }) => call(adminMarkPaid, { params: { trade_no: order.trade_no }, body }),
    onSuccess: () => {
      showNotice({ kind: 'success', message: t('order_manage.marked') })
      onClose()
    },
    onError: (error) => showFieldErrors(form, error),
    onSettled: refresh,
  })
  const amount = money(order.total_amount, order.currency)
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{t('order_manage.mark_paid')}</strong>}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <p className={styles['quiet']}>{t('order_manage.mark_paid_text', { amount, email: order.email, number: order.trade_no })}</p>
        <Textarea
          mt="md"
          label={t('order_manage.note')}
          description={t('order_manage.note_text')}
          autosize
          minRows={2}
          maxLength={200}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <div className={styles['actions']} style={{ justifyContent: 'flex-end', marginTop: 20 }}>
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('order_manage.mark_paid_confirm', { amount })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
