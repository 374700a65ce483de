import * as z from 'zod/mini'

/** Named as the events they are about. */
export const ReminderTemplate = z.enum([
  'plan_expiring',
  'usage_alert',
  'order_waiting',
  'order_paid',
  'renewal_problem',
  'renewal_price',
  'ticket_answered',
  'ticket_closed',
  'told_by_staff',
  'commission_confirmed',
  'node_outage',
  'outage_compensation',
])
export type ReminderTemplate = z.infer<typeof ReminderTemplate>

export const MessageTemplate = z.enum([
  'code',
  'address_taken',
  'new_device',
  'password_changed',
  'address_changed',
  'sign_in_changed',
  'account_closing',
  'test',
  ...ReminderTemplate.options,
])
export type MessageTemplate = z.infer<typeof MessageTemplate>

/** `purpose`: what a code is for; `what`: what changed or happened. Both are sentences. `day`: the day of `time`. */
export type Placeholder =
  | 'site'
  | 'what'
  | 'code'
  | 'minutes'
  | 'purpose'
  | 'link'
  | 'device'
  | 'place'
  | 'time'
  | 'day'
  | 'plan'
  | 'node'
  | 'number'
  | 'amount'
  | 'percent'
  | 'subject'

/** What a text may contain, and what it must. */
export const messagePlaceholders: Record<MessageTemplate, { required: Placeholder[]; optional: Placeholder[] }> = {
  code: { required: ['code'], optional: ['site', 'minutes', 'purpose'] },
  address_taken: { required: ['link'], optional: ['site'] },
  new_device: { required: ['link'], optional: ['site', 'device', 'place', 'time'] },
  password_changed: { required: [], optional: ['site', 'time', 'link'] },
  address_changed: { required: ['link'], optional: ['site', 'time'] },
  sign_in_changed: { required: ['what'], optional: ['site', 'time', 'link'] },
  account_closing: { required: ['what'], optional: ['site', 'time', 'link'] },
  test: { required: [], optional: ['site', 'time'] },
  plan_expiring: { required: [], optional: ['site', 'plan', 'time', 'day', 'link'] },
  usage_alert: { required: [], optional: ['site', 'percent', 'link'] },
  order_waiting: { required: [], optional: ['site', 'what', 'amount', 'number', 'time', 'link'] },
  order_paid: { required: ['what'], optional: ['site', 'number', 'link'] },
  renewal_problem: { required: ['what'], optional: ['site', 'link'] },
  renewal_price: { required: ['amount'], optional: ['site', 'plan', 'time', 'day', 'link'] },
  ticket_answered: { required: [], optional: ['site', 'subject', 'what', 'link'] },
  ticket_closed: { required: [], optional: ['site', 'subject', 'link'] },
  told_by_staff: { required: ['what'], optional: ['site', 'link'] },
  commission_confirmed: { required: [], optional: ['site', 'amount', 'link'] },
  node_outage: { required: [], optional: ['site', 'node', 'time', 'link'] },
  outage_compensation: { required: ['what'], optional: ['site', 'node', 'time', 'day', 'link'] },
}

/** Reminders for members, who choose which they want. Others are sent whatever they chose. */
export function isReminder(template: MessageTemplate): template is ReminderTemplate {
  return ReminderTemplate.safeParse(template).success
}

/** Whether the text has a placeholder its template does not know, or a brace that looks like part of one. */
export function hasUnknown(template: MessageTemplate, text: string): boolean {
  const { required, optional } = messagePlaceholders[template]
  const known = new Set<string>([...required, ...optional])
  const rest = text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (known.has(name) ? '' : whole))
  return rest.includes('{{') || rest.includes('}}')
}

export function missingFrom(template: MessageTemplate, text: string): Placeholder[] {
  return messagePlaceholders[template].required.filter((name) => !text.includes(`{{${name}}}`))
}
