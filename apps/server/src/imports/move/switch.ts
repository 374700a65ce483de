import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { BadSource } from '../old/old-database.ts'
import { STAGING } from './staging.ts'
import { withSumsAtOnce } from './sums-at-once.ts'

/** In the order in which rows may refer to others. */
const ORDER = [
  'groups',
  'plans',
  'nodes',
  'node_groups',
  'node_aliases',
  'payment_methods',
  'accounts',
  'identities',
  'subscriptions',
  'own_secrets',
  'authenticators',
  'telegram_bindings',
  'link_sources',
  'links',
  'coupons',
  'orders',
  'payment_attempts',
  'payment_receipts',
  'ledger_accounts',
  'ledger_transactions',
  'ledger_entries',
  'funds',
  'redeem_templates',
  'redeem_batches',
  'redeem_codes',
  'invite_codes',
  'tickets',
  'ticket_messages',
  'moved_members',
]

type Staged = { table: string; columns: string[] }

/**
 * Throws `not_empty` unless the site has nothing that a move could run into: no members, orders, plans, nodes or links. Staff, settings and
 * articles may be there.
 */
export async function requireEmpty(db: Pick<Tx, 'execute'>): Promise<void> {
  if (!(await isEmpty(db))) throw new BadSource('not_empty')
}

export async function isEmpty(db: Pick<Tx, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute<{ there: boolean }>(sql`
    select exists (select from accounts where role_id is null) or exists (select from orders) or exists (select from plans)
      or exists (select from nodes) or exists (select from links) or exists (select from ledger_transactions) as there`)
  return rows[0]?.there !== true
}

/** Puts all that waits into the tables of the site, in the caller's transaction. `onTable` is told how far it is. */
export async function switchOver(tx: Tx, staged: readonly Staged[], onTable: (share: number) => void): Promise<void> {
  // Nobody registers, buys or adds a node meanwhile; reading goes on.
  await tx.execute(sql`lock table accounts, groups, plans, nodes, orders, ledger_accounts, links in share row exclusive mode`)
  await requireEmpty(tx)
  await tx.execute(sql`set local work_mem = '64MB'`)
  // What it copies stands in the rows already.
  await tx.execute(sql`alter table identities disable trigger identities_copy`)
  const known = new Map(staged.map((one) => [one.table, one]))
  await withSumsAtOnce(tx, async () => {
    for (const [i, table] of ORDER.entries()) {
      const one = known.get(table)
      if (one) {
        await take(tx, one, known.has('moving_inviters'))
        await tx.execute(sql.raw(`analyze public."${table}"`))
      }
      onTable(i / (ORDER.length + 1))
    }
    if (known.has('traffic_daily')) await takeTraffic(tx)
  })
  await tx.execute(sql`alter table identities enable trigger identities_copy`)
  for (const { table, columns } of staged) if (columns.includes('id') && ORDER.includes(table)) await skipIds(tx, table)
}

/** Removes what waited. */
export async function dropStaged(db: Pick<Tx, 'execute'>): Promise<void> {
  await db.execute(sql.raw(`drop schema if exists ${STAGING} cascade`))
}

async function take(tx: Tx, { table, columns }: Staged, hasInviters: boolean): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const target = `public."${table}"`
  const from = `${STAGING}."${table}"`
  if (table === 'accounts')
    await tx.execute(
      sql.raw(`update ${from} set email_key = lower(email) where id in (select account_id from ${STAGING}.moving_addresses_alike)`),
    )
  if (table === 'accounts' && hasInviters) {
    const own = columns.map((column) => `s."${column}"`).join(', ')
    const joined = `${from} s left join ${STAGING}.moving_inviters i on i.account_id = s.id`
    await tx.execute(
      sql.raw(`insert into ${target} (${list}, inviter_id) overriding system value select ${own}, i.inviter_id from ${joined}`),
    )
    return
  }
  if (table === 'identities') {
    // Before they would be equal to another's.
    const alike = `(select account_id from ${STAGING}.moving_addresses_alike)`
    await tx.execute(sql.raw(`update ${from} set subject = lower(label) where account_id in ${alike}`))
  }
  // The operator's own account may have none, or an empty one.
  if (table === 'subscriptions') await tx.execute(sql.raw(`delete from ${target} t using ${from} s where t.account_id = s.account_id`))
  await tx.execute(sql.raw(`insert into ${target} (${list}) overriding system value select ${list} from ${from}`))
}

/** Day by day, so that no sort is large. */
async function takeTraffic(tx: Tx): Promise<void> {
  const from = sql.raw(`${STAGING}.traffic_daily`)
  await tx.execute(sql`create index on ${from} (day)`)
  await tx.execute(sql`analyze ${from}`)
  const { rows } = await tx.execute<{ day: string }>(sql`select distinct day::text as day from ${from} order by 1`)
  for (const { day } of rows)
    await tx.execute(
      sql`insert into traffic_daily (account_id, node_id, day, up, down, billed_up, billed_down)
        select account_id, node_id, day, sum(up), sum(down), sum(billed_up), sum(billed_down)
        from ${from} where day = ${day}::date group by 1, 2, 3 order by 1, 2`,
    )
  await tx.execute(sql`analyze traffic_daily`)
}

/** Later rows get higher numbers. */
async function skipIds(tx: Tx, table: string): Promise<void> {
  await tx.execute(
    sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.identifier(table)}),
      coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass), 1)))`,
  )
}
