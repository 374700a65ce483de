import type { ListedStatus } from '@portico/contract/orders-admin'
import { useT } from '../i18n.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { orderTones } from './order-status.tsx'

const TONES: Record<ListedStatus, Tone> = { ...orderTones, proof_sent: 'warn', review: 'bad' }

interface OrderStateProps {
  status: ListedStatus
  /** true: staff gave the order away. */
  isAssigned?: boolean
}

/**
 * The status of an order as operators see it. Orders that wait for an operator stand out; what staff gave is assigned, as nobody paid for
 * it.
 */
export function OrderState({ status, isAssigned = false }: OrderStateProps) {
  const t = useT()
  return (
    <StatusBadge
      tone={TONES[status]}
      label={t(isAssigned && status === 'completed' ? 'order_manage.status_assigned' : `order_manage.status_${status}`)}
    />
  )
}
