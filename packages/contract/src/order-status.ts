import * as z from 'zod/mini'

export const OrderStatus = z.enum(['pending', 'processing', 'completed', 'review', 'absorbed', 'refunded', 'cancelled', 'expired'])
export type OrderStatus = z.infer<typeof OrderStatus>
export const OrderType = z.enum(['new', 'renew', 'change', 'reset', 'topup'])
export type OrderType = z.infer<typeof OrderType>

/** Whether the status can change without the member, so that pages should watch it. */
export const isMoving = (status: OrderStatus): boolean => status === 'pending' || status === 'processing'

/** Allowed moves between statuses. The server enforces them; pages disable buttons by them. */
export const orderActions = {
  pay: { from: ['pending'], to: 'processing' },
  complete: { from: ['processing'], to: 'completed' },
  /** Paid, but the order cannot be opened. An operator decides; the money is safe. */
  hold: { from: ['processing'], to: 'review' },
  retry: { from: ['review'], to: 'processing' },
  cancel: { from: ['pending'], to: 'cancelled' },
  expire: { from: ['pending'], to: 'expired' },
  /** The order's remaining value went to the order that replaced its plan. */
  absorb: { from: ['completed'], to: 'absorbed' },
  /** The plan change that absorbed the order was undone. */
  revive: { from: ['absorbed'], to: 'completed' },
  /** The whole payment was refunded. */
  refund: { from: ['completed', 'review', 'absorbed'], to: 'refunded' },
  /** Refunded money came back: a dispute was won, or a refund failed. */
  restore: { from: ['refunded'], to: 'completed' },
  /** As `restore`, for an order that was never opened. */
  reopen: { from: ['refunded'], to: 'review' },
  /** As `restore`, for an order that had been absorbed. */
  restore_absorbed: { from: ['refunded'], to: 'absorbed' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>
export type OrderAction = keyof typeof orderActions

export function canMove(status: OrderStatus, action: OrderAction): boolean {
  return (orderActions[action].from as readonly OrderStatus[]).includes(status)
}

export const TradeNo = z.string().check(z.regex(/^[A-Za-z0-9]{6,62}$/))
