import type { PaymentChoice } from '@portico/contract/checkout'
import type { Order } from '@portico/contract/orders'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { OrderReference } from '../../orders/order-number.tsx'
import { orderedWithPeriod } from '../../orders/ordered-name.ts'
import { Step } from '../../orders/steps.tsx'
import { Banner } from '../../ui/banner.tsx'
import { useMoney } from '../../ui/format/use-money.ts'
import { isAffordable, MethodChoice } from '../method-choice.tsx'
import { payLabel } from '../pay-label.ts'
import { PayFoot } from '../price-panel.tsx'
import type { Way } from '../start-checkout.ts'
import { useWay } from '../use-way.ts'
import { Due, DueLines, Gate, TimeLeft } from './gate.tsx'
import gate from './pay-gate.module.css'
import { OpensStep, PayFrame } from './pay-frame.tsx'
import styles from './started.module.css'

interface ChooseMethodProps {
  order: Order
  methods: PaymentChoice[]
  balance: number
  /** Seconds left to pay. */
  left: number
  /** Method whose transfer is being checked, so that nothing more is to be paid there. */
  sent: PaymentChoice | undefined
  isPending: boolean
  failure: Error | null
  onPay: (way: Way) => void
  /** Further actions on the order. */
  children: ReactNode
}

/** An order without a started payment: what it costs, and the choice of a method. */
export function ChooseMethod({ order, methods, balance, left, sent, isPending, failure, onPay, children }: ChooseMethodProps) {
  const t = useT()
  const money = useMoney()
  const { currency, total_amount: total } = order
  const ways = useWay(
    methods.filter((method) => isAffordable(method, balance)),
    sent,
  )
  const { way } = ways
  const fee = way?.method.fee_amount ?? 0
  const label = way ? payLabel(t, way.method, money(total + fee, currency)) : t('pay.submit_none')
  const pay = (
    <form
      className={styles['choice']}
      onSubmit={(event) => {
        event.preventDefault()
        if (way && !isPending) onPay(way)
      }}
    >
      <MethodChoice ways={ways} balance={balance} currency={currency} disabled={isPending} />
      <PayFoot
        label={sent && way?.method.id === sent.id ? t('pay.to_details') : label}
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
    </form>
  )
  return (
    <PayFrame
      order={order}
      title={orderedWithPeriod(order)}
      text={t(`order_type.${order.type}`)}
      steps={
        <>
          <Step state="now" n={2} title={t('pay.submit_none')}>
            {methods.length > 0 ? pay : <p>{t('pay.no_methods')}</p>}
          </Step>
          <OpensStep order={order}>{way?.method.driver !== 'manual' && <p>{t('pay.step_opens_text')}</p>}</OpensStep>
        </>
      }
      gate={
        <Gate label={t('order.to_pay')}>
          <Due label={t('order.to_pay')} amount={total + fee} currency={currency} />
          <DueLines order={order} fee={fee} />
          {sent ? (
            <p className={gate['waiting']}>{t('order_state.checking')}</p>
          ) : (
            <TimeLeft left={left} isManual={way?.method.driver === 'manual'} />
          )}
        </Gate>
      }
    >
      <OrderReference number={order.trade_no} />
      <div className={styles['actions']}>{children}</div>
    </PayFrame>
  )
}
