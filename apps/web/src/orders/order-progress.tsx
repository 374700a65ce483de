import { Button, Loader } from '@mantine/core'
import type { Order } from '@portico/contract/orders'
import type { OrderProof } from '@portico/contract/payment-proofs'
import { PERIODS } from '@portico/contract/periods'
import type { ReactNode } from 'react'
import { useSite, useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { formatDateTime } from '../ui/format/format-time.ts'
import { PathLink } from '../ui/path-link.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { clock } from './live-status.ts'
import styles from './orders.module.css'

interface ProgressProps {
  order: Order
  /** Seconds left to pay. */
  left: number
  /** The member's proof of a transfer; null: not known yet. */
  proof: OrderProof | null
}

/** Where an order stands, in words, and what happens next. */
export function OrderProgress({ order, left, proof }: ProgressProps): ReactNode {
  const t = useT()
  const email = useSite()?.email
  const money = useMoney()
  switch (order.status) {
    case 'pending':
      if (left === 0) return <Banner tone="warn" title={t('order_state.late')} action={<Again order={order} />} />
      if (proof?.open && isSent(proof)) return <Checking left={left} proof={proof} />
      return (
        <Banner tone="warn" title={t('order_state.pending')} action={<Countdown left={left} />}>
          {t(order.type === 'topup' ? 'order_state.pending_topup_text' : 'order_state.pending_text')}
        </Banner>
      )
    case 'processing':
      return (
        <Banner tone="info" title={t('order_state.processing')} action={<Loader size="sm" aria-hidden />}>
          {t('order_state.processing_text')}
        </Banner>
      )
    case 'completed':
      return <Completed order={order} />
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
          {order.balance_amount > 0 && `${t('order_state.returned', { amount: money(order.balance_amount, order.currency) })} `}
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

function isSent({ text, files }: OrderProof): boolean {
  return text !== null || files.length > 0
}

const LONGEST_SAID = 80

/** The member has reported a transfer: shows what they sent, and says that an operator will check it. */
function Checking({ left, proof: { text, text_at: textAt, files } }: { left: number; proof: OrderProof }) {
  const t = useT()
  const zone = useZone()
  const latest = files.at(-1)
  const said = text && text.length > LONGEST_SAID ? `${text.slice(0, LONGEST_SAID)}…` : text
  return (
    <Banner tone="info" title={t('order_state.checking')} action={<Countdown left={left} />}>
      {said !== null && textAt !== null && (
        <span className={styles['sentence']}>{t('order_state.checking_words', { text: said, time: formatDateTime(textAt, zone) })}</span>
      )}
      {latest && (
        <span className={styles['sentence']}>
          {t('order_state.checking_files', { n: files.length, time: formatDateTime(latest.uploaded_at, zone) })}
        </span>
      )}
      <span className={styles['sentence']}>{t('order_state.checking_text')}</span>
    </Banner>
  )
}

/** A completed order: what it delivered, and where to see it. */
function Completed({ order }: { order: Order }) {
  const t = useT()
  const money = useMoney()
  const { type, total_amount: total, bonus_amount: bonus, refunded_amount: refunded, currency } = order
  const part = refunded > 0 ? ` ${t('order_state.refunded_part', { amount: money(refunded, currency) })}` : ''
  if (type === 'topup') {
    return (
      <Banner tone="good" title={t('order_state.completed_topup')} action={<Leave to="/user/center" text={t('title.center')} />}>
        {t('order_state.completed_topup_text', { amount: money(total + bonus, currency) })}
        {part}
      </Banner>
    )
  }
  const kind = type === 'reset' ? 'completed_reset' : 'completed'
  return (
    <Banner tone="good" title={t(`order_state.${kind}`)} action={<Leave to="/user/subscribe/index" text={t('order.to_subscription')} />}>
      {t(`order_state.${kind}_text`)}
      {part}
    </Banner>
  )
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

function Leave({ to, text }: { to: string; text: string }) {
  return (
    <Button component={PathLink} to={to}>
      {text}
    </Button>
  )
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
