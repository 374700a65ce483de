import { MOST_OLD_CALLS } from '@portico/contract/old-panel-admin'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Db } from '../../db/client.ts'
import { nodes } from '../nodes.table.ts'
import { nodeAliases, oldPanelCalls } from './aliases.table.ts'

/** A call with the old panel's token. `type` '': the program gave none. */
export type OldPanelCall = { type: string; code: string; network: string; isAnswered: boolean }

const NOTE_EVERY_MS = 60_000
const LONGEST_NAME = 64

/** Remembers when programs last called with the old panel's token, each at most every minute. */
export function oldPanelNotes({ db }: Database): (call: OldPanelCall, at: Date) => Promise<void> {
  const noted = new Map<string, number>()
  return async ({ type, code, network, isAnswered }, at) => {
    const name = { type: type.slice(0, LONGEST_NAME), code: code.slice(0, LONGEST_NAME) }
    const key = `${name.type} ${name.code} ${isAnswered}`
    const last = noted.get(key)
    if (last !== undefined && Math.abs(at.getTime() - last) < NOTE_EVERY_MS) return
    if (noted.size >= MOST_OLD_CALLS) noted.clear()
    noted.set(key, at.getTime())
    const column = isAnswered ? sql`answered_at` : sql`refused_at`
    // Who has the token could fill the table with invented names.
    await db.execute(sql`
      insert into ${oldPanelCalls} (type, code, network, ${column})
      select ${name.type}, ${name.code}, ${network}, ${at}::timestamptz
      where (select count(*) from ${oldPanelCalls}) < ${MOST_OLD_CALLS}
        or exists (select from ${oldPanelCalls} where type = ${name.type} and code = ${name.code})
      on conflict (type, code) do update set network = excluded.network, ${column} = greatest(${oldPanelCalls}.${column}, excluded.${column})`)
  }
}

/** Programs that called with the old panel's token, the latest first, each with the node that has its name. */
export function listOldPanelCalls(db: Db) {
  const { type, code, network, answeredAt, refusedAt } = oldPanelCalls
  return db
    .select({ type, code, network, answeredAt, refusedAt, nodeId: nodes.id, node: nodes })
    .from(oldPanelCalls)
    .leftJoin(nodeAliases, and(sql`${nodeAliases.type} = ${type}`, eq(nodeAliases.code, code)))
    .leftJoin(nodes, and(eq(nodes.id, nodeAliases.nodeId), isNull(nodes.deletedAt)))
    .orderBy(desc(sql`greatest(${answeredAt}, ${refusedAt})`), type, code)
    .limit(MOST_OLD_CALLS)
}
