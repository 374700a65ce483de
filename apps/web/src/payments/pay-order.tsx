import { Button } from '@mantine/core'
import { type Order, type OrderLine, type PaymentChoice, orderPaymentMethods } from '@portico/contract/orders'
import { orderProof } from '@portico/contract/payment-proofs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { get, invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { LineRows } from '../orders/order-lines.tsx'
import { orderedWithPeriod } from '../orders/ordered-name.ts'
import { Banner } from '../ui/banner.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Facts } from '../ui/facts.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { CheckoutStep } from './started/checkout-step.tsx'
import { isAffordable, MethodChoice } from './method-choice.tsx'
import { PayFoot, PricePanel, PriceTotal } from './price-panel.tsx'
import { isSent } from './proof-card.tsx'
import { goToGateway, startCheckout, type Way } from './start-checkout.ts'
import { useWay } from './use-way.ts'
import styles from './payments.module.css'

interface PayOrderProps {
  order: Order
  /** Seconds left to pay. */
  left: number
  /** What is known about the order, beside the choice of a method. */
  about: ReactNode
  /** Cancels the order after asking. */
  cancel: { ask: () => Promise<void>; isPending: boolean }
  /** Called when the order has changed, or may have: fetch it again. */
  onSettled: () => Promise<void>
}

/** Pays an unpaid order: the payment that was started, or the choice of a method. */
export function PayOrder({ order, left, about, cancel, onSettled }: PayOrderProps) {
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
  if (!data) return query.error ? <ErrorState error={query.error} onRetry={query.refetch} /> : <PageLoading />
  const { open, items, balance } = data
  const method = items.find(({ id }) => id === open?.method)
  const hasProof = open?.type === 2 && proof !== undefined && isSent(proof)
  const hasOther = items.some((one) => one.id !== method?.id && isAffordable(one, balance))
  const cancelButton = (
    <Button variant="subtle" color="gray" loading={cancel.isPending} onClick={() => void cancel.ask()}>
      {t('order.cancel')}
    </Button>
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
    <div className={styles['choose']}>
      <div className="sections">{about}</div>
      <PricePanel>
        <Choice
          order={order}
          methods={items}
          balance={balance}
          sent={hasProof ? method : undefined}
          isPending={pay.isPending}
          failure={pay.error}
          onPay={(way) => (hasProof && way.method.id === method?.id ? setChoosing(false) : pay.mutate(way))}
        />
        <div className={styles['cancel']}>{cancelButton}</div>
      </PricePanel>
    </div>
  )
}

interface ChoiceProps {
  order: Order
  methods: PaymentChoice[]
  balance: number
  /** The method whose transfer is being checked: nothing more to pay there. */
  sent: PaymentChoice | undefined
  isPending: boolean
  failure: Error | null
  onPay: (way: Way) => void
}

function Choice({ order, methods, balance, sent, isPending, failure, onPay }: ChoiceProps) {
  const t = useT()
  const money = useMoney()
  const { currency, total_amount: total } = order
  const ways = useWay(
    methods.filter((method) => isAffordable(method, balance)),
    sent,
  )
  const { way } = ways
  const fee = way?.method.fee_amount ?? 0
  const payLabel = way ? t('pay.submit', { amount: money(total + fee, currency) }) : t('pay.submit_none')
  const lines: OrderLine[] = fee > 0 ? [...order.lines, { kind: 'fee', amount: fee }] : order.lines
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (way && !isPending) onPay(way)
      }}
    >
      <Facts>
        <LineRows lines={lines} currency={currency} names={{ price: orderedWithPeriod(order) }} />
      </Facts>
      <PriceTotal name={t('order.to_pay')} amount={total + fee} currency={currency} />
      {methods.length === 0 ? (
        <p className="quiet">{t('pay.no_methods')}</p>
      ) : (
        <MethodChoice
          ways={ways}
          tooLow={methods.filter((method) => !isAffordable(method, balance))}
          balance={balance}
          currency={currency}
          disabled={isPending}
        />
      )}
      {methods.length > 0 && (
        <PayFoot
          label={sent && way?.method.id === sent.id ? t('pay.to_details') : payLabel}
          amount={total + fee}
          currency={currency}
          what={orderedWithPeriod(order)}
          failure={
            failure && (
              <Banner tone="bad" title={t('pay.not_started')}>
                {failure.message}
              </Banner>
            )
          }
          disabled={!way}
          loading={isPending}
        />
      )}
    </form>
  )
}
