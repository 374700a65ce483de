import type { SetupLack, SetupStepName } from '@portico/contract/overview-admin'
import { PERIODS } from '@portico/contract/periods'
import type { Language } from '@portico/contract/translations'
import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { groups } from '../groups/groups.table.ts'
import { nodeReports, nodes } from '../nodes/nodes.table.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { plans } from '../plans/plans.table.ts'
import { redeemUses } from '../redeem-codes/redeem-codes.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'
import { trafficDays } from '../traffic/traffic.table.ts'

export type SetupStep = { step: SetupStepName; done: boolean; name: string | null; id: number | null; lacks: SetupLack | null }

/**
 * The steps to the first sale. Traffic counts from the report on, before it is in the statistics. `finished`: all are done, or something
 * was sold. Names are in `language`, where they have one in it.
 */
export async function readSetup(db: Db, language: Language | null): Promise<{ steps: SetupStep[]; finished: boolean; sold: boolean }> {
  const name = nameIn(language)
  const [plan, { rows }] = await Promise.all([
    nearestPlan(db, language),
    db.execute<
      Record<'group' | 'payment' | 'node' | 'member', string | null> & {
        called: boolean
        reported: boolean
        held: boolean
        carried: boolean
        sold: boolean
      }
    >(sql`
      select ${first(sql`${groups} order by id`)} as "group",
        ${first(sql`${paymentMethods} where deleted_at is null and enabled and driver <> 'balance' order by sort, id`, name)} as payment,
        coalesce(${first(heard, name)}, ${first(sql`${nodes} where deleted_at is null order by id desc`, name)}) as node,
        exists(select from ${heard}) as called,
        exists(select from ${nodeReports} where last_push_at is not null) as reported,
        (select 'member' from ${accounts} where role_id is null limit 1) as member,
        exists(select from ${subscriptions} where group_id is not null) as held,
        exists(select from ${trafficDays}) or exists(select from ${nodeReports} where up + down > 0) as carried,
        exists(select from ${orders} where paid_at is not null and cash_amount > 0) or exists(select from ${redeemUses}) as sold`),
  ])
  const row = rows[0]
  const called = row?.called ?? false
  const silent = called && !row?.reported
  const steps: SetupStep[] = [
    plain('group', row?.group != null, row?.group),
    {
      step: 'plan',
      done: plan !== null && plan.lacks === null,
      name: plan?.name ?? null,
      id: plan?.id ?? null,
      lacks: plan?.lacks ?? null,
    },
    plain('payment', row?.payment != null, row?.payment),
    { ...plain('node', called, row?.node), lacks: silent ? 'report' : null },
    plain('member', row?.member != null),
    { ...plain('traffic', row?.carried ?? false), lacks: row?.held && !row.carried ? 'use' : null },
  ]
  const sold = row?.sold ?? false
  return { steps, finished: sold || steps.every(({ done }) => done), sold }
}

/** A node that has called, even if it was deleted since. */
const heard = sql`${nodes} n join ${nodeReports} r on r.node_id = n.id where r.last_pull_at is not null or r.last_push_at is not null`

function plain(step: SetupStepName, done: boolean, name: string | null = null): SetupStep {
  return { step, done, name, id: null, lacks: null }
}

/** The plan closest to being bought: buyable, else with the least missing; priced before unpriced. */
async function nearestPlan(db: Db, language: Language | null): Promise<{ id: number; name: string; lacks: SetupLack | null } | null> {
  const prices = PERIODS.filter((period) => period !== 'reset_price').join(', ')
  const { rows } = await db.execute<{ id: number; name: string; lacks: SetupLack | null }>(sql`
    select id, ${nameIn(language)} as name, case when not priced then 'price' when not sell then 'sale' when not show then 'shown' end as lacks
    from (select *, coalesce(${sql.raw(prices)}) is not null as priced from ${plans}) p
    order by priced desc, sell and show desc, sort, id limit 1`)
  return rows[0] ?? null
}

function first(from: SQL, name = sql`name`): SQL {
  return sql`(select ${name} from ${from} limit 1)`
}

/** The name of a row that may have others in some languages. */
function nameIn(language: Language | null): SQL {
  return sql`coalesce(nullif(translations -> ${language}::text ->> 'name', ''), name)`
}
