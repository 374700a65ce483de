import { canMove } from '@portico/contract/order-status'
import { adminCancelOrder, adminListOrders, type ListedOrder } from '@portico/contract/orders-admin'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Money } from '../../ui/format/money.tsx'
import { BulkBar, BulkButton } from '../../ui/table/bulk/bulk-bar.tsx'
import { useBulk } from '../../ui/table/bulk/use-bulk.ts'
import type { Picked } from '../../ui/table/use-picking.ts'
import { costOf } from '../bill-of.ts'

/** Cancels the unpaid ones among the picked orders, after asking. */
export function OrdersBulk({ picked }: { picked: Picked<ListedOrder> }) {
  const t = useT()
  const orders = picked.rows
  const open = orders.filter((order) => canMove(order.status, 'cancel'))
  const n = open.length
  const cancel = useBulk({
    picked,
    send: ({ trade_no }) => call(adminCancelOrder, { params: { trade_no } }, { background: true }),
    done: (all) => t('order_manage.bulk_cancelled', { n: all }),
    changes: [adminListOrders],
  })
  const ask = async (): Promise<void> => {
    const question = { title: t('order_manage.bulk_cancel_title', { n }), text: t('order_manage.bulk_cancel_text') }
    if (await confirm({ ...question, confirm: t('order_manage.bulk_cancel', { n }), danger: true })) cancel.run(open)
  }
  const currencies = new Set(orders.map((order) => order.currency))
  const [currency] = currencies
  const total = orders.reduce((sum, order) => sum + costOf(order).total, 0)
  return (
    <BulkBar {...cancel.bar} sum={currencies.size === 1 && currency !== undefined && <Money amount={total} currency={currency} />}>
      {n > 0 ? (
        <BulkButton busy={cancel.busy} onClick={() => void ask()}>
          {t('order_manage.bulk_cancel', { n })}
        </BulkButton>
      ) : (
        <em>{t('order_manage.bulk_none')}</em>
      )}
    </BulkBar>
  )
}
