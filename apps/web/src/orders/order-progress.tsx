import { Button, Loader } from '@mantine/core'
import type { Order } from '@portico/contract/orders'
import { PERIODS } from '@portico/contract/periods'
import type { ReactNode } from 'react'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { clock } from './live-status.ts'
import styles from './orders.module.css'

/** Where an order stands, in words, and what comes next. `left`: seconds to pay that remain. */
export function OrderProgress({ order, left }: { order: Order; left: number }): ReactNode {
  const t = useT()
  const email = useSite()?.email
  switch (order.status) {
    case 'pending':
      if (left === 0) return <Banner tone="warn" title={t('order_state.late')} action={<Again order={order} />} />
      return (
        <Banner tone="warn" title={t('order_state.pending')} action={<Countdown left={left} />}>
          {t('order_state.pending_text')}
        </Banner>
      )
    case 'processing':
      return (
        <Banner tone="info" title={t('order_state.processing')} action={<Loader size="sm" aria-hidden />}>
          {t('order_state.processing_text')}
        </Banner>
      )
    case 'completed':
      return (
        <Banner tone="good" title={t('order_state.completed')} action={<ToSubscription />}>
          {t('order_state.completed_text')}
        </Banner>
      )
    case 'review':
      return (
        <Banner tone="info" title={t('order_state.review')}>
          {t('order_state.review_text')}{' '}
          {email && <a href={`mailto:${email}?subject=${encodeURIComponent(order.trade_no)}`}>{t('order_state.contact', { email })}</a>}
        </Banner>
      )
    case 'cancelled':
    case 'expired':
      return (
        <Banner tone="info" title={t(`order_state.${order.status}`)} action={<Again order={order} />}>
          {t(`order_state.${order.status}_text`)}
        </Banner>
      )
    case 'absorbed':
    case 'refunded':
      return <Banner tone="info" title={t(`order_state.${order.status}`)} />
  }
}

function Countdown({ left }: { left: number }) {
  const t = useT()
  return (
    <span className={styles['countdown']} role="timer">
      <span>{t('order.time_left')}</span>
      <strong>{clock(left)}</strong>
    </span>
  )
}

function ToSubscription() {
  const t = useT()
  return (
    <Button component={PathLink} to="/user/subscribe/index">
      {t('order.to_subscription')}
    </Button>
  )
}

function Again({ order }: { order: Order }) {
  const t = useT()
  const again = order.plan_id === null ? '/user/plans' : `/user/plan/${order.plan_id}/${PERIODS.indexOf(order.period) + 1}`
  return (
    <Button component={PathLink} to={again}>
      {t('order.again')}
    </Button>
  )
}
