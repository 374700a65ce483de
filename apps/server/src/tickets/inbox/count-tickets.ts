import type { TicketCounts } from '@portico/contract/ticket-inbox-admin'
import { TicketKind, TicketLevel } from '@portico/contract/tickets'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { tickets } from '../tickets.table.ts'
import { lateSql, type Targets } from './targets.ts'

type Counted = Omit<TicketCounts, 'targets'>

/** Number of tickets per filter of the inbox, for this member of staff. */
export async function countTickets(db: Db, me: number, targets: Targets, now: Date): Promise<Counted> {
  const { kind, level, waits, assigneeId } = tickets
  const of = (condition: SQL): SQL => sql`count(*) filter (where ${condition})::int`
  const each = (column: SQL, names: readonly string[]): SQL =>
    sql`jsonb_build_object(${sql.join(
      names.map((name) => sql`${name}::text, ${of(sql`${column} = ${name}`)}`),
      sql`, `,
    )})`
  const [{ rows }, closed] = await Promise.all([
    db.execute<Counted>(sql`
      select ${of(sql`${waits} = 'waiting_staff'`)} as waiting_staff, ${of(sql`${waits} = 'waiting_member'`)} as waiting_member,
        ${of(sql`${assigneeId} = ${me}`)} as mine, ${of(sql`${assigneeId} is null`)} as unassigned,
        ${of(sql`${assigneeId} <> ${me}`)} as others, ${of(lateSql(targets, now))} as late,
        ${each(sql`${kind}`, TicketKind.options)} as kinds, ${each(sql`${level}`, TicketLevel.options)} as levels,
        (select jsonb_build_object('id', id, 'level', level, 'waits_since', waits_since) from ${tickets}
          where status = 'open' and waits = 'waiting_staff' order by waits_since, id limit 1) as oldest
      from ${tickets} where status = 'open'`),
    db.$count(tickets, sql`status = 'closed'`),
  ])
  const [row] = rows
  if (!row) throw new Error('a count without a row')
  const oldest = row.oldest && { ...row.oldest, waits_since: new Date(row.oldest.waits_since).toISOString() }
  return { ...row, oldest, closed }
}
