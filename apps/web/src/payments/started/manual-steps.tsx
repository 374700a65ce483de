import type { Checkout } from '@portico/contract/checkout'
import type { Order } from '@portico/contract/orders'
import { orderProof } from '@portico/contract/payment-proofs'
import { toDecimal } from '@portico/contract/money'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { Step } from '../../orders/steps.tsx'
import { useDate } from '../../ui/format/use-date.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import styles from './started.module.css'
import { isSent, SentProof } from '../proof-card.tsx'
import { ProofForm } from '../proof-form.tsx'
import { TransferDetails } from './transfer-details.tsx'

/** A payment that an operator confirms: first what to pay to whom, then the proof of it, then the wait. */
export function ManualSteps({ order, checkout }: { order: Order; checkout: Checkout }) {
  const t = useT()
  const money = useMoney()
  const date = useDate()
  const { data: proof } = useQuery(get(orderProof, { query: { trade_no: order.trade_no } }, { background: true }))
  const sent = proof !== undefined && isSent(proof)
  return (
    <>
      <Step state={sent ? 'done' : 'now'} n={2} title={t('pay.step_transfer')}>
        <TransferDetails
          instructions={checkout.data || t('pay.no_instructions')}
          amount={{ text: money(checkout.pay_amount, order.currency), plain: toDecimal(checkout.pay_amount, order.currency) }}
          reference={checkout.reference ?? order.trade_no}
        />
        <p>{t('pay.manual_text')}</p>
        {!sent && <p>{t('pay.manual_until', { time: date(order.expires_at, 'minute') })}</p>}
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
