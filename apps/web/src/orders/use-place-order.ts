import { fetchOrders, saveOrder } from '@portico/contract/orders'
import { getDashboard } from '@portico/contract/subscriptions'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError, call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { refreshWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { showNotice } from '../notice.ts'

const LAPSED = ['quote.stale', 'quote.invalid']
const isLapsed = (error: Error | null): boolean => error instanceof ApiError && LAPSED.includes(error.code)

export interface Placing {
  place: (quote: string) => void
  isPending: boolean
  /** Why the order was refused. A lapsed quote does not count, because a new one has replaced it. */
  error: Error | null
}

/** Places exactly what was quoted, then opens the order's page. `renew`: fetches a new quote if this one has lapsed. */
export function usePlaceOrder(renew: () => Promise<unknown>): Placing {
  const t = useT()
  const router = useRouter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (quote: string) => call(saveOrder, { body: { quote } }, { background: true }),
    onSuccess: async ({ trade_no }) => {
      await router.navigate({ href: `/user/order/${trade_no}` })
      // The order now holds its part of the balance.
      await Promise.allSettled([invalidate(fetchOrders, getDashboard), refreshWho()])
    },
    onError: async (failed) => {
      if (!isLapsed(failed)) return
      await renew()
      showNotice({ kind: 'info', message: t('quote.renewed') })
    },
  })
  return { place: mutate, isPending, error: isLapsed(error) ? null : error }
}
