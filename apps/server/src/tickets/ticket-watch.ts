import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import type { Places } from '../processes/places.ts'
import { createWatch, type Watch } from '../processes/watch.ts'
import { tickets } from './tickets.table.ts'

/** Most changed tickets named in one event. */
const NAMED = 50
/** Topic of all tickets. */
const ALL = 0

type OwnTickets = { version: string; unread: number }
type AllTickets = { version: string; waiting: number; latest: { id: number; version: number }[] }
type Followed = { version: string; waiting: number; changed: number[] }
export type TicketWatch = {
  /** Whether the tickets of a member changed. Throws `limit.exceeded` with too many streams. */
  follow: Watch<OwnTickets>['follow']
  /** Follows tickets of all members. Throws `limit.exceeded` with too many streams. */
  followAll: (accountId: number, left: AbortSignal) => AsyncGenerator<Followed>
  stop: () => void
}

type Surroundings = { onError: (error: unknown) => void; lookMs?: number | undefined }

export function createTicketWatch({ db }: Database, places: Places, watched: Surroundings): TicketWatch {
  const own = createWatch(places, { name: 'tickets', atOnce: 5, read: (ids) => ownTickets(db, ids), ...watched })
  const all = createWatch(places, { name: 'all tickets', atOnce: 5, read: async () => new Map([[ALL, await allTickets(db)]]), ...watched })
  return {
    follow: own.follow,
    followAll: async function* (accountId, left) {
      let before: AllTickets | null = null
      for await (const next of all.follow(accountId, left, ALL)) {
        const known = new Set(before?.latest.map(({ version }) => version) ?? next.latest.map(({ version }) => version))
        yield {
          version: next.version,
          waiting: next.waiting,
          changed: next.latest.filter(({ version }) => !known.has(version)).map(({ id }) => id),
        }
        before = next
      }
    },
    stop: () => {
      own.stop()
      all.stop()
    },
  }
}

/** States of accounts' tickets in one query. Each change raises a ticket's number, so their sum grows. */
async function ownTickets(db: Db, accountIds: number[]): Promise<Map<number, OwnTickets>> {
  const { rows } = await db.execute<{ id: number; total: string; unread: number }>(sql`
    select a.id, coalesce(t.total, 0)::text as total, coalesce(t.unread, 0)::int as unread
    from unnest(${sql.param(accountIds)}::bigint[]) as a (id)
    left join (
      select account_id, sum(version) as total, count(*) filter (where staff_seq > seen_seq) as unread
      from ${tickets} where account_id = any(${sql.param(accountIds)}::bigint[]) group by account_id) as t on t.account_id = a.id`)
  return new Map(rows.map(({ id, total, unread }) => [id, { unread, version: hashed(`${id} ${total}`) }]))
}

/** The latest changes, not the greatest number alone: a number may be committed after a greater one. */
async function allTickets(db: Db): Promise<AllTickets> {
  const [{ rows: latest }, { rows }] = await Promise.all([
    db.execute<{ id: number; version: number }>(sql`select id, version from ${tickets} order by version desc limit ${NAMED}`),
    db.execute<{ n: number }>(sql`select count(*)::int as n from ${tickets} where status = 'open' and waits = 'waiting_staff'`),
  ])
  return { latest, waiting: rows[0]?.n ?? 0, version: hashed(latest.map(({ version }) => version).join(' ')) }
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)
