import { isUuid, OwnCipher, type OwnSecret } from '@portico/contract/own-secret'
import type { OldFinding, OldMember, OldTerm } from '../../records.ts'
import { likeReset, unlikeReset, type UnlikeChoice } from '../reset-like.ts'
import { cipherOf } from '../xray/inbound.ts'

/** What a user proves itself with, by protocol; absent: it has not that protocol. */
export type Credentials = {
  vless?: string
  vmess?: string
  trojan?: string
  hysteria2?: string
  shadowsocks?: { password: string; method: string }
}

/** A user of Marzban or PasarGuard. */
export type User = {
  at: string
  key: string
  username: string
  status: string
  used: bigint
  /** Bytes; null or 0: unlimited. */
  limit: bigint | null
  /** null: never. */
  expire: Date | null
  strategy: string
  holdSeconds: bigint | null
  holdBy: Date | null
  createdAt: Date | null
  revokedAt: Date | null
  lastReset: Date | null
  remarks: string
  deviceLimit: number | null
  groups: string[]
  credentials: Credentials
  /** How its links name it. */
  tokens: string[]
}

/** `cipher`: of the Shadowsocks nodes. */
export type Common = { cipher: string; unlike: UnlikeChoice }

export function memberOf(user: User, common: Common): OldMember {
  const { credentials, createdAt, revokedAt } = user
  const validFrom = [createdAt, revokedAt].reduce((last, one) => (last === null || (one !== null && one > last) ? one : last))
  return {
    kind: 'member',
    at: user.at,
    key: user.key,
    keptId: null,
    email: null,
    name: user.username,
    person: null,
    password: null,
    // Its jobs never set this state.
    banned: user.status === 'disabled',
    wasStaff: false,
    createdAt,
    lastLoginAt: null,
    remarks: user.remarks,
    language: null,
    inviter: null,
    discountPercent: null,
    commissionRate: null,
    commissionMode: null,
    balance: 0n,
    commission: 0n,
    telegramId: null,
    totp: null,
    uuid: idOf(credentials),
    secrets: secretsOf(credentials, common.cipher),
    links: user.tokens.map((token) => ({ source: 'links', token, validFrom })),
    autoRenew: false,
    term: termOf(user, common),
  }
}

function idOf({ vless, vmess }: Credentials): string | null {
  return [vless, vmess].find((id) => id !== undefined && isUuid(id)) ?? null
}

/** One id is the member's UUID; each other credential stands beside it. */
export function secretsOf(credentials: Credentials, cipher: string): OwnSecret[] {
  const { vless, vmess, trojan, hysteria2, shadowsocks } = credentials
  const id = idOf(credentials)?.toLowerCase()
  const ids = Object.entries({ vless, vmess }).filter(([, one]) => one !== undefined && one.toLowerCase() !== id)
  return [
    ...ids.map(([kind, secret]) => ({
      kind: kind === 'vless' ? ('vless' as const) : ('vmess' as const),
      secret: secret ?? '',
      cipher: null,
    })),
    ...(trojan === undefined ? [] : [{ kind: 'trojan' as const, secret: trojan, cipher: null }]),
    ...(hysteria2 === undefined ? [] : [{ kind: 'hysteria2' as const, secret: hysteria2, cipher: null }]),
    ...(shadowsocks === undefined
      ? []
      : [{ kind: 'shadowsocks' as const, secret: shadowsocks.password, cipher: ownCipher(shadowsocks.method, cipher) }]),
  ]
}

function ownCipher(method: string, ofNodes: string): OwnCipher | null {
  const name = cipherOf(method)
  return name === ofNodes ? null : (OwnCipher.safeParse(name).data ?? null)
}

function termOf(user: User, { unlike }: Common): OldTerm {
  const isHeld = user.status === 'on_hold' && user.holdSeconds !== null && user.holdSeconds > 0n
  const quota = user.limit !== null && user.limit > 0n ? user.limit : null
  return {
    plan: null,
    groups: [...new Set(user.groups)].toSorted(),
    // It counts both ways as one.
    up: 0n,
    down: user.used,
    endsAt: isHeld ? null : user.expire,
    held: isHeld ? { ms: Number(user.holdSeconds) * 1000, by: user.holdBy } : null,
    ...resetOf(user, quota, unlike),
    anchorDay: null,
    speedLimit: null,
    deviceLimit: user.deviceLimit,
  }
}

function resetOf({ strategy, lastReset, createdAt }: User, quota: bigint | null, unlike: UnlikeChoice) {
  const last = lastReset ?? createdAt
  if (strategy === 'day' || strategy === 'week') return unlikeReset(strategy, quota, unlike, last)
  if (strategy !== 'month' && strategy !== 'year') return { quota, resetMode: 'never' as const, resetsAt: null }
  return likeReset(strategy === 'month' ? 'monthly' : 'yearly', quota, last)
}

/** What is odd about a user, and what it loses. */
export function* oddities(user: User, cipher: string): Generator<OldFinding> {
  const about = (code: OldFinding['code'], what: string): OldFinding => ({
    kind: 'finding',
    code,
    at: user.at,
    what: `${user.username}${what}`,
  })
  if (user.strategy === 'day' || user.strategy === 'week') yield about('reset_unlike', `: ${user.strategy}`)
  if (user.groups.length === 0) yield about('no_inbound', '')
  if (user.status === 'on_hold' && (user.holdSeconds === null || user.holdSeconds <= 0n)) yield about('date_odd', ': on_hold')
  const method = user.credentials.shadowsocks?.method
  if (method !== undefined && cipherOf(method) !== cipher && ownCipher(method, cipher) === null) yield about('xray_cipher', `: ${method}`)
}
