import type { Checkout } from '@portico/contract/checkout'
import type { Order } from '@portico/contract/orders'
import { useT } from '../../i18n.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Due, DueLines, Gate, TimeLeft } from './gate.tsx'
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

/** The gate of a started payment: what to pay, where, and how long there is. */
export function PayGate({ order, checkout, left, isSent }: PayGateProps) {
  const t = useT()
  const { type, data, pay_amount: amount } = checkout
  const address = type === 2 ? null : webAddress(data)
  const fee = amount - order.total_amount
  return (
    <Gate label={t(type === 2 ? 'pay.waiting' : 'pay.amount')} isSmall={type === 2}>
      {type !== 2 && <Due label={t('pay.amount')} amount={amount} currency={order.currency} />}
      {order.lines.length + Math.sign(fee) > 1 && <DueLines order={order} fee={fee} withSum={type === 2} />}
      {type === 0 && data && (
        <div className={styles['code']}>
          <QrCode text={data} size={172} />
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
      {!isSent && <TimeLeft left={left} isManual={type === 2} />}
    </Gate>
  )
}
