import * as z from 'zod/mini'
import type { EventType } from './events.ts'

/** What a member can choose for. Warnings about who signs in are none: they are always sent. */
export const ReminderKind = z.enum(['expiry', 'usage', 'order', 'payment', 'ticket', 'commission', 'outage', 'price'])
export type ReminderKind = z.infer<typeof ReminderKind>

export const ReminderChannel = z.enum(['mail', 'push', 'telegram'])
export type ReminderChannel = z.infer<typeof ReminderChannel>

/** The kind each event is chosen by. */
export const kindOfEvent: Record<EventType, ReminderKind> = {
  plan_expiring: 'expiry',
  usage_alert: 'usage',
  order_paid: 'order',
  renewal_problem: 'payment',
  commission_confirmed: 'commission',
  node_outage: 'outage',
  outage_compensation: 'outage',
  ticket_answered: 'ticket',
  ticket_closed: 'ticket',
}

/** Until the member chooses. Mail is for what asks for something; push and Telegram were switched on by the member. */
export function isOnByDefault(kind: ReminderKind, channel: ReminderChannel): boolean {
  return channel !== 'mail' || (kind !== 'commission' && kind !== 'outage')
}

/** About the member's own money, and of no use by the morning. */
export const ignoresQuietHours = (kind: ReminderKind): boolean => kind === 'order' || kind === 'payment'
