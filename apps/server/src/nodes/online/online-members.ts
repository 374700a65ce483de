import { MOST_ONLINE } from '@portico/contract/nodes-admin'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { accounts } from '../../accounts/accounts.table.ts'
import type { Db } from '../../db/client.ts'
import { foundRow } from '../../errors.ts'
import { ALIVE_MS } from '../devices.ts'
import { devices, nodes } from '../nodes.table.ts'

export type OnlineMember = { accountId: number; label: string; ips: string[]; seenAt: Date }

/** Members whose addresses a node reported lately, last seen first; an entrance has those of its parent. Throws `not_found`. */
export async function onlineMembers(db: Db, id: number, now: Date): Promise<{ items: OnlineMember[]; total: number }> {
  const isThere = and(eq(nodes.id, id), isNull(nodes.deletedAt))
  const { parentId } = foundRow(await db.select({ parentId: nodes.parentId }).from(nodes).where(isThere))
  const since = new Date(now.getTime() - ALIVE_MS)
  const { rows } = await db.execute<{ accountId: number; label: string; ips: string[]; seenAt: string; total: number }>(sql`
    select d.account_id as "accountId", a.label, array_agg(d.ip order by d.ip) as ips, max(d.seen_at) as "seenAt", count(*) over () as total
    from ${devices} d join ${accounts} a on a.id = d.account_id
    where d.node_id = ${parentId ?? id} and d.seen_at >= ${since}
    group by d.account_id, a.label order by max(d.seen_at) desc, d.account_id limit ${MOST_ONLINE}`)
  const items = rows.map(({ total: _, seenAt, ...row }) => ({ ...row, seenAt: new Date(seenAt) }))
  return { items, total: rows[0]?.total ?? 0 }
}
