import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { createWatch } from '../processes/watch.ts'
import { service } from '../service.ts'
import { tickets } from './tickets.table.ts'

/** Most changed tickets named in one event. */
const NAMED = 50
/** Topic of all tickets. */
const ALL = 0

type OwnTickets = { version: string; unread: number }
type AllTickets = { version: string; waiting: number; latest: { id: number; version: number }[] }
type Followed = { version: string; waiting: number; changed: number[] }
const watched = { atOnce: 5, fault: 'tickets could not be watched' }

/** Whether the tickets of a member changed. */
export const ticketWatch = service((app) =>
  createWatch(app, { name: 'tickets', read: (ids) => ownTickets(app.database.db, ids), ...watched }),
)

const allTicketsWatch = service((app) =>
  createWatch(app, { name: 'all tickets', read: async () => new Map([[ALL, await allTickets(app.database.db)]]), ...watched }),
)

/** Which tickets of any member changed. Throws `limit.exceeded` with too many streams. */
export async function* followAllTickets(app: App, accountId: number, left: AbortSignal): AsyncGenerator<Followed> {
  let before: AllTickets | null = null
  for await (const next of allTicketsWatch(app).follow(accountId, left, ALL)) {
    const known = new Set(before?.latest.map(({ version }) => version) ?? next.latest.map(({ version }) => version))
    yield {
      version: next.version,
      waiting: next.waiting,
      changed: next.latest.filter(({ version }) => !known.has(version)).map(({ id }) => id),
    }
    before = next
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
