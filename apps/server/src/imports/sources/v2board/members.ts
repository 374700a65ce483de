import type { OldPassword } from '../../../accounts/imported-password.ts'
import type { OldDatabase } from '../../old/old-database.ts'
import type { OldMember, OldRecord, OldTerm } from '../../records.ts'
import { Cells } from '../row.ts'

/** The one source of links that both panels have. */
export const LINKS = 'subscription'

/** How links show the token; null: the member has none. */
type Extra = (cells: Cells) => Partial<Pick<OldTerm, 'resetsAt'>>

/** Rows of `v2_user`, which Xboard has kept. `extra`: what only one of the panels has. */
export async function* readMembers(old: OldDatabase, extra: Extra = () => ({})): AsyncGenerator<OldRecord> {
  for await (const row of old.rows('v2_user')) {
    const cells = new Cells('v2_user', row)
    const member = memberOf(cells, extra)
    yield* cells.found()
    yield member
  }
}

function memberOf(cells: Cells, extra: Extra): OldMember {
  const [key, token] = [cells.text('id'), cells.text('token')]
  const type = cells.int('commission_type')
  return {
    kind: 'member',
    at: cells.at,
    key,
    keptId: cells.intOrNull('id'),
    email: cells.textOrNull('email'),
    name: null,
    person: null,
    password: passwordOf(cells),
    banned: cells.flag('banned'),
    wasStaff: cells.flag('is_admin') || cells.flag('is_staff'),
    createdAt: cells.unix('created_at'),
    lastLoginAt: cells.unix('last_login_at'),
    remarks: cells.text('remarks'),
    language: null,
    inviter: reference(cells, 'invite_user_id'),
    discountPercent: cells.intOrNull('discount'),
    commissionRate: cells.intOrNull('commission_rate'),
    commissionMode: type === 1 ? 'every' : type === 2 ? 'first' : null,
    balance: cells.big('balance'),
    commission: cells.big('commission_balance'),
    telegramId: cells.textOrNull('telegram_id'),
    totp: null,
    uuid: cells.textOrNull('uuid'),
    secrets: [],
    links: token === '' ? [] : [{ source: LINKS, token, validFrom: null }],
    autoRenew: cells.flag('auto_renewal'),
    term: termOf(cells, extra),
  }
}

/** 0 is no account, as NULL is. */
export function reference(cells: Cells, column: string): string | null {
  const value = cells.textOrNull(column)
  return value === '0' ? null : value
}

/** `password_algo` NULL is PHP's own hash: bcrypt, unless the operator set another one. */
function passwordOf(cells: Cells): OldPassword | null {
  const [hash, salt] = [cells.text('password'), cells.text('password_salt')]
  if (hash === '') return null
  switch (cells.text('password_algo')) {
    case 'md5':
      return { scheme: 'md5', hex: hash, salt: '' }
    case 'sha256':
      return { scheme: 'sha256', hex: hash, salt: '' }
    case 'md5salt':
      return { scheme: 'md5', hex: hash, salt }
    case 'sha256salt':
      return { scheme: 'sha256', hex: hash, salt }
    default:
      return { scheme: hash.startsWith('$argon2') ? 'argon2' : 'bcrypt', hash }
  }
}

/** NULL never ends, 0 is a member who never had a plan. */
function termOf(cells: Cells, extra: Extra): OldTerm | null {
  const [plan, group] = [reference(cells, 'plan_id'), reference(cells, 'group_id')]
  if (plan === null && group === null) return null
  const endsAt = cells.unix('expired_at')
  return {
    plan,
    groups: group === null ? [] : [group],
    quota: cells.big('transfer_enable'),
    up: cells.big('u'),
    down: cells.big('d'),
    // A plan with an end of 0 ended before it began.
    endsAt: endsAt ?? (cells.has('expired_at') ? (cells.unix('created_at') ?? new Date(0)) : null),
    held: null,
    resetMode: null,
    resetsAt: null,
    anchorDay: null,
    speedLimit: limitOf(cells, 'speed_limit'),
    deviceLimit: limitOf(cells, 'device_limit'),
    ...extra(cells),
  }
}

/** 0 is no limit, as NULL is. */
export function limitOf(cells: Cells, column: string): number | null {
  const limit = cells.intOrNull(column)
  return limit === null || limit <= 0 ? null : limit
}
