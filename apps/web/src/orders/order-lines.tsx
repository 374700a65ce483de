import type { LineKind, OrderLine } from '@portico/contract/orders'
import type { ReactNode } from 'react'
import { type MessageKey, useT } from '../i18n.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import type { Part } from './bill-of.ts'
import styles from './order-lines.module.css'

interface LineRowsProps {
  lines: OrderLine[]
  currency: string
  /** Own names for some lines; null: left out. */
  names?: Partial<Record<LineKind, string | null>>
}

/** Every line of a total with its sign. */
export function LineRows({ lines, currency, names = {} }: LineRowsProps) {
  const t = useT()
  return lines.map(({ kind, amount }) => (
    <Fact key={kind} name={names[kind] ?? t(`order_line.${kind}`)}>
      <Money amount={amount} currency={currency} />
    </Fact>
  ))
}

interface OrderLinesProps {
  lines: OrderLine[]
  currency: string
  /** The sum of the lines. */
  total: number
  totalName?: MessageKey
  /** Name of the first line if it is not a price. */
  priceName?: MessageKey
}

/** How a total is made up: every line with its sign, then the sum. */
export function OrderLines({ lines, currency, total, totalName = 'order.to_pay', priceName }: OrderLinesProps) {
  const t = useT()
  return (
    <Facts>
      <LineRows lines={lines} currency={currency} names={priceName ? { price: t(priceName) } : {}} />
      <Fact name={<strong className={styles['name']}>{t(totalName)}</strong>}>
        <strong className={styles['total']}>
          <Money amount={total} currency={currency} />
        </strong>
      </Fact>
    </Facts>
  )
}

interface BelowProps {
  parts: Part[]
  currency: string
  /** More facts below the amounts. */
  children?: ReactNode
}

/** Amounts outside the total, below it; zeros are left out. */
export function BelowTotal({ parts, currency, children }: BelowProps) {
  const shown = parts.filter(({ amount }) => amount > 0)
  if (shown.length === 0 && !children) return null
  return (
    <div className={styles['below']}>
      <Facts>
        {shown.map(({ name, amount }) => (
          <Fact key={name} name={name}>
            <Money amount={amount} currency={currency} />
          </Fact>
        ))}
        {children}
      </Facts>
    </div>
  )
}
