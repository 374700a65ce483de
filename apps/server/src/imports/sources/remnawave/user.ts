import { isUuid, type OwnSecret, type OwnSecretKind } from '@portico/contract/own-secret'
import { smallIn, utcIn, wholeIn } from '../columns.ts'
import type { OldRow } from '../../old/old-database.ts'
import type { OldFinding, OldMember, OldTerm } from '../../records.ts'
import { unlikeReset, type UnlikeChoice } from '../reset-like.ts'

/** What all members need. `kinds`: what Shadowsocks passwords are for on the inbounds that there are. */
export type Common = { kinds: ReadonlySet<OwnSecretKind>; unlike: UnlikeChoice }
type Beside = { used: bigint; squads: string[] }

export function memberOf(row: OldRow, beside: Beside, common: Common): OldMember {
  const key = row['id'] ?? ''
  const id = row['vless_uuid'] ?? ''
  return {
    kind: 'member',
    at: `users ${key}`,
    key,
    keptId: smallIn(key),
    // Nobody proved that it is theirs.
    email: null,
    name: row['username'] ?? '',
    person: null,
    password: null,
    // Its jobs never set this state.
    banned: row['status'] === 'DISABLED',
    wasStaff: false,
    createdAt: utcIn(row['created_at']),
    lastLoginAt: null,
    remarks: remarksOf(row),
    language: null,
    inviter: null,
    discountPercent: null,
    commissionRate: null,
    commissionMode: null,
    balance: 0n,
    commission: 0n,
    telegramId: row['telegram_id'] ?? null,
    totp: null,
    uuid: isUuid(id) ? id : null,
    secrets: secretsOf(row, common.kinds),
    links: row['short_uuid'] ? [{ source: 'links', token: row['short_uuid'], validFrom: null }] : [],
    autoRenew: false,
    term: termOf(row, beside, common.unlike),
  }
}

function remarksOf(row: OldRow): string {
  const tag = row['tag'] ? `[${row['tag']}]` : ''
  return [tag, row['email'] ?? '', row['description'] ?? ''].filter((text) => text !== '').join('\n')
}

/** The key of Shadowsocks 2022 is the password's letters. Hysteria takes the id. */
function secretsOf(row: OldRow, kinds: ReadonlySet<OwnSecretKind>): OwnSecret[] {
  const [trojan, password] = [row['trojan_password'] ?? '', row['ss_password'] ?? '']
  const given: [OwnSecretKind, string][] = [
    ['trojan', trojan],
    ['shadowsocks', password],
    ['shadowsocks-2022-256', password === '' ? '' : Buffer.from(password).toString('base64')],
  ]
  return given.flatMap(([kind, secret]) => (secret === '' || !kinds.has(kind) ? [] : [{ kind, secret, cipher: null }]))
}

function termOf(row: OldRow, { used, squads }: Beside, unlike: UnlikeChoice): OldTerm {
  const limit = wholeIn(row['traffic_limit_bytes']) ?? 0n
  return {
    plan: null,
    groups: [...squads].toSorted(),
    // It counts both ways as one.
    up: 0n,
    down: used,
    // There is always one; a far one stands for never.
    endsAt: utcIn(row['expire_at']),
    held: null,
    ...resetOf(row, limit > 0n ? limit : null, unlike),
    speedLimit: null,
    deviceLimit: null,
  }
}

function resetOf(row: OldRow, quota: bigint | null, unlike: UnlikeChoice): Pick<OldTerm, 'quota' | 'resetMode' | 'resetsAt' | 'anchorDay'> {
  const none = { quota, resetsAt: null, anchorDay: null }
  const last = utcIn(row['last_traffic_reset_at']) ?? utcIn(row['created_at'])
  switch (row['traffic_limit_strategy'] ?? '') {
    case 'DAY':
      return { ...unlikeReset('day', quota, unlike, last), anchorDay: null }
    case 'WEEK':
      return { ...unlikeReset('week', quota, unlike, last), anchorDay: null }
    case 'MONTH':
      return { ...none, resetMode: 'first_of_month' }
    case 'MONTH_ROLLING':
      return { ...none, resetMode: 'monthly', anchorDay: utcIn(row['created_at'])?.getUTCDate() ?? null }
    default:
      return { ...none, resetMode: 'never' }
  }
}

/** What is odd about a user, and what it loses. */
export function* oddities(row: OldRow, { squads }: Beside): Generator<OldFinding> {
  const about = (code: OldFinding['code'], what = ''): OldFinding => ({
    kind: 'finding',
    code,
    at: `users ${row['id'] ?? ''}`,
    what: `${row['username'] ?? ''}${what}`,
  })
  const strategy = row['traffic_limit_strategy'] ?? ''
  if (strategy === 'DAY' || strategy === 'WEEK') yield about('reset_unlike', `: ${strategy}`)
  if (squads.length === 0) yield about('no_inbound')
  if ((smallIn(row['hwid_device_limit']) ?? 0) > 0) yield about('hwid_limit', `: ${row['hwid_device_limit']}`)
}
