import { Button } from '@mantine/core'
import { canMove } from '@portico/contract/order-status'
import { adminCancelOrder, adminGetOrder, adminListOrders, type AdminOrder, adminRetryOrder } from '@portico/contract/orders-admin'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { ForOthers } from '../../ui/for-others.tsx'
import { useSave } from '../../ui/use-save.ts'
import { MarkPaid } from './mark-paid.tsx'
import type { Proof, Transfer } from './proof-note.ts'

const CHANGED = [adminGetOrder, adminListOrders]

/** Actions for an order in its status. */
export function OrderActions({ order, proof, transfer }: { order: AdminOrder; proof: Proof | null; transfer: Transfer | null }) {
  const t = useT()
  const may = useMay()
  const [paying, setPaying] = useState(false)
  const params = { trade_no: order.trade_no }
  const cancel = useSave({
    ask: {
      title: t('order_manage.cancel_title', { number: order.trade_no }),
      text: t('order_manage.cancel_text', { email: order.email }),
      confirm: t('order_manage.cancel'),
      danger: true,
    },
    send: () => call(adminCancelOrder, { params }),
    done: t('order_manage.cancelled'),
    changes: CHANGED,
  })
  const retry = useSave({ send: () => call(adminRetryOrder, { params }), done: t('order_manage.retried'), changes: CHANGED })
  return (
    <>
      <ForOthers accountId={order.account_id}>
        {may('money.book') && canMove(order.status, 'pay') && (
          <Button onClick={() => setPaying(true)}>
            {t((proof ?? transfer) ? 'order_manage.confirm_payment' : 'order_manage.mark_paid')}
          </Button>
        )}
        {may('orders.write') && canMove(order.status, 'retry') && (
          <Button loading={retry.isPending} onClick={() => retry.mutate()}>
            {t('order_manage.retry')}
          </Button>
        )}
      </ForOthers>
      {may('orders.write') && canMove(order.status, 'cancel') && (
        <Button ml="auto" variant="outline" color="var(--bad-text)" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('order_manage.cancel')}
        </Button>
      )}
      {paying && <MarkPaid order={order} proof={proof} transfer={transfer} onClose={() => setPaying(false)} />}
    </>
  )
}
