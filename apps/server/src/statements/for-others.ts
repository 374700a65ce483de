import { type SQL, sql } from 'drizzle-orm'
import type { CostsWanted } from '../additions.ts'
import { statementLines } from './statements.table.ts'

/** Fees that lines name, as costs at their gateways. */
export function feesOfLines({ since, until, ids }: CostsWanted): SQL {
  return sql`
    select -id, method_id, 'cost', currency, fee_amount, occurred_at, reference, imported_by from ${statementLines}
    where fee_amount is not null and status <> 'ignored'
      and ${since ? sql`occurred_at >= ${since}` : sql`true`} and ${until ? sql`occurred_at < ${until}` : sql`true`}
      and ${ids ? sql`id in (select -given from unnest(${sql.param(ids)}::bigint[]) given)` : sql`true`}`
}

/** Whether the line that booked a receipt names an attempt. */
export function namesAttempt(receiptId: SQL, attemptNo: SQL): SQL {
  return sql`exists (
    select from ${statementLines} where ${statementLines.receiptId} = ${receiptId}
      and strpos(upper(${statementLines.attemptNo}), upper(${attemptNo})) > 0)`
}
