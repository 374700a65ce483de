import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { accounts } from './accounts.table.ts'
import { emailKey } from './email-key.ts'

/**
 * Finds the account with this e-mail address or id, to be the inviter of `accountId`. Throws `account.inviter_unknown`, and
 * `account.inviter_cycle` for the account itself and for everyone below it: commission would run in a circle.
 */
export async function chooseInviter(tx: Tx, accountId: number, named: string): Promise<number> {
  // One at a time: two simultaneous changes could close a circle that neither closes alone.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.inviters'))`)
  const byId = /^\d{1,15}$/.test(named)
  const [inviter] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(byId ? eq(accounts.id, Number(named)) : eq(accounts.emailKey, emailKey(named)))
  if (!inviter) throw new AppError('account.inviter_unknown', { fields: { inviter: 'account.inviter_unknown' } })
  const { rows } = await tx.execute(sql`
    with recursive above as (
      select id, inviter_id from accounts where id = ${inviter.id}
      union
      select a.id, a.inviter_id from accounts a join above on a.id = above.inviter_id
    )
    select 1 from above where id = ${accountId}`)
  if (rows.length > 0) throw new AppError('account.inviter_cycle', { fields: { inviter: 'account.inviter_cycle' } })
  return inviter.id
}
