import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursorOf, cursorQuery, Day, Time } from './paging.ts'
import { Language } from './translations.ts'
import { hasUnknown, isReminder, messagePlaceholders, MessageTemplate, missingFrom } from './message-placeholders.ts'
import { secretFault, type TextField } from './secret-in-text.ts'

export const MessageChannel = z.enum(['email', 'sms'])
export type MessageChannel = z.infer<typeof MessageChannel>

/** `queued`: waits for its first or next try. `skipped`: not sent, for lack of a reason or a channel. */
export const MessageStatus = z.enum(['queued', 'sent', 'failed', 'skipped'])
export type MessageStatus = z.infer<typeof MessageStatus>

/** Why a message is not sent. */
export const MessageFault = z.enum([
  'not_configured',
  /** `npm run dev` printed the message to the terminal. */
  'printed',
  /** The template is for members only, and no member has the address. */
  'no_account',
  'expired',
  /** `ended`: the reminder's cause ended. `unwanted`: the member switched the reminder off first. */
  'ended',
  'unwanted',
  'bad_login',
  'bad_sender',
  'bad_address',
  'refused',
  'busy',
  'unreachable',
  'timeout',
  'no_tls',
  'bad_certificate',
  /** The SMS provider sends only approved templates, and has none for this message. */
  'no_template',
  'unexpected',
])
export type MessageFault = z.infer<typeof MessageFault>

export const Message = z.object({
  id: z.int(),
  at: Time,
  channel: MessageChannel,
  recipient: z.string(),
  account_id: z.nullable(z.int()),
  template: MessageTemplate,
  language: Language,
  status: MessageStatus,
  tries: z.int(),
  /** For a queued message: time of the next try. */
  next_try_at: z.nullable(Time),
  sent_at: z.nullable(Time),
  fault: z.nullable(MessageFault),
  /** Error text from the mail server or SMS provider. */
  error: z.nullable(z.string()),
  /** true: the message can be sent again. A code or link is erased once its message is finished, so it cannot. */
  can_retry: z.boolean(),
})
export type Message = z.infer<typeof Message>

/** One line of text. For subjects and SMS, which have no paragraphs. */
const Line = (most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(most),
    z.refine((line) => !/[\p{Cc}\u2028\u2029]/u.test(line), { error: 'message.line_break' }),
  )
const texts = { subject: Line(150), text: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)), sms: Line(300) }
const textOf = { template: MessageTemplate, language: Language }

export const MessageText = z.object(texts)
export type MessageText = z.infer<typeof MessageText>

const textFields: readonly TextField[] = ['subject', 'text', 'sms']

/** Whether a stored text would expose its secret. Only texts older than the rule can; the built-in text is sent instead. */
export function isUnsafe(template: MessageTemplate, text: MessageText): boolean {
  return textFields.some((field) => secretFault(template, field, text[field]) !== null)
}

/** A template's text as input: required placeholders present, no unknown ones, and secrets only where they are safe. */
export const MessageTextInput = z.object({ ...textOf, ...texts }).check((ctx) => {
  const { template, ...fields } = ctx.value
  for (const field of textFields) {
    const fault = (message: string): void => void ctx.issues.push({ code: 'custom', path: [field], input: fields[field], message })
    const unsafe = secretFault(template, field, fields[field])
    if (hasUnknown(template, fields[field])) fault('message.unknown_placeholder')
    else if (needsAll(template, field) && missingFrom(template, fields[field]).length > 0) fault('message.missing_placeholder')
    // A subject shows on locked screens and in lists.
    else if (field === 'subject' && messagePlaceholders[template].required.some((name) => fields.subject.includes(`{{${name}}}`)))
      fault('message.not_in_subject')
    else if (unsafe !== null) fault(unsafe)
  }
})
/** Whether the field must have all required placeholders. The SMS text of a reminder need not: it doubles as the push message. */
function needsAll(template: MessageTemplate, field: TextField): boolean {
  return field === 'text' || (field === 'sms' && !isReminder(template))
}
export type MessageTextInput = z.infer<typeof MessageTextInput>

