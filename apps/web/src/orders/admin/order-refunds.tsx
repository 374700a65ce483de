import { Button } from '@mantine/core'
import type { AdminOrder, Refund, Refundable, RefundStatus } from '@portico/contract/orders-admin'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { ForOthers } from '../../ui/for-others.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Money } from '../../ui/format/money.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import styles from '../orders-manage.module.css'
import { RefundModal } from './refund-modal.tsx'

const TONES: Record<RefundStatus, Tone> = { requested: 'busy', succeeded: 'good', failed: 'bad' }

/** The refunds of an order; nothing if there are none. */
export function OrderRefunds({ refunds }: { refunds: Refund[] }) {
  const t = useT()
  if (refunds.length === 0) return null
  return (
    <section>
      <h3>{t('refund.list')}</h3>
      <ul className={styles['list']}>
        {refunds.map((refund) => (
          <li key={refund.refund_no}>
            <div className={styles['line']}>
              <strong>
                <Money amount={refund.amount} currency={refund.currency} />
              </strong>
              <StatusBadge tone={TONES[refund.status]} label={t(`refund.status_${refund.status}`)} />
            </div>
            <span>
              {t(`refund.by_${refund.way}`)} · {refund.reason}
            </span>
            {refund.refusal && <span>{t('refund.refused', { said: refund.refusal })}</span>}
            <div className={styles['line']}>
              <small>{refund.refund_no}</small>
              <small>
                <DateTime value={refund.created_at} part="second" />
              </small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Refunds an order, or what is left of it. */
export function RefundButton({ order, refundable }: { order: AdminOrder; refundable: Refundable }) {
  const t = useT()
  const [refunding, setRefunding] = useState(false)
  return (
    <Allowed to="orders.refund">
      <ForOthers accountId={order.account_id}>
        <Button
          ml="auto"
          variant="outline"
          color="var(--bad-text)"
          leftSection={<IconArrowBackUp size={18} />}
          onClick={() => setRefunding(true)}
        >
          {t('refund.open')}
        </Button>
      </ForOthers>
      {refunding && <RefundModal order={order} refundable={refundable} onClose={() => setRefunding(false)} />}
    </Allowed>
  )
}
