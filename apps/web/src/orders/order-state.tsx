import type { OrderStatus } from '@portico/contract/orders'
import { useT } from '../i18n.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'

const TONES: Record<OrderStatus, Tone> = {
  pending: 'warn',
  processing: 'busy',
  completed: 'good',
  review: 'bad',
  absorbed: 'quiet',
  refunded: 'quiet',
  cancelled: 'quiet',
  expired: 'quiet',
}

interface OrderStateProps {
  status: OrderStatus
  /** Staff gave it. */
  isAssigned?: boolean
}

/** The status of an order as operators see it. Orders that wait for an operator stand out; what staff gave is assigned, as nobody paid for it. */
export function OrderState({ status, isAssigned = false }: OrderStateProps) {
  const t = useT()
  return (
    <StatusBadge
      tone={TONES[status]}
      label={t(isAssigned && status === 'completed' ? 'order_manage.status_assigned' : `order_manage.status_${status}`)}
    />
  )
}
