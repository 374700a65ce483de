import type { ImportSum } from '@portico/contract/imports-admin'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'

/** The same sums as of the old database, of what is in the site. Counted by themselves, so that nothing that was lost on the way is missed. */
export async function sumsHere(db: Db, now: Date): Promise<Map<ImportSum, string>> {
  const { rows } = await db.execute<{ name: ImportSum; value: string | null }>(sql`
    with member as (
      select a.id, a.banned_at, s.plan_id, s.expires_at, s.starts_by, s.up, s.down, s.transfer_enable
      from accounts a join subscriptions s on s.account_id = a.id
      where a.role_id is null or exists (select from links l where l.account_id = a.id)
    ), book as (select kind, coalesce(sum(balance), 0)::text as value from ledger_accounts group by kind)
    select 'members' as name, count(*)::text as value from member
    union all select 'active', count(*)::text from member where banned_at is null and plan_id is not null and (expires_at is null or expires_at > ${now})
    union all select 'expired', count(*)::text from member where banned_at is null and plan_id is not null and expires_at <= ${now}
    union all select 'banned', count(*)::text from member where banned_at is not null
    union all select 'without_plan', count(*)::text from member where banned_at is null and plan_id is null
    union all select 'held_terms', count(*)::text from member where starts_by is not null
    union all select 'bytes_used', coalesce(sum(up::numeric + down), 0)::text from member where plan_id is not null
    union all select 'bytes_left', coalesce(sum(greatest(transfer_enable::numeric - up - down, 0)), 0)::text from member where plan_id is not null
    union all select 'links', count(*)::text from links
    union all select 'secrets', count(*)::text from own_secrets
    union all select 'authenticators', count(*)::text from authenticators where account_id in (select id from member)
    union all select 'telegram', count(*)::text from telegram_bindings
    union all select 'balance', value from book where kind = 'member'
    union all select 'debt', trim(leading '-' from value) from book where kind = 'debt'
    union all select 'commission', value from book where kind = 'commission'
    union all select 'groups', count(*)::text from groups
    union all select 'plans', count(*)::text from plans
    union all select 'nodes', count(*)::text from nodes
    union all select 'payment_methods', count(*)::text from payment_methods
    union all select 'orders', count(*)::text from orders
    union all select 'orders_paid', count(*)::text from orders where paid_at is not null
    union all select 'orders_amount', coalesce(sum(total_amount + fee_amount) filter (where paid_at is not null), 0)::text from orders
    union all select 'coupons', count(*)::text from coupons
    union all select 'codes', count(*)::text from redeem_codes
    union all select 'invites', count(*)::text from invite_codes
    union all select 'tickets', count(*)::text from tickets
    union all select 'ticket_messages', count(*)::text from ticket_messages
    union all select 'traffic_bytes', coalesce(sum(up::numeric + down), 0)::text from traffic_daily`)
  return new Map(rows.map(({ name, value }) => [name, value ?? '0']))
}
