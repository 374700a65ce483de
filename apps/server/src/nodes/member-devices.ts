import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { ALIVE_MS } from './devices.ts'
import { devices, nodes } from './nodes.table.ts'

export type MemberDevice = { ip: string; nodeName: string; seenAt: Date; counted: boolean }

/** The addresses nodes saw a member at, each where it was seen last, newest first. */
export async function memberDevices(db: Db, accountId: number, now: Date): Promise<MemberDevice[]> {
  const { rows } = await db.execute<{ ip: string; nodeName: string; seenAt: string }>(sql`
    select * from (
      select distinct on (d.ip) d.ip, n.name as "nodeName", d.seen_at as "seenAt"
      from ${devices} d join ${nodes} n on n.id = d.node_id
      where d.account_id = ${accountId} order by d.ip, d.seen_at desc, d.node_id
    ) latest order by "seenAt" desc, ip`)
  return rows.map(({ ip, nodeName, seenAt }) => {
    const at = new Date(seenAt)
    return { ip, nodeName, seenAt: at, counted: at.getTime() >= now.getTime() - ALIVE_MS }
  })
}

/** Forgets where a member was seen; what is in use comes back with the nodes' next reports. */
export async function forgetDevices(db: Db, accountId: number): Promise<void> {
  await db.execute(sql`delete from ${devices} where account_id = ${accountId}`)
}
