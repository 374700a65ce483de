import { fetchOrders, saveOrder } from '@portico/contract/orders'
import { getDashboard } from '@portico/contract/subscriptions'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError, call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { refreshWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { isInTheWay } from './open/order-refused.tsx'
import { goToGateway, startCheckout, type Way } from '../payments/start-checkout.ts'

const LAPSED = ['quote.stale', 'quote.invalid']
const isLapsed = (error: Error | null): boolean => error instanceof ApiError && LAPSED.includes(error.code)

/** `way`: how to pay it at once; absent: on the order's page. */
interface Wish {
  quote: string
  way: Way | undefined
}
export interface Placing {
  place: (wish: Wish) => void
  isPending: boolean
  /** Why the order was refused. A lapsed quote does not count, because a new one has replaced it. */
  error: Error | null
}

/**
 * Places exactly what was quoted, starts its payment and opens the order's page. `renew`: fetches a new quote if this one has lapsed.
 */
export function usePlaceOrder(renew: () => Promise<unknown>): Placing {
  const t = useT()
  const router = useRouter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ quote, way }: Wish) => {
      const { trade_no, total_amount: total } = await call(saveOrder, { body: { quote } }, { background: true })
      // If the payment cannot be started, the order's page offers the other ways.
      const checkout = way && total > 0 ? await startCheckout(trade_no, way).catch(() => null) : null
      return { tradeNo: trade_no, checkout }
    },
    onSuccess: async ({ tradeNo, checkout }) => {
      await router.navigate({ href: `/user/order/${tradeNo}` })
      if (checkout) goToGateway(checkout)
      // The order now holds its part of the balance.
      await Promise.allSettled([invalidate(fetchOrders, getDashboard), refreshWho()])
    },
    onError: async (failed) => {
      if (isInTheWay(failed)) return invalidate(fetchOrders)
      if (!isLapsed(failed)) return
      await renew()
      showToast({ kind: 'info', message: t('quote.renewed') })
    },
  })
  return { place: mutate, isPending, error: isLapsed(error) ? null : error }
}
