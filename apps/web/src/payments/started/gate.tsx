import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { clock } from '../../orders/live-status.ts'
import { Money } from '../../ui/format/money.tsx'
import styles from './pay-gate.module.css'

interface GateProps {
  label: string
  amount: number
  currency: string
  /** The amount is said beside it too: on a small screen only the wait is shown. */
  isSmall?: boolean
  children: ReactNode
}

/** The way through, on ink: what to pay, and how. */
export function Gate({ label, amount, currency, isSmall = false, children }: GateProps) {
  return (
    <section className={`${styles['gate']} on-ink`} data-small={isSmall || undefined} aria-label={label}>
      <div className={styles['due']}>
        <span className={styles['label']}>{label}</span>
        <strong className={styles['amount']}>
          <Money amount={amount} currency={currency} />
        </strong>
      </div>
      {children}
    </section>
  )
}

/** When the time left is warm. */
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
