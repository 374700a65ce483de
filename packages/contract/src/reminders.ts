import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { ReminderTemplate } from './message-placeholders.ts'
import { Time } from './paging.ts'

/** Kinds of reminders a member can switch. Warnings about sign-ins are not among them: they are always sent. */
export const ReminderKind = z.enum(['expiry', 'usage', 'order', 'payment', 'ticket', 'commission', 'outage', 'price'])
export type ReminderKind = z.infer<typeof ReminderKind>

export const ReminderChannel = z.enum(['mail', 'push', 'telegram'])
export type ReminderChannel = z.infer<typeof ReminderChannel>

/** The kind of reminder that each template belongs to. */
export const kindOfReminder: Record<ReminderTemplate, ReminderKind> = {
  plan_expiring: 'expiry',
  usage_alert: 'usage',
  order_waiting: 'order',
  order_paid: 'order',
  renewal_problem: 'payment',
  renewal_price: 'price',
  price_announced: 'price',
  ticket_answered: 'ticket',
  ticket_closed: 'ticket',
  told_by_staff: 'ticket',
  commission_confirmed: 'commission',
  node_outage: 'outage',
  outage_compensation: 'outage',
}

/**
 * Whether a kind is on before the member chooses. Mail: all but `commission` and `outage`, which ask for no action. Push and Telegram: all,
 * because the member set the channel up.
 */
export function isOnByDefault(kind: ReminderKind, channel: ReminderChannel): boolean {
  return channel !== 'mail' || (kind !== 'commission' && kind !== 'outage')
}

/** Whether a kind is sent during quiet hours: `order` and `payment`, which are about the member's own money and useless by morning. */
export const ignoresQuietHours = (kind: ReminderKind): boolean => kind === 'order' || kind === 'payment'

const Minute = z.int().check(z.gte(0), z.lte(1439))
/** IANA name of a time zone, such as Asia/Shanghai. */
const Zone = z.string().check(z.maxLength(64), z.refine(isZone))
export const QuietHours = z
  .object({ from: Minute, until: Minute, zone: Zone })
  .check(z.refine(({ from, until }) => from !== until, { path: ['until'] }))
export type QuietHours = z.infer<typeof QuietHours>

/** A browser that receives push messages. `endpoint`: its push address, by which the browser recognises itself. */
export const PushDevice = z.object({ id: z.int(), endpoint: z.string(), device: z.string(), created_at: Time })
export type PushDevice = z.infer<typeof PushDevice>

export const Reminders = z.object({
  /** Channels that the site has set up. */
  channels: z.array(ReminderChannel),
  kinds: z.array(z.object({ kind: ReminderKind, on: z.array(ReminderChannel) })),
  /** Quiet hours in minutes since midnight in the zone; null: none. */
  quiet: z.nullable(QuietHours),
  mail: z.object({
    /** true: the site can send mail. */
    is_set_up: z.boolean(),
    /** null: the account has no e-mail address. */
    address: z.nullable(z.string()),
    /** Since when mail to the address bounces; null: it arrives, as far as known. Cleared when the address is verified again. */
    bounced_at: z.nullable(Time),
  }),
  push: z.object({
    /** VAPID public key that a browser subscribes with; null: the site cannot send push messages. */
    key: z.nullable(z.string()),
    devices: z.array(PushDevice),
  }),
})
export type Reminders = z.infer<typeof Reminders>

export const readReminders = endpoint({
  method: 'GET',
  path: '/muser/reminders',
  access: 'member',
  summary: 'What I am reminded of, on which channels and when',
  response: Reminders,
})
export const saveReminders = endpoint({
  method: 'POST',
  path: '/muser/reminders/save',
  access: 'member',
  summary: 'Switch kinds of reminders on or off by channel, and set the quiet hours; absent fields stay, null clears',
  body: z.object({
    choices: z.optional(z.array(z.object({ kind: ReminderKind, channel: ReminderChannel, on: z.boolean() })).check(z.maxLength(50))),
    quiet: z.optional(z.nullable(QuietHours)),
  }),
  response: Reminders,
})
export const testReminder = endpoint({
  method: 'POST',
  path: '/muser/reminders/test',
  access: 'member',
  summary: 'Send myself a test by mail, or to my browsers',
  body: z.object({ channel: z.enum(['mail', 'push']) }),
  /** `reached`: for push, how many browsers accepted it; for mail, 1 once it is queued. */
  response: z.object({ reached: z.int() }),
})

/** Address at a push service. The server refuses and calls no other. */
const PushAddress = z.string().check(z.maxLength(1000), z.url())
const Bytes = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}=?=?$`)))
export const addPushDevice = endpoint({
  method: 'POST',
  path: '/muser/reminders/push/add',
  access: 'member',
  summary: 'Send push messages to this browser; may be called again. A browser belongs to the member who added it last',
  body: z.object({ endpoint: PushAddress, p256dh: Bytes(87), auth: Bytes(22) }),
  response: Reminders,
})
export const removePushDevice = endpoint({
  method: 'POST',
  path: '/muser/reminders/push/remove',
  access: 'member',
  summary: 'Send no more push messages to one of my browsers, by its id or its address',
  body: z.object({ id: z.optional(z.int()), endpoint: z.optional(PushAddress) }),
  response: Reminders,
})

/** Token from the unsubscribe link of a mail. */
const StopToken = z.string().check(z.regex(/^[\w-]{10,80}$/))
const StopState = z.object({ kind: ReminderKind, on: z.boolean() })
export const readStop = endpoint({
  method: 'GET',
  path: '/reminders/stop',
  access: 'public',
  summary: 'Which reminders by mail a link stops, and whether they are on; changes nothing',
  query: z.object({ token: StopToken }),
  response: StopState,
})
export const stopReminders = endpoint({
  method: 'POST',
  path: '/reminders/stop',
  access: 'public',
  summary: 'Switch the reminders of a link off, or on again; no session needed',
  body: z.object({ token: StopToken, on: z.boolean() }),
  response: StopState,
})

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
