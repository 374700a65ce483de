import { adminReadProof, type AttemptStatus, type PaymentAttempt, type Receipt, type ReceiptOutcome } from '@portico/contract/orders-admin'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { ProofFiles } from '../../payments/proof-files.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Money } from '../../ui/format/money.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { methodName } from '../../payments/method-name.ts'
import styles from '../orders-manage.module.css'

const ATTEMPT_TONES: Record<AttemptStatus, Tone> = {
  created: 'quiet',
  pending: 'busy',
  succeeded: 'good',
  failed: 'bad',
  expired: 'quiet',
  refunded: 'quiet',
  partly_refunded: 'quiet',
}
const OUTCOME_TONES: Record<ReceiptOutcome, Tone> = {
  settled: 'good',
  credited: 'busy',
  underpaid: 'warn',
  overpaid: 'warn',
  same_number: 'warn',
  paid_otherwise: 'warn',
  account_closed: 'warn',
}

/** A file that the member sent to prove a payment. */
export const readProof = (tradeNo: string, id: number) => call(adminReadProof, { params: { trade_no: tradeNo, id } }, { background: true })

interface OrderPaymentsProps {
  tradeNo: string
  attempts: PaymentAttempt[]
  receipts: Receipt[]
  /** An operator confirmed the payment: no gateway was expected to report anything. */
  isConfirmed: boolean
}

/** Every attempt to pay an order, and everything that gateways reported as received for it. */
export function OrderPayments({ tradeNo, attempts, receipts, isConfirmed }: OrderPaymentsProps) {
  const t = useT()
  return (
    <>
      {(attempts.length > 0 || !isConfirmed) && (
        <section>
          <h3>{t('order_manage.attempts')}</h3>
          {attempts.length === 0 && <p className="quiet small">{t('order_manage.no_attempts')}</p>}
          <ul className={styles['list']}>
            {attempts.map((attempt) => (
              <Attempt key={attempt.attempt_no} tradeNo={tradeNo} attempt={attempt} />
            ))}
          </ul>
        </section>
      )}
      {(receipts.length > 0 || !isConfirmed) && (
        <section>
          <h3>{t('order_manage.receipts')}</h3>
          {receipts.length === 0 && <p className="quiet small">{t('order_manage.no_receipts')}</p>}
          <ul className={styles['list']}>
            {receipts.map((receipt) => (
              <Received key={receipt.id} receipt={receipt} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Attempt({ tradeNo, attempt }: { tradeNo: string; attempt: PaymentAttempt }) {
  const t = useT()
  const id = useId()
  return (
    <li>
      <div className={styles['line']}>
        <strong>{methodName(attempt.method_name)}</strong>
        <StatusBadge tone={ATTEMPT_TONES[attempt.status]} label={t(`order_manage.attempt_${attempt.status}`)} />
      </div>
      <div className={styles['line']}>
        <span>
          <Money amount={attempt.amount} currency={attempt.currency} />
          {attempt.fee_amount > 0 && (
            <small>
              {' '}
              {t('order_manage.of_which_fee')} <Money amount={attempt.fee_amount} currency={attempt.currency} />
            </small>
          )}
        </span>
        <small>
          <DateTime value={attempt.created_at} part="second" />
        </small>
      </div>
      {attempt.reference && (
        <span>
          {t('order_manage.reference')} <strong>{attempt.reference}</strong>
        </span>
      )}
      {attempt.proof && (
        <span>
          {t('order_manage.proof')} <q className={styles['proof']}>{attempt.proof}</q>
        </span>
      )}
      {attempt.proof_files.length > 0 && <span id={id}>{t('order_manage.proof_files')}</span>}
      <ProofFiles files={attempt.proof_files} read={(file) => readProof(tradeNo, file)} labelledBy={id} />
      <small>{attempt.attempt_no}</small>
    </li>
  )
}

function Received({ receipt }: { receipt: Receipt }) {
  const t = useT()
  return (
    <li>
      <div className={styles['line']}>
        <strong>
          <Money amount={receipt.amount} currency={receipt.currency} />
        </strong>
        <StatusBadge tone={OUTCOME_TONES[receipt.outcome]} label={t(`order_manage.outcome_${receipt.outcome}`)} />
      </div>
      <span>
        {receipt.resolution ? t(`order_manage.resolved_${receipt.resolution}`) : t(`order_manage.outcome_${receipt.outcome}_text`)}
      </span>
      <div className={styles['line']}>
        <small>{t('order_manage.receipt_from', { method: receipt.method_name, number: receipt.callback_no })}</small>
        <small>
          <DateTime value={receipt.received_at} part="second" />
        </small>
      </div>
    </li>
  )
}
