import type { GoBackPart } from '@portico/contract/imports-admin'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { backUntil, lastMove, readImport } from './keep-imports.ts'
import type { BackStatements } from './source.ts'
import { sources } from './sources/sources.ts'

type Cell = string | number | Date | null
type Changes = { columns: string[]; rows: Cell[][]; statements: string[] }

/** What changed since the move, for the old panel. Throws `import.no_way_back` a day after it. */
export async function exportGoBack(db: Db, id: number, part: GoBackPart, now: Date): Promise<Changes> {
  const move = await readImport(db, id)
  if ((await lastMove(db))?.id !== move.id || !(await backUntil(db, now)) || !move.endedAt) throw new AppError('import.no_way_back')
  const statements = sources.find(({ name }) => name === move.source)?.backStatements ?? {}
  return PARTS[part](db, move.endedAt, statements)
}

const PARTS: Record<GoBackPart, (db: Db, since: Date, statements: BackStatements) => Promise<Changes>> = {
  async members(db, since, { term }) {
    const { rows } = await db.execute<{
      key: string | null
      id: string
      email: string | null
      plan: string | null
      ends: Date | null
      quota: string
      created: Date
    }>(sql`
      select m.old_key as key, a.id, a.email, p.name as plan, s.expires_at as ends, s.transfer_enable as quota, a.created_at as created
      from accounts a join subscriptions s on s.account_id = a.id left join plans p on p.id = s.plan_id left join moved_members m on m.account_id = a.id
      where a.role_id is null and (m.account_id is null and a.created_at >= ${since}
        or (s.expires_at, s.transfer_enable) is distinct from (m.expires_at, m.transfer_enable) and m.account_id is not null)
      order by a.id`)
    return {
      columns: ['old_key', 'id', 'email', 'plan', 'expires_at', 'quota_bytes', 'created_at'],
      rows: rows.map(({ key, id, email, plan, ends, quota, created }) => [
        key,
        Number(id),
        email,
        plan,
        dateOf(ends),
        Number(quota),
        dateOf(created),
      ]),
      statements: rows.flatMap(({ key, ends, quota }) =>
        key === null ? [] : (term?.({ key, endsAt: dateOf(ends), quota: BigInt(quota) }, quote) ?? []),
      ),
    }
  },
  async traffic(db, _since, { traffic }) {
    const { rows } = await db.execute<{ key: string; email: string | null; up: string; down: string }>(sql`
      select m.old_key as key, a.email, greatest(s.up - m.up, 0) as up, greatest(s.down - m.down, 0) as down
      from moved_members m join subscriptions s on s.account_id = m.account_id join accounts a on a.id = m.account_id
      where s.up > m.up or s.down > m.down order by a.id`)
    return {
      columns: ['old_key', 'email', 'up_bytes', 'down_bytes'],
      rows: rows.map(({ key, email, up, down }) => [key, email, Number(up), Number(down)]),
      statements: rows.flatMap(({ key, up, down }) => traffic?.({ key, up: BigInt(up), down: BigInt(down) }, quote) ?? []),
    }
  },
  async payments(db, since) {
    const { rows } = await db.execute<{
      number: string
      key: string | null
      email: string | null
      plan: string | null
      period: string | null
      amount: string
      currency: string
      paid: Date
    }>(sql`
      select o.trade_no as number, m.old_key as key, a.email, o.snapshot ->> 'planName' as plan, o.period, o.total_amount + o.fee_amount as amount, o.currency, o.paid_at as paid
      from orders o join accounts a on a.id = o.account_id left join moved_members m on m.account_id = o.account_id
      where o.paid_at >= ${since} order by o.id`)
    return {
      columns: ['number', 'old_key', 'email', 'plan', 'period', 'amount_minor', 'currency', 'paid_at'],
      rows: rows.map(({ number, key, email, plan, period, amount, currency, paid }) => [
        number,
        key,
        email,
        plan,
        period,
        Number(amount),
        currency,
        dateOf(paid),
      ]),
      statements: [],
    }
  },
  async passwords(db, since) {
    const { rows } = await db.execute<{ key: string; email: string | null; at: Date }>(sql`
      select m.old_key as key, a.email, max(l.at) as at
      from audit_log l join accounts a on a.id::text = l.entity_id join moved_members m on m.account_id = a.id
      where l.at >= ${since} and l.action like '%password%' group by 1, 2 order by 3`)
    return { columns: ['old_key', 'email', 'changed_at'], rows: rows.map(({ key, email, at }) => [key, email, dateOf(at)]), statements: [] }
  },
}

function dateOf(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value)
}

/** A value in SQL, as MySQL, PostgreSQL and SQLite all read it. */
function quote(value: string | number | bigint | null): string {
  return value === null ? 'null' : typeof value === 'string' ? `'${value.replaceAll("'", "''").replaceAll('\\', '\\\\')}'` : String(value)
}
