import type { MovingAfter } from '@portico/contract/moving-admin'
import { sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { OURS } from '../accounts/password.ts'
import type { App } from '../app.ts'
import { lastMove } from '../imports/keep-imports.ts'
import { links } from '../links/links.table.ts'
import { oldPanelCalls } from '../nodes/old-panel/aliases.table.ts'
import { tickets } from '../tickets/tickets.table.ts'
import { lookAtNodes } from './checklist.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]

/** How many members and nodes have arrived since the move. null: nothing was moved. */
export async function readAfter(app: App): Promise<MovingAfter | null> {
  const { database, now } = app
  const movedAt = (await lastMove(database.db))?.endedAt ?? null
  if (movedAt === null) return null
  const ago = (ms: number): Date => new Date(now().getTime() - ms)
  const [used, calls, passwords, kinds, { n, of }] = await Promise.all([
    database.db.execute<{ members: string; seen: string; today: string }>(sql`
      select count(distinct account_id) as members,
        count(distinct account_id) filter (where last_used_at >= ${movedAt}::timestamptz) as seen,
        count(distinct account_id) filter (where last_used_at >= ${ago(DAY_MS)}::timestamptz) as today
      from ${links} where revoked_at is null`),
    database.db.$count(oldPanelCalls, sql`answered_at >= ${ago(HOUR_MS)}::timestamptz`),
    // Whoever came with the move is older than its end; a sign-in replaces the hash by one of our own.
    database.db.execute<{ members: string; used: string }>(sql`
      select count(*) as members, count(*) filter (where starts_with(password_hash, ${OURS})) as used
      from ${accounts} where role_id is null and password_hash is not null and created_at <= ${movedAt}::timestamptz`),
    database.db.execute<{ kind: MovingAfter['tickets'][number]['kind']; total: string; open: string }>(sql`
      select kind, count(*) as total, count(*) filter (where status = 'open') as open
      from ${tickets} where created_at > ${movedAt}::timestamptz group by kind order by total desc, kind`),
    lookAtNodes(app),
  ])
  const link = used.rows[0]
  const password = passwords.rows[0]
  return {
    moved_at: movedAt.toISOString(),
    links: { members: Number(link?.members), seen: Number(link?.seen), seen_today: Number(link?.today) },
    nodes: { total: of ?? 0, calling: n ?? 0, on_old_token: calls },
    passwords: { members: Number(password?.members), used: Number(password?.used) },
    tickets: kinds.rows.map(({ kind, total, open }) => ({ kind, total: Number(total), open: Number(open) })),
  }
}
