import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Tx } from '../db/client.ts'
import { billedSql, capped } from './billed-bytes.ts'
import { trafficBatches } from './traffic.table.ts'

/** Adds batches to the hourly figures: `traffic_hourly`, partitioned by month (`db/partitions/`) and no Drizzle table. */
export async function countHours(tx: Tx, batchIds: SQL): Promise<void> {
  const rate = sql`b.rate::bigint`
  await tx.execute(sql`
    insert into traffic_hourly as old (account_id, node_id, hour, up, down, billed_up, billed_down)
    select t.account_id, b.node_id, date_trunc('hour', b.received_at, 'UTC') as hour, ${capped(sql`sum(t.up)`)}, ${capped(sql`sum(t.down)`)},
      ${capped(sql`sum(${billedSql(sql`t.up`, rate)})`)}, ${capped(sql`sum(${billedSql(sql`t.down`, rate)})`)}
    from ${trafficBatches} b
    cross join unnest(b.account_ids, b.ups, b.downs) as t (account_id, up, down)
    join ${accounts} a on a.id = t.account_id
    where b.id = any(${batchIds})
    group by t.account_id, hour, b.node_id
    order by t.account_id, hour, b.node_id
    on conflict (account_id, hour, node_id) do update set
      up = ${capped(sql`old.up + excluded.up`)}, down = ${capped(sql`old.down + excluded.down`)},
      billed_up = ${capped(sql`old.billed_up + excluded.billed_up`)}, billed_down = ${capped(sql`old.billed_down + excluded.billed_down`)}`)
}
