import type { Checkout, Order } from '@portico/contract/orders'
import { useT } from '../../i18n.ts'
import { clock } from '../../orders/live-status.ts'
import { Money } from '../../ui/format/money.tsx'
import { buttonClass } from '../../ui/plain/button.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './pay-gate.module.css'
import { webAddress } from '../web-address.ts'

interface PayGateProps {
  order: Order
  checkout: Checkout
  /** Seconds left to pay. */
  left: number
  /** The member has sent a proof, and an operator checks it. */
  isSent: boolean
}

/** The way through: what to pay, where, and how long there is. */
export function PayGate({ order, checkout, left, isSent }: PayGateProps) {
  const t = useT()
  const { type, data, pay_amount: amount } = checkout
  const address = type === 2 ? null : webAddress(data)
  return (
    <section className={`${styles['gate']} on-ink`} data-manual={type === 2 || undefined} aria-label={t('pay.amount')}>
      <div className={styles['due']}>
        <span className={styles['label']}>{t('pay.amount')}</span>
        <strong className={styles['amount']}>
          <Money amount={amount} currency={order.currency} />
        </strong>
      </div>
      {type === 0 && data && (
        <div className={styles['code']}>
          <QrCode text={data} size={172} />
        </div>
      )}
      {type === 2 && (
        <div className={styles['due']}>
          <span className={styles['label']}>{t('pay.reference')}</span>
          <span className={styles['reference']}>{checkout.reference ?? order.trade_no}</span>
        </div>
      )}
      {address && (
        <a
          className={buttonClass(type === 1 ? 'primary' : 'outline', ...(type === 1 ? (['large'] as const) : []))}
          href={address}
          rel="noreferrer"
        >
          {t('pay.open')}
        </a>
      )}
      {type === 1 && !address && <p className={styles['label']}>{t('pay.bad_address')}</p>}
      <p className={styles['waiting']} role="status">
        {t(isSent ? 'order_state.checking' : 'pay.waiting')}
      </p>
      {!isSent && (
        <p className={styles['label']} role="timer">
          {t('order.time_left')} <span className={styles['clock']}>{clock(left)}</span>
        </p>
      )}
    </section>
  )
}
