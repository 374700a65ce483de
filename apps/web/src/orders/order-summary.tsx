import { isMoving } from '@portico/contract/order-status'
import type { Order } from '@portico/contract/orders'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { costOf, partsOf } from './bill-of.ts'
import { BelowTotal, OrderLines } from './order-lines.tsx'
import { orderedWithPeriod } from './ordered-name.ts'
import { methodName } from '../payments/method-name.ts'

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
          <DateTime value={order.created_at} part="moment" />
        </Fact>
        {order.paid_at && (
          <Fact name={t('order.paid')}>
            <DateTime value={order.paid_at} part="moment" />
          </Fact>
        )}
        {order.status === 'expired' && (
          <Fact name={t('order.expired')}>
            <DateTime value={order.expires_at} part="moment" />
          </Fact>
        )}
        {order.payment_name && <Fact name={t('order.method')}>{methodName(order.payment_name)}</Fact>}
        {order.completed_at && (
          <Fact name={t(order.type === 'topup' ? 'order.credited' : 'order.opened')}>
            <DateTime value={order.completed_at} part="moment" />
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

/** Amounts beside the total: balance used, additions, and refunds. */
function Beyond({ order }: { order: Order }) {
  const t = useT()
  const { credit_amount: credit, bonus_amount: bonus, refunded_amount: refunded, balance_amount: held, status, currency } = order
  const over = status === 'cancelled' || status === 'expired'
  const parts = [
    ...partsOf(order, t),
    { name: t(isMoving(status) ? 'order.credit_later' : 'order.credit'), amount: over ? 0 : credit },
    { name: t('order.bonus'), amount: over ? 0 : bonus },
    { name: t('order.returned'), amount: over ? held : 0 },
    { name: t('order.refunded'), amount: refunded },
  ]
  return <BelowTotal parts={parts} currency={currency} />
}
