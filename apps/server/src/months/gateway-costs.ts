import { type SQL, sql } from 'drizzle-orm'
import { type CostsWanted, gatewayCosts } from '../additions.ts'
import { gatewayEntries } from './months.table.ts'

/** Costs and payouts that staff entered, and the costs that nouns add, as one query. Ids of the latter are below zero. */
export function atGateways(wanted: CostsWanted): SQL {
  const { since, until, ids } = wanted
  const own = sql`
    select id, method_id, kind, currency, amount, happened_at, note, by_account_id from ${gatewayEntries}
    where ${since ? sql`happened_at >= ${since}` : sql`true`} and ${until ? sql`happened_at < ${until}` : sql`true`}
      and ${ids ? sql`id = any(${sql.param(ids)}::bigint[])` : sql`true`}`
  return sql.join([own, ...gatewayCosts.all.map((costs) => costs(wanted))], sql` union all `)
}
