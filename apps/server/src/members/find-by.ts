import type { FoundBy } from '@portico/contract/accounts-admin'
import { may } from '@portico/contract/access'
import { plainText } from '@portico/contract/typed-code'
import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { emailKey } from '../accounts/email-key.ts'
import type { Actor } from '../actor.ts'
import { likeText } from '../db/like-text.ts'
import { linkFetches } from '../link-fetches/link-fetches.table.ts'
import { links } from '../links/links.table.ts'
import { memberNotes } from '../member-notes/member-notes.table.ts'
import { devices } from '../nodes/nodes.table.ts'
import { paidUnder } from '../orders/list-orders.ts'
import { orders } from '../orders/orders.table.ts'
import { sessions } from '../sessions/sessions.table.ts'
import { tickets } from '../tickets/tickets.table.ts'
import { ownSecrets } from '../subscriptions/secrets/own-secrets.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

/**
 * A search. `network`: the text as a network, if it is an IP address; IPv6 as its /64. `old`: the text as a link of another panel. `most`: finds
 * per way; with `newest`, the latest of those that many share.
 */
export type Asked = { q: string; network: string | null; old: { sourceId: number; token: string }[]; most?: number; newest?: true }

/** Ways to find an account, surest first. */
const WAYS = [
  'id',
  'link',
  'credential',
  'order',
  'payment',
  'email_start',
  'email',
  'former_name',
  'phone',
  'ticket',
  'ip',
  'note',
  'inviter',
] as const
type Way = [(typeof WAYS)[number], SQL]

/** An index serves a part of three characters and no shorter one. */
const LEAST_PART = 3
/** Order numbers begin with the time, so a shorter start would name too many. */
const LEAST_ORDER = 6

/**
 * Selects `account_id` and `way` (for `wayOf`; the smaller, the surer) of accounts that a text names; an account may come up in several
 * ways. Each is a select of its own, because an index serves no "or" over several tables.
 */
export function foundBy(by: Actor, { q, network, old, most, newest }: Asked): SQL {
  const text = plainText(q)
  const limit = most === undefined ? sql`` : sql` limit ${most}`
  const order = newest ? sql` order by found.id desc` : sql``
  // Others could guess an address letter by letter.
  const seesMembers = may(by.permissions, 'members.read')
  const ways = [
    ...byId(text),
    ...bySecret(by, text),
    ...byOldLink(old),
    ...(may(by.permissions, 'orders.read') ? byOrder(text) : []),
    ...(seesMembers
      ? [
          ...byAddress(text, newest ? sql`` : sql` order by ${accounts.emailKey}`),
          ...byNetwork(text, network),
          ...byNote(q.trim()),
          ...byInviter(text),
        ]
      : []),
    ...(may(by.permissions, 'tickets.read') ? byTicket(text) : []),
  ]
  const selects = ways.map(
    ([way, select]) =>
      sql`(select found.id as account_id, ${sql.raw(String(WAYS.indexOf(way)))} as way from (${select}) found${order}${limit})`,
  )
  return sql.join(selects, sql` union all `)
}

/** Why a row of `foundBy` was found. */
export function wayOf(place: number): FoundBy {
  const way = WAYS[place] ?? 'id'
  return way === 'email_start' ? 'email' : way
}

/** A search as the audit log may keep it: without links and credentials. */
export function withoutSecrets(q: string): string {
  return plainText(q)
    .replace(NODE_LINK, '…')
    .replace(/[0-9a-f]{8,32}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8,}/gi, '…')
}

const { id } = accounts

function byId(text: string): Way[] {
  // Never empty, since there is always one way; no account is 0.
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1] ?? 0
  return [['id', sql`select ${id} from ${accounts} where ${id} = ${Number(digits)}`]]
}

/**
 * Finds by whole link, token or node credential, which its owner knows already; by the start of a token only with permission for links, and
 * never staff's, which could be guessed digit by digit.
 */
function bySecret(by: Actor, text: string): Way[] {
  const { accountId, token, uuid } = subscriptions
  const member = sql`join ${accounts} on ${id} = ${accountId} and ${accounts.roleId} is null`
  const ways: Way[] = []
  const part = tokenIn(text)
  const isWhole = part?.length === 32
  if (part !== null && (isWhole || may(by.permissions, 'members.link')))
    ways.push(['link', sql`select ${accountId} as id from ${subscriptions} ${member} where ${token} like ${`${part}%`}`])
  const credential = credentialIn(text)
  if (credential !== null)
    ways.push([
      'credential',
      sql`select ${accountId} as id from ${subscriptions} ${member} where ${uuid} between ${credential[0]} and ${credential[1]}
        union select ${ownSecrets.accountId} from ${ownSecrets} join ${accounts} on ${id} = ${ownSecrets.accountId} and ${accounts.roleId} is null
        where ${ownSecrets.kind} in ('vless', 'vmess') and ${ownSecrets.onNode} = ${credential[0]}`,
    ])
  return ways
}

