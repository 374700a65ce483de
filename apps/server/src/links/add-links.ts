import { eq, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { lockAccount } from '../accounts/write-account.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import { AppError, orNotFound } from '../errors.ts'
import type { OldAddress, ReadOld } from './link-paths.ts'
import { linkSources, links } from './links.table.ts'
import { linkSubject } from './link-subject.ts'

/** A link of another panel. `token` as in the table; `device` 0: the account itself. */
export type NewLink = { accountId: number; token: string; device?: number; validFrom?: Date | null }

/**
 * Adds links of one panel, thousands at a time, in the caller's transaction, and returns the tokens that somebody has already: they stay
 * whose they are, and of equal ones here the first counts. May be repeated. Skips accounts that do not exist or are closed.
 */
export async function addLinks(tx: Tx, by: Actor, sourceId: number, given: readonly NewLink[], now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ token: string }>(sql`
    insert into ${links} (source_id, account_id, token, device, valid_from, created_at)
    select ${sourceId}, a.id, t.token, t.device, t.valid_from, ${now}::timestamptz
    from unnest(
      ${sql.param(given.map(({ accountId }) => accountId))}::bigint[], ${sql.param(given.map(({ token }) => token))}::text[],
      ${sql.param(given.map(({ device = 0 }) => device))}::integer[],
      ${sql.param(given.map(({ validFrom = null }) => validFrom))}::timestamptz[]
    ) with ordinality as t (id, token, device, valid_from, place)
    join ${accounts} a on a.id = t.id and a.closed_at is null
    order by t.place
    on conflict (source_id, token) do nothing
    returning token`)
  const added = rows.map(({ token }) => token)
  const entry = { action: 'link_source.add_links', entity: 'link_source', id: sourceId, after: { links: added.length } } as const
  if (added.length > 0) await record(tx, by, entry, now)
  const rest = new Set(added)
  // A token that stands twice in the list is added once and taken once.
  return given.flatMap(({ token }) => (rest.delete(token) ? [] : [token]))
}

/**
 * Lets a link that a member has from another panel answer for them. The caller has checked that `by` may. Throws `account.closed`,
 * `old_link.unknown` where no panel has such a path, `old_link.forged` for a signature that does not fit, and `old_link.taken`.
 */
export async function addOldLink(
  tx: Tx,
  by: Actor,
  to: { accountId: number; address: string },
  readOld: ReadOld,
  now: Date,
): Promise<void> {
  const account = orNotFound(await lockAccount(tx, to.accountId))
  if (account.closedAt) throw new AppError('account.closed')
  const url = URL.parse(to.address)
  const { sourceId, token } = linkIn(readOld(url ? url.pathname + url.search : to.address))
  const [source] = await tx.select({ name: linkSources.name }).from(linkSources).where(eq(linkSources.id, sourceId)).for('key share')
  if (!source) throw refusal('old_link.unknown')
  const link = { sourceId, accountId: account.id, token, createdAt: now }
  const [added] = await tx.insert(links).values(link).onConflictDoNothing().returning({ id: links.id })
  if (!added) throw refusal('old_link.taken')
  const after = { oldLink: added.id, panel: source.name }
  await record(tx, by, { action: 'member.add_old_link', entity: 'member', beneficiary: null, id: account.id, after }, now)
}

/** Which link an address is. One of several panels with the same path signed it, or else it is looked up. */
function linkIn(found: OldAddress[]): { sourceId: number; token: string } {
  for (const { source, token } of found) {
    const subject = linkSubject({ source, token })
    if (subject !== null) return { sourceId: source.id, token: subject }
  }
  throw refusal(found.length > 0 ? 'old_link.forged' : 'old_link.unknown')
}

function refusal(code: 'old_link.unknown' | 'old_link.forged' | 'old_link.taken'): AppError {
  return new AppError(code, { fields: { address: code } })
}
