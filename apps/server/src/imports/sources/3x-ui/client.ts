import { isUuid, type OwnSecret, type OwnSecretKind } from '@portico/contract/own-secret'
import { dayKey, dayStart, isOnAnchor, shiftDay } from '../../../calendar.ts'
import { momentOf } from '../columns.ts'
import type { OldFinding, OldMember, OldTerm } from '../../records.ts'
import { unlikeReset, type UnlikeChoice } from '../reset-like.ts'

/** A client as versions 2 and 3 have it: in 3 a row, in 2 an entry of an inbound. */
export type Client = {
  at: string
  key: string
  email: string
  subId: string
  uuid: string
  password: string
  auth: string
  flow: string
  /** Bytes; 0 or less: unlimited. */
  total: bigint
  /** Milliseconds since 1970; 0: never; negative: a duration that begins with the first use. */
  expiry: bigint
  enabled: boolean
  limitIp: number
  limitHwid: number
  telegramId: bigint
  group: string
  comment: string
  /** Renews itself for so many days, or on a day of the month; 0: not. */
  renewDays: number
  renewDay: number
  reset: string
  resetDay: number
  createdAt: bigint
  inbounds: string[]
}
/** The row of `client_traffics` that has the client's name. */
export type Counted = { up: bigint; down: bigint; expiry: bigint; enabled: boolean }
/** What all members need. */
export type Common = { kinds: InboundKinds; unlike: UnlikeChoice; now: Date; zone: string }
export type Used = { client: Client; counted: Counted }
/** What a client's password is for on the inbounds that it has. */
export type InboundKinds = ReadonlyMap<string, OwnSecretKind | null>

const DAY_MS = 86_400_000

/** The panel switches off members whose time or traffic is used up, by the same switch as the operator: the other columns tell which. */
function isSwitchedOff(used: Used, now: Date): boolean {
  return !(used.client.enabled && used.counted.enabled) && !isOver(used, now)
}

function isOver({ client: { total, expiry }, counted: { up, down } }: Used, now: Date): boolean {
  return (total > 0n && up + down >= total) || (expiry > 0n && expiry <= BigInt(now.getTime()))
}

/** One person's clients as one member: their traffic is one sum, as their link shows it. The first names the member. */
export function memberOf(all: readonly [Used, ...Used[]], common: Common): OldMember {
  const clients = all.map(({ client }) => client)
  const first = all[0].client
  const { kinds, now } = common
  const uuids = clients.map(({ uuid }) => uuid).filter((uuid) => uuid !== '')
  return {
    kind: 'member',
    at: first.at,
    key: first.key,
    keptId: null,
    email: null,
    name: first.email,
    person: null,
    password: null,
    banned: all.every((used) => isSwitchedOff(used, now)),
    wasStaff: false,
    createdAt: momentOf(first.createdAt === 0n ? null : first.createdAt),
    lastLoginAt: null,
    remarks: remarksOf(clients),
    language: null,
    inviter: null,
    discountPercent: null,
    commissionRate: null,
    commissionMode: null,
    balance: 0n,
    commission: 0n,
    telegramId: clients.find(({ telegramId }) => telegramId > 0n)?.telegramId.toString() ?? null,
    totp: null,
    uuid: uuids.find(isUuid) ?? null,
    secrets: secretsOf(clients, kinds),
    links: first.subId === '' ? [] : [{ source: 'links', token: first.subId, validFrom: null }],
    autoRenew: false,
    term: termOf(first, all, common),
  }
}

function remarksOf(clients: readonly Client[]): string {
  const others = clients.slice(1).map(({ email }) => email)
  const groups = clients.flatMap(({ group }) => (group === '' ? [] : [`[${group}]`]))
  return [...new Set([...groups, ...clients.map(({ comment }) => comment), ...others])].filter((text) => text !== '').join('\n')
}

/** Secrets for the inbounds that the clients have: an id that is no UUID, and the password or key of other protocols. */
export function secretsOf(clients: readonly Client[], kinds: InboundKinds): OwnSecret[] {
  const found = new Map<OwnSecretKind, string>()
  for (const client of clients) {
    for (const inbound of client.inbounds) {
      const kind = kinds.get(inbound) ?? null
      const secret = kind === null ? '' : secretFor(kind, client)
      if (kind !== null && secret !== '' && !found.has(kind)) found.set(kind, secret)
    }
  }
  return [...found].map(([kind, secret]) => ({ kind, secret, cipher: null }))
}

