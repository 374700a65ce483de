import { orderPaymentMethods } from '@portico/contract/checkout'
import type { Order } from '@portico/contract/orders'
import { orderProof } from '@portico/contract/payment-proofs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { get, invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { CheckoutStep } from './started/checkout-step.tsx'
import { ChooseMethod } from './started/choose-method.tsx'
import { isAffordable } from './method-choice.tsx'
import { isSent } from './proof-card.tsx'
import { goToGateway, startCheckout, type Way } from './start-checkout.ts'

interface PayOrderProps {
  order: Order
  /** Seconds left to pay. */
  left: number
  /** Cancels the order after asking. */
  cancel: { ask: () => void; isPending: boolean }
  /** Called when the order has changed, or may have: fetch it again. */
  onSettled: () => Promise<void>
}

/** Pays an unpaid order: the payment that was started, or the choice of a method. */
export function PayOrder({ order, left, cancel, onSettled }: PayOrderProps) {
  const t = useT()
  const query = useQuery(get(orderPaymentMethods, { query: { trade_no: order.trade_no } }))
  const { data: proof } = useQuery(get(orderProof, { query: { trade_no: order.trade_no } }, { background: true }))
  // A started payment stays on the page until another method is wanted.
  const [isChoosing, setChoosing] = useState(false)
  const pay = useMutation({
    mutationFn: (way: Way) => startCheckout(order.trade_no, way),
    onSuccess: async (checkout) => {
      if (checkout.type === -1) return onSettled()
      await invalidate(orderPaymentMethods, orderProof)
      setChoosing(false)
      goToGateway(checkout)
    },
    // Meanwhile the order may have been paid or cancelled or have expired, or the balance may have been spent.
    onError: () => onSettled(),
  })
  const { data } = query
  const usable = data?.items.filter((one) => isAffordable(one, data.balance)) ?? []
  // Nothing to choose and nowhere to go: a single transfer shows where to send the money at once.
  const only = data && !data.open && usable.length === 1 ? usable.find(({ driver }) => driver === 'manual') : undefined
  const { mutate, isIdle } = pay
  const starts = only !== undefined && isIdle
  useEffect(() => {
    if (starts) mutate({ method: only, savesCard: false })
  }, [starts, only, mutate])
  if (!data || (only && !pay.error)) {
    return query.error ? <ErrorState error={query.error} onRetry={query.refetch} /> : <PageLoading />
  }
  const { open, items, balance } = data
  const method = items.find(({ id }) => id === open?.method)
  const hasProof = open?.type === 2 && proof !== undefined && isSent(proof)
  const hasOther = usable.some((one) => one.id !== method?.id)
  const cancelButton = (
    <button type="button" className={buttonClass('quiet')} data-variant="subtle" disabled={cancel.isPending} onClick={cancel.ask}>
      {t('order.cancel')}
    </button>
  )
  if (open && method && !isChoosing) {
    return (
      <CheckoutStep
        order={order}
        checkout={open}
        method={method}
        left={left}
        isSent={hasProof}
        onBack={hasOther ? () => setChoosing(true) : undefined}
      >
        {cancelButton}
      </CheckoutStep>
    )
  }
  return (
    <ChooseMethod
      order={order}
      methods={items}
      balance={balance}
      left={left}
      sent={hasProof ? method : undefined}
      isPending={pay.isPending}
      failure={pay.error}
      onPay={(way) => (hasProof && way.method.id === method?.id ? setChoosing(false) : pay.mutate(way))}
    >
      {cancelButton}
    </ChooseMethod>
  )
}
