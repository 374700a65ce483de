import { holdSession } from '../accounts/hold-session.ts'
import { tellSignInChange } from '../accounts/tell-sign-in-change.ts'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { findIdentity } from './find-identity.ts'
import { addIdentity } from './write-identity.ts'

type AtSite = { provider: string; subject: string; label: string }

/** Lets the caller sign in with another site, and tells them. May be called twice. Throws `identity.taken` when it is another member's. */
export async function connectSite(
  database: Pick<Database, 'secrets'>,
  tx: Tx,
  by: Caller,
  { provider, subject, label }: AtSite,
  now: Date,
): Promise<void> {
  await holdSession(tx, by)
  const known = await findIdentity(tx, { provider, subject })
  if (known && known.account.id !== by.accountId) throw new AppError('identity.taken')
  if (known) return
  await addIdentity(tx, by.accountId, { provider, subject, label, verifiedAt: now }, now)
  await tellSignInChange(database, tx, by.accountId, { what: 'site_added', issuer: provider }, now)
  const after = { provider, label }
  await record(tx, by, { action: 'member.connect_site', entity: 'member', id: by.accountId, after }, now)
}
