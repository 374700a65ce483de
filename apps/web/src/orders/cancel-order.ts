import { cancelOrder, type Order } from '@portico/contract/orders'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { useSave } from '../ui/use-save.ts'
import { orderChanged } from './order-changed.ts'

/** Cancels an unpaid order after asking. */
export function useCancelOrder(order: Order): { ask: () => Promise<void>; isPending: boolean } {
  const t = useT()
  const cancel = useSave({
    send: async () => {
      try {
        await call(cancelOrder, { body: { trade_no: order.trade_no } })
      } finally {
        // After a failure too: the order may have been paid meanwhile.
        await orderChanged()
      }
    },
    done: t('order.cancelled'),
  })
  const ask = async (): Promise<void> => {
    const words = { title: t('order.cancel_title'), text: t('order.cancel_text'), confirm: t('order.cancel'), keep: t('order.keep') }
    if (await confirm({ ...words, danger: true })) cancel.mutate()
  }
  return { ask, isPending: cancel.isPending }
}