function secretFor(kind: OwnSecretKind, { uuid, password, auth }: Client): string {
  if (kind === 'vless' || kind === 'vmess') return isUuid(uuid) ? '' : uuid
  return kind === 'hysteria2' || kind === 'hysteria' ? auth || password : password
}

/** Whether clients with one link can be one member: nothing but their inbounds and their traffic may differ. */
export function areOne(clients: readonly Client[], kinds: InboundKinds): boolean {
  const [first, ...others] = clients
  if (!first) return true
  const isLikeFirst = others.every(
    ({ expiry, enabled, limitIp }) => expiry === first.expiry && enabled === first.enabled && limitIp === first.limitIp,
  )
  const given = clients.flatMap((client) => [
    ...secretsOf([client], kinds).map(({ kind, secret }) => `${kind} ${secret}`),
    ...(isUuid(client.uuid) ? [`uuid ${client.uuid.toLowerCase()}`] : []),
  ])
  const kindsGiven = new Set(given.map((text) => text.slice(0, text.indexOf(' '))))
  return isLikeFirst && new Set(given).size === kindsGiven.size
}

function termOf(first: Client, all: readonly Used[], common: Common): OldTerm {
  // The panel begins a term in either table.
  const begun = all.find(({ counted }) => counted.expiry > 0n)?.counted.expiry
  const expiry = first.expiry < 0n ? (begun ?? first.expiry) : first.expiry
  const totals = all.map(({ client }) => client.total)
  const quota = totals.every((total) => total > 0n) ? sumOf(totals) : null
  return {
    plan: null,
    groups: [...new Set(all.flatMap(({ client }) => client.inbounds))].toSorted(),
    up: sumOf(all.map(({ counted }) => counted.up)),
    down: sumOf(all.map(({ counted }) => counted.down)),
    endsAt: expiry > 0n ? momentOf(expiry) : null,
    held: expiry < 0n ? { ms: Number(-expiry), by: null } : null,
    ...resetOf(first, quota, common),
    speedLimit: null,
    deviceLimit: first.limitIp > 0 ? first.limitIp : null,
  }
}

const EVERY = new Map([
  ['hourly', 'hour'],
  ['daily', 'day'],
  ['weekly', 'week'],
] as const)

function resetOf({ reset, resetDay, createdAt }: Client, quota: bigint | null, { unlike, now, zone }: Common) {
  const every = [...EVERY].find(([name]) => name === reset)?.[1]
  if (every !== undefined) return { ...unlikeReset(every, quota, unlike, momentOf(createdAt)), anchorDay: null }
  if (reset !== 'monthly') return { quota, resetMode: 'never' as const, resetsAt: null, anchorDay: null }
  const isFirst = resetDay <= 1
  const [resetMode, anchorDay] = isFirst ? (['first_of_month', null] as const) : (['monthly', Math.min(resetDay, 31)] as const)
  return { quota, resetMode, resetsAt: nextOn(Math.max(1, Math.min(resetDay, 31)), now, zone), anchorDay }
}

/** Midnight of the next such day of a month, or of the last day of a shorter one. */
function nextOn(day: number, now: Date, zone: string): Date {
  const today = dayKey(now, zone)
  const days = Array.from({ length: 32 }, (_, i) => dayStart(shiftDay(today, i + 1), zone))
  return days.find((one) => isOnAnchor(one, day, zone)) ?? now
}

function sumOf(all: readonly bigint[]): bigint {
  return all.reduce((sum, one) => sum + one, 0n)
}

/** What is odd about a client, and what it loses. */
export function* oddities({ client, counted }: Used, now: Date): Generator<OldFinding> {
  const about = (code: OldFinding['code'], what = client.email): OldFinding => ({ kind: 'finding', code, at: client.at, what })
  if (client.email.trim() !== client.email) yield about('text_odd')
  if (client.subId === '') yield about('no_link')
  if (client.inbounds.length === 0) yield about('no_inbound')
  if (!(client.enabled && counted.enabled) && isOver({ client, counted }, now)) yield about('xui_off_by_panel')
  if (client.renewDays > 0 || client.renewDay > 0) yield about('xui_renews', `${client.email}: ${renewal(client)}`)
  if (!['never', '', 'monthly'].includes(client.reset)) yield about('reset_unlike', `${client.email}: ${client.reset}`)
  if (client.limitHwid > 0) yield about('hwid_limit', `${client.email}: ${client.limitHwid}`)
  if (client.expiry < 0n && -client.expiry % BigInt(DAY_MS) !== 0n) yield about('held_part_of_day', client.email)
}

function renewal({ renewDays, renewDay }: Client): string {
  return renewDay > 0 ? `day ${renewDay} of the month` : `${renewDays} d`
}
