import { Button, Checkbox } from '@mantine/core'
import { type Checkout, checkoutOrder, type Order, type PaymentChoice, orderPaymentMethods } from '@portico/contract/orders'
import { orderProof } from '@portico/contract/payment-proofs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { get, invalidate } from '../api/query.ts'
import { language, useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatMoney } from '../ui/format/format-money.ts'
import { showNotice } from '../notice.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { CheckoutStep } from './checkout-step.tsx'
import { isAffordable, MethodChoice } from './method-choice.tsx'
import styles from './payments.module.css'
import { webAddress } from './web-address.ts'

interface PayOrderProps {
  order: Order
  /** Called with the fee of the selected method. */
  onFee: (fee: number) => void
  /** Called when the order has changed, or may have: fetch it again. */
  onSettled: () => Promise<void>
}

/** Chooses a payment method for an unpaid order, and pays it. */
export function PayOrder({ order, onFee, onSettled }: PayOrderProps) {
  const t = useT()
  const query = useQuery(get(orderPaymentMethods, { query: { trade_no: order.trade_no } }))
  const [chosen, setChosen] = useState<number | null>(null)
  const [savesCard, setSavesCard] = useState(false)
  const [started, setStarted] = useState<{ checkout: Checkout; method: PaymentChoice } | null>(null)
  const methods = query.data?.items ?? []
  const balance = query.data?.balance ?? 0
  const usable = methods.filter((method) => isAffordable(method, balance))
  const method = usable.find((one) => one.id === chosen) ?? usable[0]
  const fee = method?.fee_amount ?? 0
  useEffect(() => onFee(fee), [fee, onFee])

  const checkout = useMutation({
    mutationFn: (way: PaymentChoice) =>
      call(checkoutOrder, { body: { trade_no: order.trade_no, method: way.id, save_card: way.can_save_card && savesCard } }),
    onSuccess: async (answer, way) => {
      if (answer.type === -1) return onSettled()
      const address = answer.type === 1 ? webAddress(answer.data) : null
      if (answer.type === 1 && !address) return showNotice({ kind: 'error', message: t('pay.bad_address') })
      setStarted({ checkout: answer, method: way })
      if (answer.type === 2) void invalidate(orderProof)
      if (address) location.assign(address)
    },
    // Meanwhile the order may have been paid or cancelled or have expired, or the balance may have been spent.
    onError: () => onSettled(),
  })

  if (started) return <CheckoutStep order={order} {...started} onBack={() => setStarted(null)} />
  return (
    <Card title={t('pay.title')}>
      {query.error && !query.data && <ErrorState error={query.error} onRetry={query.refetch} />}
      {query.isPending && <PageLoading />}
      {query.data && methods.length === 0 && <p className="quiet">{t('pay.no_methods')}</p>}
      {methods.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (method && !checkout.isPending) checkout.mutate(method)
          }}
        >
          <MethodChoice
            methods={methods}
            balance={balance}
            currency={order.currency}
            value={method?.id ?? null}
            disabled={checkout.isPending}
            onChange={setChosen}
          />
          {method?.can_save_card && (
            <Checkbox
              className={styles['save']}
              checked={savesCard}
              disabled={checkout.isPending}
              label={t('pay.save_card')}
              description={t('pay.save_card_text')}
              onChange={(event) => setSavesCard(event.currentTarget.checked)}
            />
          )}
          <Button type="submit" size="md" fullWidth loading={checkout.isPending} disabled={!method}>
            {method ? t('pay.submit', { amount: formatMoney(method.pay_amount, order.currency, language.get()) }) : t('pay.submit_none')}
          </Button>
        </form>
      )}
    </Card>
  )
}
