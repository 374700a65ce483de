import { cancelOrder, type MyOrder, type Quote } from '@portico/contract/orders'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { confirm } from '../../ui/confirm.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { orderChanged } from '../order-changed.ts'
import { orderedName } from '../ordered-name.ts'

/** The unpaid order could not be cancelled, perhaps as it was paid; nothing was ordered. */
export class NotReplaced extends Error {
  readonly tradeNo: string
  constructor(tradeNo: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : '', { cause })
    this.tradeNo = tradeNo
  }
}

/** Whether a member wants another order in place of the unpaid one. */
export function useAskReplace(): (open: MyOrder) => Promise<boolean> {
  const t = useT()
  const money = useMoney()
  return (open) => {
    const what = t('open_order.what', { plan: orderedName(open), amount: money(open.total_amount, open.currency) })
    const words = { title: t('open_order.replace_title'), text: t('open_order.replace_text', { what }) }
    return confirm({ ...words, confirm: t('open_order.replace'), keep: t('order.keep') })
  }
}

/**
 * Cancels the unpaid order and returns the new quote, because what the order held of the balance can be used now.
 * Throws `NotReplaced` if the order stays.
 */
export async function cancelOpenOrder({ trade_no }: MyOrder, renew: () => Promise<Quote | undefined>): Promise<Quote | undefined> {
  try {
    await call(cancelOrder, { body: { trade_no } }, { background: true })
  } catch (error) {
    throw new NotReplaced(trade_no, error)
  } finally {
    // After a failure too: the order may have been paid meanwhile.
    await orderChanged()
  }
  return renew()
}
