import type { CodePurpose } from '@portico/contract/codes'
import { isReminder, type MessageTemplate } from '@portico/contract/message-placeholders'
import type { MessageFault } from '@portico/contract/messages-admin'
import type { Settings } from '@portico/contract/settings-admin'
import type { Db } from '../db/client.ts'
import { settingIn } from '../in-language.ts'
import { hasMail } from './mail/mailer.ts'
import { linksOfReminder } from './mail/reminder-links.ts'
import { replyAddress } from './mail/ticket-address.ts'
import type { Recipient } from './message.ts'
import type { Post } from './post.ts'
import { readText } from './message-texts.ts'
import { mailLook, valuesOf } from './message-values.ts'
import type { MessageRow } from './messages.table.ts'
import { NotSent } from './not-sent.ts'
import { type Rendered, renderMessage } from './render-message.ts'
import { smsProvider } from './sms/sms-providers.ts'

/** Finds the account with an address; null: none. */
export type AccountAt = (db: Db, to: Recipient) => Promise<number | null>
/** `template`: the one that was sent, perhaps in place of the requested. */
export type Outcome = { status: 'sent'; template: MessageTemplate } | { status: 'skipped'; fault: MessageFault }

type Ready = Pick<MessageRow, 'id' | 'channel' | 'recipient' | 'accountId' | 'template' | 'language' | 'data'> & { secret: string | null }

/** Sends one message, or decides that it should not be sent. Throws `NotSent`. */
export async function deliverMessage(post: Post, accountAt: AccountAt, message: Ready): Promise<Outcome> {
  const template = await templateFor(post.database.db, accountAt, message)
  if (template === null) return { status: 'skipped', fault: 'no_account' }
  // A code for a stranger's new account must not reach this account's owner.
  const secret = template === message.template ? message.secret : null
  const settings = post.settings()
  const source = await readText(post.database.db, template, message.language)
  const { accountId, language } = message
  const below = isReminder(template) && accountId !== null ? await linksOfReminder(post, { template, accountId, language }) : null
  const more = { isAhead: isReminder(template), links: below?.links ?? [], look: mailLook(post) }
  const rendered = renderMessage(source, language, valuesOf(post, { ...message, template, secret }), more)
  const isReady = message.channel === 'email' ? hasMail(settings) : smsProvider(settings) !== null
  if (!isReady) {
    if (post.config.printMessages) print(message, rendered)
    return { status: 'skipped', fault: post.config.printMessages ? 'printed' : 'not_configured' }
  }
  await send(post, settings, { ...message, template, secret, stop: below?.stop }, rendered)
  return { status: 'sent', template }
}

/** Templates that owners of known addresses get in place of codes, and codes that unknown addresses never get. */
const WHEN_KNOWN: Partial<Record<CodePurpose, MessageTemplate>> = {
  register: 'address_taken',
  claim: 'address_taken',
  bind: 'address_taken',
}
const ONLY_KNOWN = new Set<CodePurpose>(['login', 'reset'])

/** Decided here and not by the caller, whose time and answer would tell whether the address has an account. */
async function templateFor(db: Db, accountAt: AccountAt, { template, data, channel, recipient }: Ready): Promise<MessageTemplate | null> {
  if (template !== 'code') return template
  const purpose = data['purpose'] as CodePurpose
  const known = WHEN_KNOWN[purpose]
  if (known === undefined && !ONLY_KNOWN.has(purpose)) return template
  const isKnown = (await accountAt(db, { channel, address: recipient })) !== null
  return isKnown ? (known ?? template) : known === undefined ? null : template
}

type Sent = Ready & { stop: string | undefined }

async function send(post: Post, settings: Settings, message: Sent, { subject, html, text, sms }: Rendered): Promise<void> {
  const { id, recipient: to, template, language, secret, stop } = message
  if (message.channel === 'email') {
    // The same for each try, so that a mail that was sent twice can be recognised.
    const site = settingIn(settings, 'site.title', language)
    return post.mailer.send(settings, {
      to,
      site,
      subject,
      html,
      text,
      stop,
      thread: await threadOf(post, message),
      messageId: `portico-${id}-${template}`,
    })
  }
  const provider = smsProvider(settings)
  if (provider === null) throw new NotSent('not_configured')
  const code = template === 'code' ? secret : null
  await provider.send(settings, post.smsApis, { to, text: sms, template, code, language }, post.now())
}

/** Thread of a mail about a ticket, so that mail programs group it and it can be answered. */
async function threadOf({ database, settings }: Post, { accountId, data }: Sent): Promise<{ id: string; replyTo: string | null } | null> {
  const ticketId = Number(/^\/user\/ticket\/(\d{1,15})$/.exec(String(data['path'] ?? ''))?.[1])
  if (!ticketId || accountId === null) return null
  return { id: `ticket-${ticketId}`, replyTo: await replyAddress(database, settings(), { ticketId, accountId }) }
}

/** Prints a message for developers without a mail server; only `npm run dev` uses it. */
function print({ channel, recipient }: Ready, { subject, text, sms }: Rendered): void {
  process.stdout.write(`\n[${channel} to ${recipient}] ${channel === 'email' ? `${subject}\n${text}` : sms}\n\n`)
}
