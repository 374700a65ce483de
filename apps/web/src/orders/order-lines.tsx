import type { LineKind, OrderLine } from '@portico/contract/orders'
import { type MessageKey, useT } from '../i18n.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import styles from './order-lines.module.css'

interface OrderLinesProps {
  lines: OrderLine[]
  currency: string
  /** The sum of the lines. */
  total: number
  totalName?: MessageKey
  /** Name of the first line if it is not a price. */
  priceName?: MessageKey
  /** Name of the promotion, if known. */
  promotion?: string | null
}

/** How a total is made up: every line with its sign, then the sum. */
export function OrderLines({ lines, currency, total, totalName = 'order.to_pay', priceName, promotion }: OrderLinesProps) {
  const t = useT()
  const nameOf = (kind: LineKind): string => {
    if (kind === 'promotion' && promotion) return promotion
    return t(kind === 'price' && priceName ? priceName : `order_line.${kind}`)
  }
  return (
    <Facts>
      {lines.map(({ kind, amount }) => (
        <Fact key={kind} name={nameOf(kind)}>
          <Money amount={amount} currency={currency} />
        </Fact>
      ))}
      <Fact name={<strong className={styles['name']}>{t(totalName)}</strong>}>
        <strong className={styles['total']}>
          <Money amount={total} currency={currency} />
        </strong>
      </Fact>
    </Facts>
  )
}
