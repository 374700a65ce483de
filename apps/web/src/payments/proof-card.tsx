import { canMove, type Order } from '@portico/contract/orders'
import { orderProof, readProof } from '@portico/contract/payment-proofs'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../api/call.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { ProofFiles } from './proof-files.tsx'
import { ProofForm } from './proof-form.tsx'
import styles from './proofs.module.css'

const readOwn = (id: number) => call(readProof, { params: { id } }, { background: true })

/** For members who transfer by hand: the proof they have sent, and a form for more while the order waits for the payment. */
export function ProofCard({ order }: { order: Order }) {
  const t = useT()
  const id = useId()
  const { data } = useQuery(get(orderProof, { query: { trade_no: order.trade_no } }, { background: true }))
  if (!data) return null
  const { text, files, files_left: filesLeft } = data
  const open = data.open && canMove(order.status, 'pay')
  const sent = text !== null || files.length > 0
  if (!open && !sent) return null
  return (
    <Card title={t(open ? 'pay.proof' : 'pay.proof_title')}>
      <div className={styles['card']}>
        {sent && (
          <div className={styles['sent']}>
            <p id={id}>{t('pay.proof_yours')}</p>
            {text !== null && <q>{text}</q>}
            <ProofFiles files={files} read={readOwn} labelledBy={id} />
            {open && <p role="status">{t('pay.proof_sent')}</p>}
          </div>
        )}
        {open && <ProofForm tradeNo={order.trade_no} sent={sent} filesLeft={filesLeft} />}
      </div>
    </Card>
  )
}
