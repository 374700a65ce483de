import { sql } from 'drizzle-orm'
import { connect, type Tx } from '../../db/client.ts'
import { Findings } from '../intake/findings.ts'
import { KeyIndex } from '../intake/key-index.ts'
import { Sums, toSums } from '../intake/sums.ts'
import { endOf, quotaOf, wholeOf } from '../intake/values.ts'
import { BadSource } from '../old/old-database.ts'
import type { Given } from '../source.ts'
import { type Asked, type Outcome, type Site, type Watch, withOld } from './run-import.ts'

type Change = { accountId: number; up: number; down: number; quota: number; expiresAt: Date | null }

/**
 * Takes over what members used, and how their terms changed, at the old panel since the move. A term that changed here too stays as it is
 * here. Members and orders that came later are named, and not taken. May be repeated: each time, the difference to the last one counts.
 */
export async function catchUp(site: Site, asked: Asked, watch: Watch): Promise<Outcome> {
  const database = connect(site.ownerUrl, { max: 2, secrets: site.secrets })
  try {
    const known = new KeyIndex()
    const { rows } = await database.db.execute<{ account_id: string; old_key: string }>(sql`select account_id, old_key from moved_members`)
    if (rows.length === 0) throw new BadSource('not_moved')
    for (const { account_id, old_key } of rows) known.add(old_key, Number(account_id))
    return await withOld(asked, watch, async (old, { source, version }) => {
      const now = site.now()
      const [findings, sums, changes] = [new Findings(asked.choices), new Sums(), [] as Change[]]
      const given: Given = { options: asked.options, currency: site.settings['site.currency'], now, readConfig: asked.readConfig }
      const { rows: moved } = await database.db.execute<{ at: Date }>(
        sql`select max(started_at) as at from imports where action in ('move', 'catch_up') and state = 'done'`,
      )
      const since = new Date(moved[0]?.at ?? now)
      let records = 0
      for await (const record of source.read(old, given)) {
        if (++records % 1000 === 0) await watch('reading', old.progress(), records)
        if (record.kind === 'order' && record.createdAt > since) findings.note('came_later', record.at, record.number)
        if (record.kind !== 'member') continue
        const accountId = known.get(record.key)
        if (accountId === undefined) findings.note('came_later', record.at, record.email ?? record.name ?? record.key)
        else if (record.term) {
          const { up, down, quota, endsAt } = record.term
          sums.add('members')
          changes.push({
            accountId,
            up: wholeOf(up, findings, record.at, 'up'),
            down: wholeOf(down, findings, record.at, 'down'),
            quota: quotaOf(quota, findings, record.at),
            expiresAt: endOf(endsAt, findings, record.at),
          })
        }
      }
      await watch('switching', 0, records)
      const kept = await database.transaction((tx) => apply(tx, changes))
      for (const id of kept) findings.note('changed_here', `#${id}`)
      return { source: source.name, version, findings: findings.list(), sums: toSums(sums, null) }
    })
  } finally {
    await database.close()
  }
}

const AT_ONCE = 5000

/** Returns accounts whose term was changed on both sides. */
async function apply(tx: Tx, changes: readonly Change[]): Promise<number[]> {
  const kept: number[] = []
  for (let i = 0; i < changes.length; i += AT_ONCE) {
    const part = changes.slice(i, i + AT_ONCE)
    const given = sql`unnest(
      ${sql.param(part.map(({ accountId }) => accountId))}::bigint[], ${sql.param(part.map(({ up }) => up))}::bigint[],
      ${sql.param(part.map(({ down }) => down))}::bigint[], ${sql.param(part.map(({ quota }) => quota))}::bigint[],
      ${sql.param(part.map(({ expiresAt }) => expiresAt))}::timestamptz[]) as t (id, up, down, quota, expires_at)`
    const { rows } = await tx.execute<{ id: string }>(sql`
      select t.id from ${given} join moved_members m on m.account_id = t.id join subscriptions s on s.account_id = t.id
      where (t.quota, t.expires_at) is distinct from (m.transfer_enable, m.expires_at)
        and (s.transfer_enable, s.expires_at) is distinct from (m.transfer_enable, m.expires_at) and s.starts_by is null`)
    kept.push(...rows.map(({ id }) => Number(id)))
    // Counters that went down were reset there: what they show now is used.
    await tx.execute(sql`
      update subscriptions s set
        up = s.up + case when t.up >= m.up then t.up - m.up else t.up end,
        down = s.down + case when t.down >= m.down then t.down - m.down else t.down end
      from ${given} join moved_members m on m.account_id = t.id
      where s.account_id = t.id and (t.up, t.down) is distinct from (m.up, m.down)`)
    await tx.execute(sql`
      update subscriptions s set transfer_enable = greatest(t.quota, s.extra_bytes), expires_at = t.expires_at
      from ${given} join moved_members m on m.account_id = t.id
      where s.account_id = t.id and (t.quota, t.expires_at) is distinct from (m.transfer_enable, m.expires_at)
        and (s.transfer_enable, s.expires_at) is not distinct from (m.transfer_enable, m.expires_at) and s.starts_by is null`)
    await tx.execute(sql`
      update moved_members m set up = t.up, down = t.down, transfer_enable = t.quota, expires_at = t.expires_at
      from ${given} where m.account_id = t.id`)
  }
  return kept
}
