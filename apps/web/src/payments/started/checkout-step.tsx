import { Button } from '@mantine/core'
import { askPayment, type Checkout, type PaymentChoice } from '@portico/contract/checkout'
import type { Order } from '@portico/contract/orders'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { showToast } from '../../toast.ts'
import { orderChanged } from '../../orders/order-changed.ts'
import { orderedWithPeriod } from '../../orders/ordered-name.ts'
import { OrderReference } from '../../orders/order-number.tsx'
import { Step } from '../../orders/steps.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { ManualSteps } from './manual-steps.tsx'
import { PayGate } from './pay-gate.tsx'
import { OpensStep, PayFrame } from './pay-frame.tsx'
import styles from './started.module.css'
import { methodHeading } from '../method-name.ts'

interface CheckoutStepProps {
  order: Order
  checkout: Checkout
  method: PaymentChoice
  /** Seconds left to pay. */
  left: number
  /** true: the member sent a proof. */
  isSent: boolean
  /** Absent: there is no other way to pay. */
  onBack: (() => void) | undefined
  /** Further actions on the order. */
  children: ReactNode
}

/**
 * A started payment: the code, the way to the gateway's page or how to transfer, and what happens next.
 * The order's page watches for the payment.
 */
export function CheckoutStep({ order, checkout, method, left, isSent, onBack, children }: CheckoutStepProps) {
  const t = useT()
  const isManual = checkout.type === 2
  return (
    <PayFrame
      order={order}
      title={methodHeading(method.name)}
      text={orderedWithPeriod(order)}
      steps={isManual ? <ManualSteps order={order} checkout={checkout} /> : <GatewaySteps order={order} checkout={checkout} />}
      gate={<PayGate order={order} checkout={checkout} left={left} isSent={isSent} />}
      stepsFirst={isManual}
    >
      <OrderReference number={order.trade_no} />
      <div className={styles['actions']}>
        {!isManual && <CheckNow order={order} />}
        {onBack && (
          <Button variant="subtle" onClick={onBack}>
            {t('pay.other')}
          </Button>
        )}
        {children}
      </div>
    </PayFrame>
  )
}

function GatewaySteps({ order, checkout }: { order: Order; checkout: Checkout }) {
  const t = useT()
  const money = useMoney()
  const amount = money(checkout.pay_amount, order.currency)
  const isCode = checkout.type === 0
  return (
    <>
      <Step state="now" n={2} title={t(isCode ? 'pay.step_scan' : 'pay.step_page', { amount })}>
        <p>{t(isCode ? 'pay.scan' : 'pay.leaving')}</p>
      </Step>
      <OpensStep order={order}>
        <p>{t('pay.step_opens_text')}</p>
      </OpensStep>
    </>
  )
}

/** Makes the server ask the gateway at once. */
function CheckNow({ order: { trade_no } }: { order: Order }) {
  const t = useT()
  const ask = useMutation({
    mutationFn: () => call(askPayment, { body: { trade_no } }),
    onSuccess: async ({ status }) => {
      if (status === 'pending') showToast({ kind: 'info', message: t('pay.not_yet') })
      else await orderChanged()
    },
  })
  return (
    <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
      {t('pay.check_now')}
    </Button>
  )
}
