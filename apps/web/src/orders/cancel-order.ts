import { cancelOrder, type Order } from '@portico/contract/orders'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { useSave } from '../ui/use-save.ts'
import { orderChanged } from './order-changed.ts'

/** Cancels an unpaid order after asking. */
export function useCancelOrder(order: Order): { ask: () => void; isPending: boolean } {
  const t = useT()
  const cancel = useSave({
    ask: { title: t('order.cancel_title'), text: t('order.cancel_text'), confirm: t('order.cancel'), keep: t('order.keep'), danger: true },
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
  return { ask: () => cancel.mutate(), isPending: cancel.isPending }
}
