import { createHash } from 'node:crypto'
import type { OwnSecret, OwnSecretKind } from '@portico/contract/own-secret'
import { isSet, smallIn, wholeIn } from '../columns.ts'
import type { OldDatabase, OldRow } from '../../old/old-database.ts'
import type { OldPassword } from '../../../accounts/imported-password.ts'
import type { OldMember, OldRecord, OldTerm } from '../../records.ts'
import { readJson, textOf } from '../xray/fields.ts'
import { accessKey, accessOfProduct, accessOfUser } from './access.ts'
import { bytesOfGb, minorIn } from './money.ts'

/** What all members share. `method`: how passwords are stored. `dateIn`: a moment of the panel's own zone. */
export type Common = {
  method: string
  salt: string
  currency: string
  dateIn: (text: string | null | undefined) => Date | null
  kinds: ReadonlySet<OwnSecretKind>
}

export async function* readMembers(old: OldDatabase, common: Common): AsyncGenerator<OldRecord> {
  const links = new Map<string, string>()
  for await (const { userid, token } of old.rows('link')) links.set(userid ?? '', token ?? '')
  const [totp, keys] = await readFactors(old)
  const plans = await plansOf(old)
  for await (const row of old.rows('user')) {
    const id = row['id'] ?? ''
    const at = `user ${id}`
    for (const what of keys.get(id) ?? []) yield { kind: 'finding', code: 'passkey_left', at, what }
    const plan = plans.get(id)
    const fits = plan?.access === accessKey(accessOfUser(row))
    const own = row['ga_enable'] === '1' ? (row['ga_token'] ?? null) : null
    const token = links.get(id)
    if (isReset(row) && bytesOfGb(row['auto_reset_bandwidth']) !== wholeIn(row['transfer_enable'])) {
      yield { kind: 'finding', code: 'reset_bytes', at, what: `${row['email'] ?? ''}: ${row['auto_reset_bandwidth'] ?? ''} GB` }
    }
    yield memberOf(row, { ...common, plan: fits ? (plan?.product ?? null) : null, totp: totp.get(id) ?? own, token: token ?? null })
  }
}

type Own = Common & { plan: string | null; totp: string | null; token: string | null }

export function memberOf(row: OldRow, own: Own): OldMember {
  const inviter = row['ref_by'] ?? '0'
  return {
    kind: 'member',
    at: `user ${row['id'] ?? ''}`,
    key: row['id'] ?? '',
    keptId: smallIn(row['id']),
    email: row['email'] ?? null,
    name: row['user_name'] ?? null,
    person: null,
    password: passwordOf(row['pass'] ?? '', own),
    banned: isSet(row['is_banned']),
    wasStaff: isSet(row['is_admin']),
    createdAt: own.dateIn(row['reg_date']),
    lastLoginAt: secondsIn(row['last_login_time']),
    remarks: [row['remark'] ?? '', isSet(row['is_banned']) ? (row['banned_reason'] ?? '') : ''].filter((text) => text !== '').join('\n'),
    language: row['locale']?.startsWith('zh') ? 'zh-CN' : row['locale'] ? 'en' : null,
    inviter: inviter === '0' ? null : inviter,
    discountPercent: null,
    commissionRate: null,
    commissionMode: null,
    balance: minorIn(row['money'], own.currency) ?? 0n,
    // Commission went into the balance there.
    commission: 0n,
    telegramId: row['im_type'] === '4' && row['im_value'] ? row['im_value'] : null,
    totp: own.totp,
    uuid: row['uuid'] ?? null,
    secrets: [...own.kinds].map((kind) => keyOf(kind, row['passwd'] ?? '')),
    links: own.token === null ? [] : [{ source: 'links', token: own.token, validFrom: null }],
    autoRenew: false,
    term: termOf(row, own),
  }
}

/** PHP's own hashes say what they are; the others are one for the whole site, with its salt behind the password. */
export function passwordOf(stored: string, { method, salt }: Pick<Common, 'method' | 'salt'>): OldPassword | null {
  if (stored === '') return null
  if (stored.startsWith('$2')) return { scheme: 'bcrypt', hash: stored }
  if (stored.startsWith('$argon2')) return { scheme: 'argon2', hash: stored }
  return { scheme: method === 'sha3' ? 'sha3-256' : 'sha256', hex: stored, salt }
}

/** The key of Shadowsocks 2022 is made of letters of a hash, so that every node program can take it. */
function keyOf(kind: OwnSecretKind, passwd: string): OwnSecret {
  const letters = createHash('sha3-256').update(passwd).digest('hex')
  const key = letters.slice(0, kind === 'shadowsocks-2022-128' ? 16 : 32)
  return { kind, secret: Buffer.from(key).toString('base64'), cipher: null }
}

/** Nodes serve nobody whose level has ended, whatever the level is; so its end is the member's. */
function termOf(row: OldRow, { plan, dateIn }: Own): OldTerm {
  const isMonthly = isReset(row)
  return {
    plan,
    groups: [accessKey(accessOfUser(row))],
    quota: wholeIn(row['transfer_enable']) ?? 0n,
    up: wholeIn(row['u']) ?? 0n,
    down: wholeIn(row['d']) ?? 0n,
    endsAt: dateIn(row['class_expire']) ?? new Date(0),
    held: null,
    resetMode: isMonthly ? 'monthly' : 'never',
    resetsAt: null,
    anchorDay: isMonthly ? smallIn(row['auto_reset_day']) : null,
    speedLimit: limitIn(row['node_speedlimit']),
    deviceLimit: limitIn(row['node_iplimit']),
  }
}

/** Only members of the lowest level are reset. */
function isReset(row: OldRow): boolean {
  return (smallIn(row['class']) ?? 0) === 0 && (smallIn(row['auto_reset_day']) ?? 0) > 0
}

function limitIn(text: string | null | undefined): number | null {
  const limit = smallIn(text) ?? 0
  return limit > 0 ? limit : null
}

export function secondsIn(text: string | null | undefined): Date | null {
  const seconds = smallIn(text) ?? 0
  return seconds > 0 ? new Date(seconds * 1000) : null
}

/** Authenticators by member, and passkeys, which hold for the old panel's address alone. */
async function readFactors(old: OldDatabase): Promise<[Map<string, string>, Map<string, string[]>]> {
  const [totp, keys] = [new Map<string, string>(), new Map<string, string[]>()]
  if (!old.tables.has('mfa_devices')) return [totp, keys]
  for await (const { userid: user, type, body, name } of old.rows('mfa_devices')) {
    const secret = textOf(readJson(body)?.['token'])
    if (type?.toLowerCase() === 'totp' && secret !== '') totp.set(user ?? '', secret)
    else keys.set(user ?? '', [...(keys.get(user ?? '') ?? []), name ?? type ?? ''])
  }
  return [totp, keys]
}

/** A user has no plan there: the order that runs says which product it is. */
async function plansOf(old: OldDatabase): Promise<Map<string, { product: string; access: string }>> {
  const products = new Map<string, string>()
  for await (const { id, type, content } of old.rows('product')) {
    if (type === 'tabp') products.set(id ?? '', accessKey(accessOfProduct(content)))
  }
  const found = new Map<string, { product: string; access: string }>()
  for await (const { user_id: user, product_id: product, product_type: type, status } of old.rows('order')) {
    const access = products.get(product ?? '')
    if (type === 'tabp' && status === 'activated' && access !== undefined) found.set(user ?? '', { product: product ?? '', access })
  }
  return found
}
