import type { Checkout, Order } from '@portico/contract/orders'
import { orderProof } from '@portico/contract/payment-proofs'
import { toDecimal } from '@portico/contract/money'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/query.ts'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { Step } from '../../orders/steps.tsx'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { formatDateTime } from '../../ui/format/format-time.ts'
import { unbroken } from '../../ui/format/unbroken.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import styles from './started.module.css'
import { isSent, SentProof } from '../proof-card.tsx'
import { ProofForm } from '../proof-form.tsx'
import { ValueBox } from './value-box.tsx'

/** A payment that an operator confirms: first what to pay to whom, then the proof of it, then the wait. */
export function ManualSteps({ order, checkout }: { order: Order; checkout: Checkout }) {
  const t = useT()
  const money = useMoney()
  const zone = useZone()
  const { data: proof } = useQuery(get(orderProof, { query: { trade_no: order.trade_no } }, { background: true }))
  const sent = proof !== undefined && isSent(proof)
  const amount = money(checkout.pay_amount, order.currency)
  return (
    <>
      <Step state={sent ? 'done' : 'now'} n={2} title={t('pay.step_transfer', { amount })}>
        <p className={styles['instructions']}>{checkout.data || t('pay.no_instructions')}</p>
        {checkout.data && (
          <div>
            <CopyButton text={checkout.data} label={t('pay.copy_instructions')} />
          </div>
        )}
        <div className={styles['values']}>
          <ValueBox label={t('pay.amount')} value={amount} copy={toDecimal(checkout.pay_amount, order.currency)} />
          <ValueBox label={t('pay.reference')} value={checkout.reference ?? order.trade_no} isCode />
        </div>
        <p>{t('pay.manual_text')}</p>
        {!sent && <p>{t('pay.manual_until', { time: unbroken(formatDateTime(order.expires_at, zone)) })}</p>}
      </Step>
      <Step state={sent ? 'done' : 'next'} n={3} title={t(sent ? 'pay.step_proof_sent' : 'pay.step_proof')}>
        {proof && sent && <SentProof proof={proof} />}
        {proof?.open && !sent && <ProofForm tradeNo={order.trade_no} sent={false} filesLeft={proof.files_left} />}
        {proof?.open && sent && (
          <details className={styles['more']}>
            <summary>{t('pay.proof_more')}</summary>
            <ProofForm tradeNo={order.trade_no} sent filesLeft={proof.files_left} />
          </details>
        )}
      </Step>
      <Step state={sent ? 'now' : 'next'} n={4} title={t('pay.step_confirm')}>
        <p>{t('pay.step_confirm_text')}</p>
      </Step>
    </>
  )
}
