import type { TicketFigures, TicketTimes } from '@portico/contract/ticket-inbox-admin'
import { TicketKind } from '@portico/contract/tickets'
import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../../accounts/accounts.table.ts'
import { dayStart } from '../../calendar.ts'
import type { Db } from '../../db/client.ts'
import { activeSql } from '../../subscriptions/state.ts'
import { subscriptions } from '../../subscriptions/subscriptions.table.ts'
import { ticketMessages, tickets } from '../tickets.table.ts'
import { mondayBefore } from './weeks.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000

type Span = { count: number; answered: TicketTimes; resolved: TicketTimes }
type Week = Span & { monday: string | null }

/** Answering times, load and satisfaction of so many weeks, this one included, in the site's zone. */
export async function ticketFigures(db: Db, { weeks, zone }: { weeks: number; zone: string }, now: Date): Promise<TicketFigures> {
  const from = mondayBefore(now, zone, weeks - 1)
  const start = dayStart(from, zone)
  const [spans, people, kinds, scores, perHundred] = await Promise.all([
    readSpans(db, start, zone),
    readPeople(db, start),
    readKinds(db, start),
    readScores(db, start),
    readPerHundred(db, now),
  ])
  const whole = spans.find(({ monday }) => monday === null)
  const byMonday = new Map(spans.map((span) => [span.monday, span]))
  return {
    from,
    opened: whole?.count ?? 0,
    first_response: whole?.answered ?? none,
    resolution: whole?.resolved ?? none,
    weeks: Array.from({ length: weeks }, (_, i) => {
      const monday = mondayBefore(now, zone, weeks - 1 - i)
      const week = byMonday.get(monday)
      return { monday, opened: week?.count ?? 0, first_response: week?.answered ?? none, resolution: week?.resolved ?? none }
    }),
    people,
    kinds,
    per_hundred: perHundred,
    scores,
  }
}

const none: TicketTimes = { count: 0, median: null, p90: null }

/** One row per week with tickets, plus a total row whose Monday is null. */
async function readSpans(db: Db, start: Date, zone: string): Promise<Week[]> {
  const until = (end: SQL): SQL => {
    const seconds = sql`extract(epoch from ${end} - ${tickets.createdAt})`
    const at = (part: number): SQL =>
      sql`round(percentile_cont(${sql.raw(String(part))}) within group (order by ${seconds}) filter (where ${end} is not null))::int`
    return sql`jsonb_build_object('count', count(${end})::int, 'median', ${at(0.5)}, 'p90', ${at(0.9)})`
  }
  const { rows } = await db.execute<Week>(sql`
    select to_char(week, 'YYYY-MM-DD') as monday, count(*)::int as count,
      ${until(sql`${tickets.answeredAt}`)} as answered, ${until(sql`${tickets.closedAt}`)} as resolved
    from ${tickets}, lateral (select date_trunc('week', ${tickets.createdAt} at time zone ${zone}) as week) w
    where ${tickets.createdAt} >= ${start} group by grouping sets ((week), ())`)
  return rows
}

/** Staff who hold tickets or wrote replies, the most held first. */
async function readPeople(db: Db, start: Date): Promise<TicketFigures['people']> {
  const { rows } = await db.execute<TicketFigures['people'][number]>(sql`
    with held as (
      select assignee_id as id, count(*) filter (where status = 'open')::int as open,
        count(*) filter (where waits = 'waiting_staff')::int as waiting,
        round(avg(score) filter (where closed_at >= ${start}) * 100)::int as score
      from ${tickets} where assignee_id is not null and (status = 'open' or closed_at >= ${start}) group by 1
    ), written as (
      select account_id as id, count(*)::int as replies from ${ticketMessages}
      where author = 'staff' and kind = 'reply' and created_at >= ${start} and account_id is not null group by 1
    )
    select a.id::float8 as id, coalesce(a.name, split_part(a.email, '@', 1), a.label) as name, coalesce(h.open, 0) as open,
      coalesce(h.waiting, 0) as waiting, coalesce(w.replies, 0) as replies, h.score
    from held h full join written w on w.id = h.id join ${accounts} a on a.id = coalesce(h.id, w.id)
    order by coalesce(h.open, 0) desc, coalesce(w.replies, 0) desc, a.id`)
  return rows
}

async function readKinds(db: Db, start: Date): Promise<TicketFigures['kinds']> {
  const { rows } = await db.execute<{ kind: TicketKind; n: number }>(
    sql`select kind, count(*)::int as n from ${tickets} where created_at >= ${start} group by kind`,
  )
  const counted = new Map(rows.map(({ kind, n }) => [kind, n]))
  const of = (kind: TicketKind): number => counted.get(kind) ?? 0
  return { connection: of('connection'), speed: of('speed'), billing: of('billing'), account: of('account'), other: of('other') }
}

async function readScores(db: Db, start: Date): Promise<number[]> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(t.id)::int as n from generate_series(1, 5) score
    left join ${tickets} t on t.score = score.score and t.closed_at >= ${start} group by score.score order by score.score`)
  return rows.map(({ n }) => n)
}

async function readPerHundred(db: Db, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - THIRTY_DAYS_MS)
  const [opened, active] = await Promise.all([
    db.$count(tickets, sql`${tickets.createdAt} >= ${since}`),
    db.$count(subscriptions, activeSql(now)),
  ])
  return active === 0 ? null : Math.round((opened * 10_000) / active)
}
