import { type Permission, type Permissions, readyRoles } from '@portico/contract/permissions'
import { registry, settingKeys } from '@portico/contract/settings/registry'
import { type SQL, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { auditLog } from '../audit/audit.table.ts'
import { commissions } from '../commissions/commissions.table.ts'
import { nodeGroups } from '../nodes/nodes.table.ts'
import { orders } from '../orders/orders.table.ts'
import { paymentAttempts } from '../payments/payments.table.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { subscriptions } from '../subscriptions/subscriptions.table.ts'

const SHOWN_MS = 7 * 24 * 3_600_000

/** Settings of what members pay, earn or are given. */
const rewards = settingKeys.filter((key) => registry[key].permission === 'settings.money')
/** Columns that decide what a node counts of traffic. */
const counted = ['rate', 'rateRanges', 'groupIds']

/** Staff with one of these ready-made roles, or a role of the site's own that has the permission. */
const has = (needed: Permission): SQL => {
  const ready = Object.entries(readyRoles).filter(([, held]: [string, Permissions]) => held.includes(needed))
  return sql`(r.key = any(${sql.param(ready.map(([key]) => key))}::text[]) or ${needed} = any(r.permissions))`
}

/**
 * How many staff other than owners may have gained by a rule of their own in the last seven days, as a row of `readNeeds`: they bought at a
 * price, by a promotion or with a payment method that they made or changed, or with a coupon that they could see in the console; somebody
 * whose orders earn them commission paid with such a method; they set what members earn; or they changed what a node counts while it served
 * their own plan. Nobody can dismiss it.
 */
export function staffGains(now: Date): SQL {
  const since = new Date(now.getTime() - SHOWN_MS)
  const changed = (what: SQL): SQL => sql`exists (select from ${auditLog} l where l.actor_id = s.id and l.at <= o.paid_at and ${what})`
  const method = sql`l.entity = 'payment_method' and l.entity_id in (
    select p.method_id::text from ${paymentAttempts} p where p.order_id = o.id and p.status = 'succeeded')`
  const sets = (keys: string[]): SQL => sql`(l.before ?| ${sql.param(keys)}::text[] or l.after ?| ${sql.param(keys)}::text[])`
  return sql`(
    with staff as (
      select a.id, a.label, ${has('coupons.read')} as sees_coupons
      from ${accounts} a join ${staffRoles} r on r.id = a.role_id where r.key is distinct from 'owner'
    ), gains as (
      select s.id, s.label, o.paid_at as at from staff s join ${orders} o on o.account_id = s.id
      where o.paid_at >= ${since} and (
        ${changed(sql`l.entity = 'plan' and l.entity_id = o.plan_id::text`)}
        or (o.promotion_amount > 0 and ${changed(sql`l.entity = 'promotion'`)})
        or (o.coupon_amount > 0 and s.sees_coupons)
        or ${changed(method)})
      union all
      select s.id, s.label, o.paid_at from staff s join ${commissions} c on c.receiver_id = s.id join ${orders} o on o.id = c.order_id
      where o.paid_at >= ${since} and ${changed(method)}
      union all
      select s.id, s.label, l.at from staff s join ${auditLog} l on l.actor_id = s.id and l.at >= ${since}
      where (l.entity = 'settings' and ${sets(rewards)})
        or (l.entity = 'node' and (${sets(counted)} or l.action in ('node.drop_held', 'node.undo_reports')) and exists (
          select from ${subscriptions} u join ${nodeGroups} g on g.group_id = u.group_id
          where u.account_id = s.id and g.node_id::text = l.entity_id))
    )
    select 'staff_gains' as kind, count(distinct id) as count, null::bigint as amount, min(at)::text as since, null::text as due,
      (array_agg(distinct label))[:3] as names
    from gains)`
}
