import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { Money } from '../ui/format/money.tsx'
import styles from './price-panel.module.css'

/** The one panel of a purchase: what it costs, and how to pay it. */
export function PricePanel({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <aside className={styles['panel']} aria-label={t('pay.panel')}>
      <h2>{t('pay.panel')}</h2>
      {children}
    </aside>
  )
}

/** The sum below the lines. */
export function PriceTotal({ name, amount, currency }: { name: string; amount: number; currency: string }) {
  return (
    <p className={styles['total']}>
      <span>{name}</span>
      <strong>
        <Money amount={amount} currency={currency} />
      </strong>
    </p>
  )
}

interface PayFootProps {
  label: string
  amount: number
  currency: string
  /** What is bought, beside the amount on phones. */
  what: string
  /** Warning above the button. */
  warning?: string | undefined
  hint?: string
  /** Why paying failed, beside the pressed button. */
  failure: ReactNode
  disabled?: boolean
  loading: boolean
  /** Absent: the button submits its form. */
  onPay?: () => void
}

/** The button that pays: at the end of the panel, on phones in a bar at the bottom that is always in reach. */
export function PayFoot({ label, amount, currency, what, warning, hint, failure, disabled = false, loading, onPay }: PayFootProps) {
  const button = { type: onPay ? ('button' as const) : ('submit' as const), h: 48, fz: 16, disabled, loading, onClick: onPay }
  return (
    <>
      <div className={styles['foot']} data-bottom-bar>
        {failure}
        {warning && <Banner tone="warn">{warning}</Banner>}
        <Button {...button} fullWidth className={styles['wide'] ?? ''}>
          {label}
        </Button>
        <div className={styles['bar']}>
          <span>
            <strong>
              <Money amount={amount} currency={currency} />
            </strong>
            <small>{what}</small>
          </span>
          <Button {...button}>{label}</Button>
        </div>
      </div>
      {hint && <p className={styles['hint']}>{hint}</p>}
    </>
  )
}