export const StoredMessageText = z.object({
  ...textOf,
  ...texts,
  is_custom: z.boolean(),
  /** true: the text would expose a code or link, so the built-in text is sent. */
  is_unsafe: z.boolean(),
  changed_at: z.nullable(Time),
})
export type StoredMessageText = z.infer<typeof StoredMessageText>

export const TestResult = z.object({
  sent: z.boolean(),
  fault: z.nullable(MessageFault),
  /** The mail server's or provider's error; null: it accepted the message. */
  error: z.nullable(z.string()),
})
export type TestResult = z.infer<typeof TestResult>

/** An international phone number, such as +8613800000000. */
export const PhoneNumber = z.string().check(z.trim(), z.regex(/^\+[1-9]\d{6,14}$/))
export const MailAddress = z.string().check(z.trim(), z.maxLength(254), z.email())

export const adminMessageState = endpoint({
  method: 'GET',
  path: '/admin/messages/state',
  access: { anyOf: ['members.read', 'content.write', 'settings.security', 'settings.read'] },
  summary: 'Whether mail and SMS are set up',
  response: z.object({ email: z.boolean(), sms: z.boolean() }),
})
export const adminListMessages = endpoint({
  method: 'GET',
  path: '/admin/messages',
  access: ['members.read'],
  summary: 'Mail and SMS of the last 180 days, newest first, by cursor; codes and links are never shown',
  query: z.object({
    ...cursorQuery,
    channel: z.optional(MessageChannel),
    template: z.optional(MessageTemplate),
    status: z.optional(MessageStatus),
    /** Matches the start of an address or phone number. */
    recipient: z.optional(z.string().check(z.maxLength(254))),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  response: cursorOf(Message),
})
export const adminRetryMessage = endpoint({
  method: 'POST',
  path: '/admin/messages/:id/retry',
  access: ['members.read', 'members.write'],
  summary: 'Send a failed message again; one that held a code or link cannot be',
})
export const adminListMessageTexts = endpoint({
  method: 'GET',
  path: '/admin/messages/texts',
  access: { anyOf: ['content.write', 'settings.security', 'settings.read'] },
  summary: 'The texts of all messages in both languages',
  response: z.object({ items: z.array(StoredMessageText), total: z.int() }),
})
// The verb checks the permission that the template needs.
const toEdit = { access: { anyOf: ['content.write', 'settings.security'] } } as const
export const adminSaveMessageText = endpoint({
  method: 'PUT',
  path: '/admin/messages/texts',
  ...toEdit,
  summary: 'Replace the text of a message in one language; texts of signing in need settings.security and a fresh confirmation',
  body: MessageTextInput,
  response: StoredMessageText,
})
export const adminResetMessageText = endpoint({
  method: 'POST',
  path: '/admin/messages/texts/reset',
  ...toEdit,
  summary: 'Return to the built-in text; texts of signing in need settings.security and a fresh confirmation',
  body: z.object(textOf),
  response: StoredMessageText,
})
export const adminPreviewMessageText = endpoint({
  method: 'POST',
  path: '/admin/messages/texts/preview',
  access: { anyOf: ['content.write', 'settings.security', 'settings.read'] },
  summary: 'What a text looks like as mail and as SMS, with sample values',
  body: MessageTextInput,
  response: z.object({ subject: z.string(), html: z.string(), text: z.string(), sms: z.string() }),
})
export const adminTestMessage = endpoint({
  method: 'POST',
  path: '/admin/messages/tests',
  access: { anyOf: ['content.write', 'settings.security'] },
  summary: 'Send a test now, with the saved settings: a message as it is stored, or the test message',
  body: z.discriminatedUnion('channel', [
    z.object({ channel: z.literal('email'), to: MailAddress, language: Language, template: MessageTemplate }),
    z.object({ channel: z.literal('sms'), to: PhoneNumber, language: Language, template: MessageTemplate }),
  ]),
  response: TestResult,
})
