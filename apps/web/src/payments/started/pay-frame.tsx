import type { Order } from '@portico/contract/orders'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { Step, Steps, StepTime } from '../../orders/steps.tsx'
import styles from './started.module.css'

interface PayFrameProps {
  order: Order
  title: string
  text: string
  /** Steps after the order was placed. */
  steps: ReactNode
  gate: ReactNode
  /** true: on a small screen the gate follows the steps. */
  stepsFirst?: boolean
  children: ReactNode
}

/** An order on its way to being paid: the steps, and beside them the gate with the amount. */
export function PayFrame({ order, title, text, steps, gate, stepsFirst = false, children }: PayFrameProps) {
  const t = useT()
  return (
    <div className={styles['pay']} data-steps-first={stepsFirst || undefined}>
      <div>
        <header className={styles['head']}>
          <h1>{title}</h1>
          <p>{text}</p>
        </header>
        <Steps>
          <Step state="done" title={t('pay.step_placed')} aside={<StepTime value={order.created_at} />} />
          {steps}
        </Steps>
        {children}
      </div>
      {gate}
    </div>
  )
}

/** The last step: what was bought opens by itself. */
export function OpensStep({ order, children }: { order: Order; children: ReactNode }) {
  const t = useT()
  return (
    <Step state="next" n={3} title={t(order.type === 'topup' ? 'pay.step_topup' : 'pay.step_opens')}>
      {children}
    </Step>
  )
}
