import { fetchOrders, type MyOrder, type Quote, saveOrder } from '@portico/contract/orders'
import { getDashboard } from '@portico/contract/subscriptions'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError, call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { refreshWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { goToGateway, startCheckout, type Way } from '../payments/start-checkout.ts'
import { useLiveOpenOrder } from './open/open-order.ts'
import { cancelOpenOrder, useAskReplace } from './open/replace-order.ts'

const LAPSED = ['quote.stale', 'quote.invalid']
const isLapsed = (error: Error | null): boolean => error instanceof ApiError && LAPSED.includes(error.code)

/** `way`: how to pay it at once; absent: on the order's page. */
interface Wish {
  quote: Quote
  way: Way | undefined
}
export interface Placing {
  place: (wish: Wish) => void
  isPending: boolean
  /** Why the order was refused; not for a lapsed quote, which was renewed. */
  error: Error | null
  /** The payment of another order is being checked: nothing can be placed until then. */
  isBlocked: boolean
}

/**
 * Places the quoted order, starts its payment and opens its page; replaces an unpaid order after asking. `renew`: new quote if this one
 * lapsed or the former order is gone.
 */
export function usePlaceOrder(renew: () => Promise<Quote | undefined>): Placing {
  const t = useT()
  const router = useRouter()
  const open = useLiveOpenOrder()
  const askReplace = useAskReplace()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ quote, way, replaced }: Wish & { replaced: MyOrder | null }) => {
      const next = replaced ? await cancelOpenOrder(replaced, renew) : quote
      if (next?.total_amount !== quote.total_amount) return null
      const { trade_no, total_amount: total } = await call(saveOrder, { body: { quote: next.quote } }, { background: true })
      // If the payment cannot be started, the order's page offers the other ways.
      const checkout = way && total > 0 ? await startCheckout(trade_no, way).catch(() => null) : null
      return { tradeNo: trade_no, checkout }
    },
    onSuccess: async (placed) => {
      if (!placed) return showToast({ kind: 'info', message: t('quote.renewed') })
      await router.navigate({ href: `/user/order/${placed.tradeNo}` })
      if (placed.checkout) goToGateway(placed.checkout)
      // The order now holds its part of the balance.
      await Promise.allSettled([invalidate(fetchOrders, getDashboard), refreshWho()])
    },
    onError: async (failed) => {
      // Another one is open, which this page did not know of.
      if (failed instanceof ApiError && failed.code === 'order.open_exists') return invalidate(fetchOrders)
      if (!isLapsed(failed)) return
      await renew()
      showToast({ kind: 'info', message: t('quote.renewed') })
    },
  })
  const place = async (wish: Wish): Promise<void> => {
    if (!open || (await askReplace(open))) mutate({ ...wish, replaced: open })
  }
  return {
    place: (wish) => void place(wish),
    isPending,
    error: isLapsed(error) ? null : error,
    isBlocked: open?.proof_sent ?? false,
  }
}
