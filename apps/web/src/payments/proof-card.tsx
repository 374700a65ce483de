import type { Order } from '@portico/contract/orders'
import { type OrderProof, orderProof, readProof } from '@portico/contract/payment-proofs'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { ProofFiles } from './proof-files.tsx'
import styles from './proofs.module.css'

const readOwn = (id: number) => call(readProof, { params: { id } }, { background: true })

/** Whether the member has sent any proof. */
export function isSent({ text, files }: OrderProof): boolean {
  return text !== null || files.length > 0
}

/** The proof of payment that was sent for an order; nothing if there is none. */
export function ProofCard({ order }: { order: Order }) {
  const t = useT()
  const { data } = useQuery(get(orderProof, { query: { trade_no: order.trade_no } }, { background: true }))
  if (!data || !isSent(data)) return null
  return (
    <Card title={t('pay.proof_title')}>
      <SentProof proof={data} />
    </Card>
  )
}

/** The proof sent, and when. */
export function SentProof({ proof: { text, text_at: textAt, files } }: { proof: OrderProof }) {
  const t = useT()
  const id = useId()
  const times = [textAt, files.at(-1)?.uploaded_at ?? null].filter((time) => time !== null)
  return (
    <div className={styles['sent']}>
      <p id={id}>
        {t('pay.proof_yours')} <DateTime value={times.toSorted().at(-1) ?? null} part="moment" />
      </p>
      {text !== null && <q>{text}</q>}
      <ProofFiles files={files} read={readOwn} labelledBy={id} />
    </div>
  )
}
