import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursorOf, cursorQuery, Day, NumberText, Time } from './paging.ts'
import { Address } from './personal.ts'

export const RefusalReason = z.enum([
  /** No payment method has this notification address, or the method accepts none. */
  'unknown_address',
  /** The driver rejects it as forged or unusable; `detail` says why. */
  'not_genuine',
  'unknown_attempt',
  /** The gateway confirmed a payment of another method. */
  'wrong_method',
  /** The amount is too low or too high; the receipt waits in reconciliation. */
  'wrong_amount',
  /** Another payment has the same gateway number; the receipt waits in reconciliation. */
  'same_number',
  'wrong_currency',
  /** A reversal of a payment that does not exist here. */
  'unknown_payment',
  'too_large',
  /** Handling failed; the log has the reason. */
  'server_error',
  /** Further notifications of the same minute, counted in `times`. */
  'more',
])
export type RefusalReason = z.infer<typeof RefusalReason>

export const RefusedNotification = z.object({
  id: z.int(),
  at: Time,
  reason: RefusalReason,
  /** How many notifications this row counts: 1 unless the reason is `more`. */
  times: z.int(),
  detail: z.nullable(z.string()),
  method_id: z.nullable(z.int()),
  method_name: z.nullable(z.string()),
  driver: z.nullable(z.string()),
  ip: z.nullable(Address),
  /** Payment number in the notification, ours or the gateway's; not verified. */
  number: z.nullable(z.string()),
  /** Excerpt of the body: field names, and values that hold nothing secret or personal. */
  body: z.nullable(z.string()),
})
export type RefusedNotification = z.infer<typeof RefusedNotification>

export const adminListRefusedNotifications = endpoint({
  method: 'GET',
  path: '/admin/log/notifications',
  access: ['log.read'],
  summary: 'Payment notifications refused in the last 180 days, newest first, by cursor',
  query: z.object({
    ...cursorQuery,
    method_id: z.optional(NumberText),
    reason: z.optional(RefusalReason),
    /** The exact payment number in the notification. */
    number: z.optional(z.string().check(z.maxLength(64))),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  response: cursorOf(RefusedNotification),
})
