import type { OwnSecretKind } from '@portico/contract/own-secret'
import type { Language } from '@portico/contract/translations'
import { batched } from '../db/batch.ts'
import type { Database } from '../db/client.ts'
import { AT_FIRST_USE } from '../db/hot-statements.ts'
import { inHurry } from '../db/pool/purpose.ts'
import type { Credential, OwnSecret } from '../formats/slots.ts'
import { inTime } from '../jobs/in-time.ts'
import { isOverPlaces, isWithoutPlace } from '../linked-devices/served-rows.ts'

/**
 * A member found by their link. `catalog` is the version of everything else in a profile. `expiresAt` is a number, because
 * turning each one into a Date costs as much as finding the row.
 */
export type FeedMember = Credential & {
  accountId: number
  groupId: number | null
  banned: boolean
  youth: boolean
  /** null: the member chose none. */
  language: Language | null
  /** When somebody claimed the account by its link, ms; null: nobody did. */
  claimedAt: number | null
  catalog: number
  /** Whose own link it is; null: the account's. */
  deviceId: number | null
  /** Nodes do not serve its credential. 'places': devices hold all of the plan; 'ended': devices have links of their own now. */
  shut: 'places' | 'ended' | null
}

/** A member found by a link of another panel. `validFrom`: ms; signed links from before it are refused. */
export type LinkMember = FeedMember & { key: string; linkId: number; validFrom: number | null }

// A secret a row. Joined: PostgreSQL plans a query with a look-up of its own for them anew each time, which doubles what a feed costs it.
const COLUMNS = `o.kind, o.secret, o.on_node as "onNode", o.cipher,
    s.account_id as "accountId", s.group_id as "groupId", s.transfer_enable as "transferEnable", s.up, s.down,
    (extract(epoch from s.expires_at) * 1000)::bigint as "expiresAt",
    a.banned_at is not null as banned, a.youth_mode_at is not null as youth, a.language,
    (extract(epoch from a.claimed_at) * 1000)::bigint as "claimedAt",
    (select value from versions where name = 'catalog') as catalog`

// As in `servedUsers`: what is shut here, nodes do not get.
const SHUT = `case when s.own_devices = 0 then null when s.shared_until <= $2 then 'ended' when ${isWithoutPlace('s')} then 'places' end`
const OWN = `null::bigint as "deviceId", ${SHUT} as shut`
const OF_DEVICE = `d.id as "deviceId", case when ${isOverPlaces('s', 'd')} then 'places' end as shut`

const BY_TOKEN = `
  select s.token, s.uuid, ${COLUMNS}, ${OWN}
  from subscriptions s join accounts a on a.id = s.account_id left join own_secrets o on o.account_id = s.account_id and o.device = 0
  where s.token = any($1)
  union all
  select d.token, d.uuid, ${COLUMNS}, ${OF_DEVICE}
  from linked_devices d join subscriptions s on s.account_id = d.account_id join accounts a on a.id = s.account_id
    left join own_secrets o on o.account_id = s.account_id and o.device = d.number
  where d.token = any($1)`

const BY_LINK = `
  select coalesce(d.token, s.token) as token, coalesce(d.uuid, s.uuid) as uuid, ${COLUMNS},
    case when d.id is null then (${SHUT}) when ${isOverPlaces('s', 'd')} then 'places' end as shut, d.id as "deviceId", l.id as "linkId", (extract(epoch from l.valid_from) * 1000)::bigint as "validFrom", l.source_id || ' ' || l.token as key
  from unnest($1::bigint[], $3::text[]) as asked (source_id, token)
  join links l on l.source_id = asked.source_id and l.token = asked.token and l.revoked_at is null
  join subscriptions s on s.account_id = l.account_id join accounts a on a.id = s.account_id
  left join linked_devices d on d.account_id = l.account_id and d.number = l.device and d.token is not null
  left join own_secrets o on o.account_id = s.account_id and o.device = coalesce(d.number, 0)`

/** The database does not answer, and this member has not been seen before. */
export const UNREACHABLE = 'unreachable'
const MAX_SEEN = 100_000
/**
 * A database that takes longer counts as away: apps do not wait much longer for a profile. Who is known waits less, and for the look-up
 * before at most as long again: when a machine vanishes or commits wait for a standby, connections hang that nobody has closed.
 */
const [LONGEST_MS, KNOWN_MS] = [12_000, 4000]

type Given = { database: Database; now: () => Date }
type Find<M> = (key: string) => Promise<M | typeof UNREACHABLE | undefined>

/**
 * Finds members by link token, many in one query, always from the database. While it does not answer, members are as they
 * were last seen: an old profile connects, an error does not.
 */
export function feedMembers(given: Given): Find<FeedMember> {
  return remembering(
    given,
    BY_TOKEN,
    (tokens, now) => [tokens, now],
    ({ token }) => token,
  )
}

/** `feedMembers` by links of other panels, each as the number of the panel, a space and the token. */
export function linkMembers(given: Given): Find<LinkMember> {
  const split = (keys: string[], now: Date): unknown[] => [
    keys.map((key) => Number(key.slice(0, key.indexOf(' ')))),
    now,
    keys.map((key) => key.slice(key.indexOf(' ') + 1)),
  ]
  return remembering(given, BY_LINK, split, ({ key }) => key)
}

function remembering<M extends FeedMember>(
  { database: { pool }, now: clock }: Given,
  text: string,
  valuesOf: (keys: string[], now: Date) => unknown[],
  keyOf: (row: M) => string,
): Find<M> {
  const seen = new Map<string, M>()
  const load = async (keys: string[], longestMs: number): Promise<Map<string, M | typeof UNREACHABLE>> => {
    let rows: (M & SecretRow)[]
    try {
      rows = (await inTime(pool.query<M & SecretRow>({ name: AT_FIRST_USE, text, values: valuesOf(keys, clock()) }), longestMs)).rows
    } catch {
      return new Map(keys.map((key) => [key, seen.get(key) ?? UNREACHABLE]))
    }
    if (seen.size > MAX_SEEN) seen.clear()
    const found = new Map<string, M>()
    for (const row of rows) found.set(keyOf(row), withSecret(row, found.get(keyOf(row))))
    for (const [key, row] of found) seen.set(key, row)
    // A reset link is removed here too.
    if (found.size < keys.length) for (const key of keys) if (!found.has(key)) seen.delete(key)
    return found
  }
  // Who is known has the last answer; only others wait for a database that is away.
  const soon = batched((keys: string[]) => inHurry(() => load(keys, KNOWN_MS)))
  const later = batched((keys: string[]) => load(keys, LONGEST_MS))
  return async (key) => {
    const found = await soon(key)
    return found === UNREACHABLE ? later(key) : found
  }
}

/** Of a member, with one of their secrets; null: they have none. */
type SecretRow = OwnSecret & { kind: OwnSecretKind | null }

function withSecret<M extends FeedMember>(row: M & SecretRow, before: M | undefined): M {
  const { kind, secret, onNode, cipher } = row
  row.own = kind === null ? null : { ...before?.own, [kind]: { secret, onNode, cipher } }
  return row
}
