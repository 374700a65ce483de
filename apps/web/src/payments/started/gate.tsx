import type { Order, OrderLine } from '@portico/contract/orders'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { clock } from '../../orders/live-status.ts'
import { LineRows } from '../../orders/order-lines.tsx'
import { orderedWithPeriod } from '../../orders/ordered-name.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Money } from '../../ui/format/money.tsx'
import styles from './pay-gate.module.css'

interface GateProps {
  label: string
  /** true: the amount is shown beside it; on a small screen it is a strip. */
  isSmall?: boolean
  children: ReactNode
}

/** The arch that leads to what was ordered, on ink: what to pay, and how. */
export function Gate({ label, isSmall = false, children }: GateProps) {
  return (
    <section className={`${styles['gate']} on-ink`} data-small={isSmall || undefined} aria-label={label}>
      {children}
    </section>
  )
}

export function Due({ label, amount, currency }: { label: string; amount: number; currency: string }) {
  return (
    <div className={styles['due']}>
      <span className={styles['label']}>{label}</span>
      <strong className={styles['amount']}>
        <Money amount={amount} currency={currency} />
      </strong>
    </div>
  )
}

interface DueLinesProps {
  order: Order
  /** Fee of the payment. */
  fee: number
  /** true: shows the sum too, if nothing above does. */
  withSum?: boolean
}

/** How the amount due is made up. */
export function DueLines({ order, fee, withSum = false }: DueLinesProps) {
  const t = useT()
  const { lines, total_amount: total, currency } = order
  const all: OrderLine[] = fee > 0 ? [...lines, { kind: 'fee', amount: fee }] : lines
  return (
    <div className={styles['lines']}>
      <Facts>
        <LineRows lines={all} currency={currency} names={{ price: orderedWithPeriod(order) }} />
        {withSum && (
          <Fact name={<strong>{t('order.to_pay')}</strong>}>
            <strong>
              <Money amount={total + fee} currency={currency} />
            </strong>
          </Fact>
        )}
      </Facts>
    </div>
  )
}

/** Seconds left below which the time is warm. */
const SOON_S = 5 * 60

/** How long there is to pay; for a transfer, to send the proof of it. Then what becomes of a late payment. */
export function TimeLeft({ left, isManual }: { left: number; isManual: boolean }) {
  const t = useT()
  return (
    <div className={styles['time']}>
      <p role="timer" data-soon={left < SOON_S || undefined}>
        {t(isManual ? 'pay.proof_left' : 'order.time_left')} <strong>{clock(left)}</strong>
      </p>
      <p>{t('order_state.late_text')}</p>
    </div>
  )
}
