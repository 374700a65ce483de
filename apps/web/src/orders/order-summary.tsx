import type { Order } from '@portico/contract/orders'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/date-time.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/money.tsx'
import styles from './orders.module.css'

/** What was ordered and what it comes to. `fee`: of the payment method in view, or of the one that paid. */
export function OrderSummary({ order, fee, children }: { order: Order; fee: number; children?: ReactNode }) {
  const t = useT()
  const { currency, price_amount: price, total_amount: total } = order
  return (
    <Card title={t('order.summary')}>
      <Facts>
        <Fact name={t('order.plan')}>
          <strong>{order.plan_name}</strong>
        </Fact>
        <Fact name={t('order.period')}>{t(`period.${order.period}`)}</Fact>
        <Fact name={t('order.type')}>{t(`order_type.${order.type}`)}</Fact>
        <Fact name={t('order.number')}>
          <span className={styles['number']}>{order.trade_no}</span>
        </Fact>
        <Fact name={t('order.created')}>
          <DateTime value={order.created_at} />
        </Fact>
        {order.paid_at && (
          <Fact name={t('order.paid')}>
            <DateTime value={order.paid_at} />
          </Fact>
        )}
        {order.payment_name && <Fact name={t('order.method')}>{order.payment_name}</Fact>}
        {order.completed_at && (
          <Fact name={t('order.opened')}>
            <DateTime value={order.completed_at} />
          </Fact>
        )}
      </Facts>
      <div className={styles['sum']}>
        <Facts>
          <Fact name={t('order.price')}>
            <Money amount={price} currency={currency} />
          </Fact>
          {total !== price && (
            <Fact name={t('order.reduction')}>
              <Money amount={total - price} currency={currency} />
            </Fact>
          )}
          <Fact name={t('order.fee')}>
            <Money amount={fee} currency={currency} />
          </Fact>
          <Fact name={t('order.total')}>
            <strong className={styles['total']}>
              <Money amount={total + fee} currency={currency} />
            </strong>
          </Fact>
        </Facts>
      </div>
      {children && <div className={styles['foot']}>{children}</div>}
    </Card>
  )
}