/** Finds by a whole link of another panel, revoked or not; staff's never. */
function byOldLink(old: Asked['old']): Way[] {
  return old.map(({ sourceId, token }) => [
    'link',
    sql`select ${links.accountId} as id from ${links} join ${accounts} on ${id} = ${links.accountId} and ${accounts.roleId} is null
      where ${links.sourceId} = ${sourceId} and ${links.token} = ${token}`,
  ])
}

/** Eight digits of a token or more: alone, in a link, or in an import link, which holds it encoded. */
function tokenIn(text: string): string | null {
  const token = /(?:^|\/s\/|%2Fs%2F|token=|token%3D)([0-9a-f]{8,32})(?![0-9a-f-])/i.exec(text)?.[1]
  return token?.toLowerCase() ?? null
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
/** A link of a node, of any protocol. Its start holds the credential, some in base64. */
const NODE_LINK = /^(?!https?:)[a-z][a-z0-9+]*:\/\/([\w+/=%:-]+)/i

/** The first and last credential that a text may stand for: one alone, or the one in a node's link. */
function credentialIn(text: string): [from: string, to: string] | null {
  const part = decode(NODE_LINK.exec(text)?.[1] ?? '')
  const plain = Buffer.from(part, 'base64').toString('latin1')
  // Shadowsocks 2022 has the start of the credential for a user's key.
  const key = Buffer.from(/[^:]*$/.exec(part.includes(':') ? part : plain)?.[0] ?? '', 'base64').toString('latin1')
  const found =
    new RegExp(`^${UUID.source}$`, 'i').exec(text) ??
    UUID.exec(part) ??
    UUID.exec(plain) ??
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{2}(?:[0-9a-f]{2}-[0-9a-f]{4}-[0-9a-f]{8})?$/i.exec(key)
  if (!found) return null
  const start = found[0].toLowerCase()
  return [
    start + '00000000-0000-0000-0000-000000000000'.slice(start.length),
    start + 'ffffffff-ffff-ffff-ffff-ffffffffffff'.slice(start.length),
  ]
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function byOrder(text: string): Way[] {
  const { accountId, tradeNo, id: orderId } = orders
  const paid: Way = ['payment', sql`select ${accountId} as id from ${orders} where ${orderId} in (${paidUnder(text)})`]
  if (text.length < LEAST_ORDER) return [paid]
  return [['order', sql`select ${accountId} as id from ${orders} where ${tradeNo} like ${`${likeText(text.toUpperCase())}%`}`], paid]
}

function byAddress(text: string, order: SQL): Way[] {
  const { emailKey: key, phone } = accounts
  const start = likeText(text.toLowerCase())
  const ways: Way[] = [['email_start', sql`select ${id} from ${accounts} where ${key} like ${`${start}%`}${order}`]]
  if (text.length >= LEAST_PART) ways.push(['email', sql`select ${id} from ${accounts} where ${key} like ${`%${start}%`}`])
  // Also by a whole address in another spelling, as the login form takes it.
  if (isAddress(text)) ways.push(['email_start', sql`select ${id} from ${accounts} where ${key} = ${emailKey(text)}`])
  const { formerName } = accounts
  const [has, part] = text.length < LEAST_PART ? [sql`=`, text.toLowerCase()] : [sql`like`, `%${start}%`]
  ways.push(['former_name', sql`select ${id} from ${accounts} where lower(${formerName}) ${has} ${part} and ${formerName} is not null`])
  const digits = text.replace(/[\s()+-]/g, '').replace(/^00/, '')
  if (/^\d{3,15}$/.test(digits)) ways.push(['phone', sql`select ${id} from ${accounts} where ${phone} like ${`%${digits}%`}`])
  return ways
}

function byTicket(text: string): Way[] {
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1]
  return digits === undefined
    ? []
    : [['ticket', sql`select ${tickets.accountId} as id from ${tickets} where ${tickets.id} = ${Number(digits)}`]]
}

function byNetwork(text: string, network: string | null): Way[] {
  if (network === null) return []
  return [
    [
      'ip',
      sql`select ${sessions.accountId} as id from ${sessions} where ${sessions.ip} in (${text.toLowerCase()}, ${network})
        union select ${linkFetches.accountId} from ${linkFetches} where ${linkFetches.network} = ${network}
        union select ${devices.accountId} from ${devices} where ${devices.ip} = ${network}`,
    ],
  ]
}

/** Finds by a part of a note; two Chinese characters suffice. */
function byNote(text: string): Way[] {
  if (text.length < (/\p{Script=Han}/u.test(text) ? 2 : LEAST_PART)) return []
  const part = `%${likeText(text)}%`
  return [
    [
      'note',
      sql`select ${id} from ${accounts} where ${accounts.remarks} <> '' and ${accounts.remarks} ilike ${part}
        union select ${memberNotes.accountId} from ${memberNotes} where ${memberNotes.text} ilike ${part}`,
    ],
  ]
}

/** Finds the accounts that the owner of an address invited. */
function byInviter(text: string): Way[] {
  if (!isAddress(text)) return []
  const inviter = sql`(select inviter.id from ${accounts} inviter where inviter.email_key = ${emailKey(text)})`
  return [['inviter', sql`select ${id} from ${accounts} where ${accounts.inviterId} = ${inviter} order by ${id} desc`]]
}

const isAddress = (text: string): boolean => /.@./.test(text)
