import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursorOf, cursorQuery, Day, NumberText, Time } from './paging.ts'

export const RefusalReason = z.enum([
  /** The address belongs to no payment method, or to one that takes no notifications. */
  'unknown_address',
  /** The driver found it not genuine or not usable; `detail` says why. */
  'not_genuine',
  'unknown_attempt',
  /** A gateway confirmed what another was to collect. */
  'wrong_method',
  /** Too little or too much was paid: the receipt waits in reconciliation. */
  'wrong_amount',
  'wrong_currency',
  /** Money was taken back from a payment we do not have. */
  'unknown_payment',
  'too_large',
  /** We failed to handle it: the log has more. */
  'server_error',
  /** Stands for further notifications of the same minute, which are only counted. */
  'more',
])
export type RefusalReason = z.infer<typeof RefusalReason>

export const RefusedNotification = z.object({
  id: z.int(),
  at: Time,
  reason: RefusalReason,
  /** How many notifications the row stands for: 1, unless the reason is `more`. */
  times: z.int(),
  detail: z.nullable(z.string()),
  method_id: z.nullable(z.int()),
  method_name: z.nullable(z.string()),
  driver: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /** The number it named, ours or the gateway's. Nobody has verified it. */
  number: z.nullable(z.string()),
  /** A cut of what it said: names of fields, and the values of those that carry no secret and nothing personal. */
  body: z.nullable(z.string()),
})
export type RefusedNotification = z.infer<typeof RefusedNotification>

export const adminListRefusedNotifications = endpoint({
  method: 'GET',
  path: '/admin/log/notifications',
  access: ['log.read'],
  summary: 'Payment notifications of 180 days that were refused, newest first, by cursor',
  query: z.object({
    ...cursorQuery,
    method_id: z.optional(NumberText),
    reason: z.optional(RefusalReason),
    /** The whole number that it named. */
    number: z.optional(z.string().check(z.maxLength(64))),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  response: cursorOf(RefusedNotification),
})
