import { Button } from '@mantine/core'
import type { Order } from '@portico/contract/orders'
import { PERIODS } from '@portico/contract/periods'
import type { ReactNode } from 'react'
import { useSite } from '../api/site.ts'
import { type MessageKey, useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { closeGaps } from '../ui/format/close-gaps.ts'
import { useMoney } from '../ui/format/use-money.ts'

/** State of an order that cannot be paid, and what comes next. */
export function OrderProgress({ order }: { order: Order }): ReactNode {
  const t = useT()
  const email = useSite()?.email
  const money = useMoney()
  switch (order.status) {
    case 'pending':
      return <Banner tone="warn" title={t('order_state.late')} action={<Again order={order} />} />
    case 'processing':
      return <Banner tone="info" title={t('order_state.processing')} />
    case 'completed':
      return (
        <Banner tone="good" title={t(doneText(order))}>
          {order.refunded_amount > 0 && t('order_state.refunded_part', { amount: money(order.refunded_amount, order.currency) })}
        </Banner>
      )
    case 'review':
      return (
        <Banner tone="info" title={t('order_state.review')}>
          {t('order_state.review_text')}
          {email && <br />}
          {email && <a href={`mailto:${email}?subject=${encodeURIComponent(order.trade_no)}`}>{t('order_state.contact', { email })}</a>}
        </Banner>
      )
    case 'cancelled':
    case 'expired':
      return (
        <Banner tone="info" title={t(`order_state.${order.status}`)} action={<Again order={order} />}>
          {order.balance_amount > 0 && closeGaps(`${t('order_state.returned', { amount: money(order.balance_amount, order.currency) })} `)}
          {t(`order_state.${order.status}_text`)}
        </Banner>
      )
    case 'absorbed':
      return (
        <Banner tone="info" title={t('order_state.absorbed')}>
          {t('order_state.absorbed_text')}
        </Banner>
      )
    case 'refunded':
      return (
        <Banner tone="info" title={t('order_state.refunded')}>
          {t('order_state.refunded_text', { amount: money(order.refunded_amount, order.currency) })}
        </Banner>
      )
  }
}

/** What a completed order delivered. */
export function doneText({ type }: Order): MessageKey {
  if (type === 'topup') return 'order_state.completed_topup'
  if (type === 'renew') return 'order_state.completed_renew'
  if (type === 'change') return 'order_state.completed_change'
  return type === 'reset' ? 'order_state.completed_reset' : 'order_state.completed'
}

function Again({ order }: { order: Order }) {
  const t = useT()
  return (
    <Button component={PathLink} to={againPath(order)}>
      {t('order.again')}
    </Button>
  )
}

function againPath({ type, plan_id, period }: Order): string {
  if (type === 'topup') return '/user/topup'
  return plan_id === null || period === null ? '/user/plans' : `/user/plan/${plan_id}/${PERIODS.indexOf(period) + 1}`
}
