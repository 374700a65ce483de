import type { ListedStatus } from '@portico/contract/orders-admin'
import { useT } from '../i18n.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'

const TONES: Record<ListedStatus, Tone> = {
  pending: 'quiet',
  proof_sent: 'warn',
  processing: 'busy',
  completed: 'good',
  review: 'bad',
  absorbed: 'quiet',
  refunded: 'quiet',
  cancelled: 'quiet',
  expired: 'quiet',
}

/** The status of an order as operators see it. Orders that wait for an operator stand out. */
export function OrderState({ status }: { status: ListedStatus }) {
  const t = useT()
  return <StatusBadge tone={TONES[status]} label={t(`order_manage.status_${status}`)} />
}
