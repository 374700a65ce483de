import type pg from 'pg'
import type { RestoreSign } from './backups.table.ts'

const MINUTE_MS = 60_000
const ORIGIN = Date.UTC(2026, 0, 1)
/** More than a site gives out in a minute, in the long run. Account ids stay below 2^31 for 25 years. */
const NUMBERS_A_MINUTE = 160

type Restored = { sign: RestoreSign; madeAt: Date | null; now: Date }

/** Whole minutes since 2026: two restores of one backup begin different ones. */
function epochAt(now: Date): number {
  return Math.max(1, Math.floor((now.getTime() - ORIGIN) / MINUTE_MS))
}

/**
 * Lets all numbers go on above every one that may have been given since the state that was restored: a node's late report, a gateway's late
 * notification or an answered mail then finds nobody instead of a stranger. Invoices begin a series of their own. `client`: the owner's.
 */
export async function beginEpoch(client: pg.Client, { sign, madeAt, now }: Restored): Promise<void> {
  await client.query('begin')
  const { rows } = await client.query<{ last: number | null }>('select max(epoch) as last from restores')
  const epoch = Math.max(epochAt(now), (rows[0]?.last ?? 0) + 1)
  const { rows: sequences } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' and data_type::text = 'bigint'`,
  )
  for (const { name } of sequences) {
    const next = `greatest($2::bigint, (select last_value from ${name}) + ${NUMBERS_A_MINUTE})`
    await client.query(`select setval($1::regclass, ${next})`, [name, epoch * NUMBERS_A_MINUTE])
  }
  // Other processes need not notice it again.
  await client.query('delete from database_mark')
  await client.query('insert into database_mark (at) values ($1)', [now])
  await client.query('insert into restores (restored_at, made_at, sign, epoch) values ($1, $2, $3, $4)', [now, madeAt, sign, epoch])
  // A card may have paid since for what would be renewed again: the operator compares first.
  await client.query(
    `update subscriptions set renew_after = greatest(renew_after, least(expires_at - interval '1 hour', $1::timestamptz + interval '12 hours'))
     where auto_renew and expires_at > $1`,
    [now],
  )
  await client.query(`delete from backups where state = 'running'`)
  // Those that this state knows are on the machine where they were made.
  if (sign === 'command') await client.query('update backups set removed_at = $1 where removed_at is null', [now])
  await client.query('commit')
}
