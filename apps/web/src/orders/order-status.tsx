import type { OrderStatus } from '@portico/contract/order-status'
import { useT } from '../i18n.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'

/** Tone of each status. Members and operators see the same tones, except where an operator has something to do. */
export const orderTones: Record<OrderStatus, Tone> = {
  pending: 'warn',
  processing: 'busy',
  completed: 'good',
  review: 'busy',
  absorbed: 'quiet',
  refunded: 'quiet',
  cancelled: 'quiet',
  expired: 'quiet',
}

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const t = useT()
  return <StatusBadge tone={orderTones[status]} label={t(`order_status.${status}`)} />
}
