import { canMove } from '@portico/contract/orders'
import { adminCancelOrder, adminListOrders, type AdminOrder } from '@portico/contract/orders-admin'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Money } from '../../ui/format/money.tsx'
import { BulkBar, BulkButton } from '../../ui/table/bulk-bar.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Cancels the unpaid ones among the picked orders, after asking. */
export function OrdersBulk({ orders, onDone }: { orders: AdminOrder[]; onDone: () => void }) {
  const t = useT()
  const open = orders.filter((order) => canMove(order.status, 'cancel'))
  const n = open.length
  const cancel = useSave({
    send: async () => {
      for (const { trade_no } of open) await call(adminCancelOrder, { params: { trade_no } })
    },
    done: t('order_manage.bulk_cancelled', { n }),
    changes: [adminListOrders],
    after: onDone,
  })
  const ask = async (): Promise<void> => {
    const question = { title: t('order_manage.bulk_cancel_title', { n }), text: t('order_manage.bulk_cancel_text') }
    if (await confirm({ ...question, confirm: t('order_manage.bulk_cancel', { n }), danger: true })) cancel.mutate()
  }
  const currencies = new Set(orders.map((order) => order.currency))
  const [currency] = currencies
  const total = orders.reduce((sum, order) => sum + order.total_amount, 0)
  return (
    <BulkBar
      count={orders.length}
      sum={currencies.size === 1 && currency !== undefined && <Money amount={total} currency={currency} />}
      onClear={onDone}
    >
      {n > 0 ? (
        <BulkButton busy={cancel.isPending} onClick={() => void ask()}>
          {t('order_manage.bulk_cancel', { n })}
        </BulkButton>
      ) : (
        <em>{t('order_manage.bulk_none')}</em>
      )}
    </BulkBar>
  )
}
