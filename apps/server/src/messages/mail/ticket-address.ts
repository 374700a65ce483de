import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Settings } from '@portico/contract/settings-admin'
import type { Database } from '../../db/client.ts'
import { serverSecret } from '../../db/server-secrets.ts'

export type TicketThread = { ticketId: number; accountId: number }

/** Hexadecimal, because some mail servers change the case of addresses. */
const MAC_DIGITS = 32

/** Address for answering a ticket by mail, for one member and ticket; does not expire. null: replies by mail are off. */
export async function replyAddress(database: Database, settings: Settings, thread: TicketThread): Promise<string | null> {
  const [local, domain] = settings['ticket_mail.address'].split('@')
  if (settings['ticket_mail.mode'] === 'off' || !local || domain === undefined) return null
  return `${local}+${bodyOf(thread)}-${await macOf(database, thread)}@${domain}`
}

/** Reads a reply address; null: not a ticket's, `forged`: we did not make it. */
export async function openReplyAddress(database: Database, settings: Settings, address: string): Promise<TicketThread | 'forged' | null> {
  const [local = '', domain] = settings['ticket_mail.address'].toLowerCase().split('@')
  const [box = '', host] = address.trim().toLowerCase().split('@')
  if (local === '' || host !== domain || !box.startsWith(`${local}+`)) return null
  const [, ticket, account, mac = ''] = /^t([1-9]\d{0,14})-([1-9]\d{0,14})-([0-9a-f]{32})$/.exec(box.slice(local.length + 1)) ?? []
  const thread = { ticketId: Number(ticket), accountId: Number(account) }
  if (mac === '') return 'forged'
  return timingSafeEqual(Buffer.from(mac), Buffer.from(await macOf(database, thread))) ? thread : 'forged'
}

function bodyOf({ ticketId, accountId }: TicketThread): string {
  return `t${ticketId}-${accountId}`
}

async function macOf(database: Database, thread: TicketThread): Promise<string> {
  const key = await serverSecret(database, 'ticket_mail', () => randomBytes(32).toString('hex'))
  return createHmac('sha256', key).update(bodyOf(thread)).digest('hex').slice(0, MAC_DIGITS)
}
