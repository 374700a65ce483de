import { isMoving, type Order } from '@portico/contract/orders'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import { billOf, costOf } from './bill-of.ts'
import { OrderLines } from './order-lines.tsx'
import { orderedWithPeriod } from './ordered-name.ts'
import { methodName } from '../payments/method-name.ts'
import styles from './orders.module.css'

/** What was ordered, when, and how it was paid. */
export function OrderFacts({ order }: { order: Order }) {
  const t = useT()
  return (
    <Card title={t('order.summary')}>
      <Facts>
        {order.type !== 'topup' && <Fact name={t('order.what')}>{orderedWithPeriod(order)}</Fact>}
        <Fact name={t('order.type')}>{t(`order_type.${order.type}`)}</Fact>
        <Fact name={t('order.number')}>
          <span className="mono">{order.trade_no}</span>
        </Fact>
        <Fact name={t('order.created')}>
          <DateTime value={order.created_at} />
        </Fact>
        {order.paid_at && (
          <Fact name={t('order.paid')}>
            <DateTime value={order.paid_at} />
          </Fact>
        )}
        {order.status === 'expired' && (
          <Fact name={t('order.expired')}>
            <DateTime value={order.expires_at} />
          </Fact>
        )}
        {order.payment_name && <Fact name={t('order.method')}>{methodName(order.payment_name)}</Fact>}
        {order.completed_at && (
          <Fact name={t(order.type === 'topup' ? 'order.credited' : 'order.opened')}>
            <DateTime value={order.completed_at} />
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

/** What an order cost, line by line, and how it was paid. */
export function OrderBill({ order }: { order: Order }) {
  const t = useT()
  return (
    <Card title={t('order.bill')}>
      <OrderLines
        {...costOf(order)}
        currency={order.currency}
        totalName="order.total"
        {...(order.type === 'topup' && { priceName: 'order_line.topup' as const })}
      />
      <Beyond order={order} />
    </Card>
  )
}

/** Amounts besides the total: from where it was paid if from the balance too, what is added on top, and what was returned. */
function Beyond({ order }: { order: Order }) {
  const t = useT()
  const { credit_amount: credit, bonus_amount: bonus, refunded_amount: refunded, balance_amount: held, status, currency } = order
  const over = status === 'cancelled' || status === 'expired'
  const rest = order.payment_name ? methodName(order.payment_name) : t(order.paid_at ? 'order.paid_rest' : 'order.to_pay')
  const parts = [
    { key: 'balance', name: t('order_line.balance'), amount: held },
    { key: 'rest', name: rest, amount: billOf(order).total },
  ]
  const more = [
    ...(held > 0 && !over ? parts : []),
    { key: 'credit', name: t(isMoving(status) ? 'order.credit_later' : 'order.credit'), amount: over ? 0 : credit },
    { key: 'bonus', name: t('order.bonus'), amount: over ? 0 : bonus },
    { key: 'returned', name: t('order.returned'), amount: over ? held : 0 },
    { key: 'refunded', name: t('order.refunded'), amount: refunded },
  ].filter(({ amount }) => amount > 0)
  if (more.length === 0) return null
  return (
    <div className={styles['beyond']}>
      <Facts>
        {more.map(({ key, name, amount }) => (
          <Fact key={key} name={name}>
            <Money amount={amount} currency={currency} />
          </Fact>
        ))}
      </Facts>
    </div>
  )
}
