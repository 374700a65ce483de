import * as z from 'zod/mini'

/** Templates of reminders, named after their events. */
export const ReminderTemplate = z.enum([
  'plan_expiring',
  'usage_alert',
  'order_waiting',
  'order_paid',
  'renewal_problem',
  'renewal_price',
  'price_announced',
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

/** Placeholders of message texts. `purpose` (what a code is for) and `what` (what happened) are sentences; `day` is the date of `time`. */
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

type Placeholders = { required: Placeholder[]; optional: Placeholder[]; secret: Placeholder[] }

/** Placeholders each template may use and must use. `secret`: those that open an account; `secret-in-text.ts` limits where they stand. */
export const messagePlaceholders: Record<MessageTemplate, Placeholders> = {
  code: { required: ['code'], optional: ['site', 'minutes', 'purpose'], secret: ['code'] },
  address_taken: { required: ['link'], optional: ['site'], secret: [] },
  new_device: { required: ['link'], optional: ['site', 'device', 'place', 'time'], secret: ['link'] },
  password_changed: { required: [], optional: ['site', 'time', 'link'], secret: ['link'] },
  address_changed: { required: ['link'], optional: ['site', 'time'], secret: ['link'] },
  sign_in_changed: { required: ['what'], optional: ['site', 'time', 'link'], secret: ['link'] },
  account_closing: { required: ['what'], optional: ['site', 'time', 'link'], secret: [] },
  test: { required: [], optional: ['site', 'time'], secret: [] },
  plan_expiring: { required: [], optional: ['site', 'plan', 'time', 'day', 'link'], secret: [] },
  usage_alert: { required: [], optional: ['site', 'percent', 'link'], secret: [] },
  order_waiting: { required: [], optional: ['site', 'what', 'amount', 'number', 'time', 'link'], secret: [] },
  order_paid: { required: ['what'], optional: ['site', 'number', 'link'], secret: [] },
  renewal_problem: { required: ['what'], optional: ['site', 'link'], secret: [] },
  renewal_price: { required: ['amount'], optional: ['site', 'plan', 'time', 'day', 'link'], secret: [] },
  price_announced: { required: ['amount'], optional: ['site', 'plan', 'what', 'time', 'day', 'link'], secret: [] },
  ticket_answered: { required: [], optional: ['site', 'subject', 'what', 'link'], secret: [] },
  ticket_closed: { required: [], optional: ['site', 'subject', 'link'], secret: [] },
  told_by_staff: { required: ['what'], optional: ['site', 'link'], secret: [] },
  commission_confirmed: { required: [], optional: ['site', 'amount', 'link'], secret: [] },
  node_outage: { required: [], optional: ['site', 'node', 'time', 'link'], secret: [] },
  outage_compensation: { required: ['what'], optional: ['site', 'node', 'time', 'day', 'link'], secret: [] },
}

/** Whether the template is a reminder, which members can switch off. All others are always sent. */
export function isReminder(template: MessageTemplate): template is ReminderTemplate {
  return ReminderTemplate.safeParse(template).success
}

/**
 * The permission to edit a template's text. Texts about signing in need `settings.security`, because they decide who gets into an account.
 */
export function permissionToEdit(template: MessageTemplate): 'content.write' | 'settings.security' {
  return isReminder(template) || template === 'test' ? 'content.write' : 'settings.security'
}

/** Whether the text has a placeholder unknown to its template, or a brace that looks like part of one. */
export function hasUnknown(template: MessageTemplate, text: string): boolean {
  const { required, optional } = messagePlaceholders[template]
  const known = new Set<string>([...required, ...optional])
  const rest = text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (known.has(name) ? '' : whole))
  return rest.includes('{{') || rest.includes('}}')
}

export function missingFrom(template: MessageTemplate, text: string): Placeholder[] {
  return messagePlaceholders[template].required.filter((name) => !text.includes(`{{${name}}}`))
}
