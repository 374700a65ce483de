import type { SetupStepName } from '@portico/contract/overview-admin'
import { PERIODS } from '@portico/contract/periods'
import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { groups } from '../groups/groups.table.ts'
import { nodeReports, nodes } from '../nodes/nodes.table.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { plans } from '../plans/plans.table.ts'
import { redeemUses } from '../redeem-codes/redeem-codes.table.ts'
import { trafficDaily } from '../traffic/traffic.table.ts'

export type SetupStep = { step: SetupStepName; done: boolean; name: string | null }

/** The steps to the first sale. Traffic counts from the report on, before it is in the statistics. `finished`: all are done, or something was sold. */
export async function readSetup(db: Db): Promise<{ steps: SetupStep[]; finished: boolean; sold: boolean }> {
  const { rows } = await db.execute<
    Record<'group' | 'plan' | 'payment' | 'node' | 'member', string | null> & {
      sells: boolean
      called: boolean
      carried: boolean
      sold: boolean
    }
  >(sql`
    select ${first(sql`${groups} order by id`)} as "group", coalesce(${first(sql`${onSale} order by sort, id`)}, ${first(sql`${plans} order by sort, id`)}) as plan,
      exists(select from ${onSale}) as sells,
      ${first(sql`${paymentMethods} where deleted_at is null and enabled and driver <> 'balance' order by sort, id`)} as payment,
      coalesce(${first(heard)}, ${first(sql`${nodes} where deleted_at is null order by id desc`)}) as node,
      exists(select from ${heard}) as called,
      (select 'member' from ${accounts} where role_id is null limit 1) as member,
      exists(select from ${trafficDaily}) or exists(select from ${nodeReports} where up + down > 0) as carried,
      exists(select from ${orders} where paid_at is not null and cash_amount > 0) or exists(select from ${redeemUses}) as sold`)
  const row = rows[0]
  const named = (step: 'group' | 'plan' | 'payment'): SetupStep => ({ step, done: row?.[step] != null, name: row?.[step] ?? null })
  const steps: SetupStep[] = [
    named('group'),
    { ...named('plan'), done: row?.sells ?? false },
    named('payment'),
    { step: 'node', done: row?.called ?? false, name: row?.node ?? null },
    { step: 'member', done: row?.member != null, name: null },
    { step: 'traffic', done: row?.carried ?? false, name: null },
  ]
  const sold = row?.sold ?? false
  return { steps, finished: sold || steps.every(({ done }) => done), sold }
}

/** A node that has called, even if it was deleted since. */
const heard = sql`${nodes} n join ${nodeReports} r on r.node_id = n.id where r.last_pull_at is not null or r.last_push_at is not null`

/** Plans that members can buy. */
const onSale = sql`${plans} where show and sell and ${sql.raw(`coalesce(${PERIODS.filter((period) => period !== 'reset_price').join(', ')})`)} is not null`

function first(from: SQL): SQL {
  return sql`(select name from ${from} limit 1)`
}
