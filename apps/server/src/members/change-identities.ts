import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { AccountRow } from '../accounts/accounts.table.ts'
import { tellSignInChange } from '../accounts/tell-sign-in-change.ts'
import { updateAccount } from '../accounts/write-account.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { getIdentity } from '../identities/find-identity.ts'
import type { IdentityRow } from '../identities/identities.table.ts'
import { keepAWayIn } from '../identities/last-way.ts'
import { tellPrevious } from '../identities/tell-previous.ts'
import { type Identity, removeIdentity, replaceIdentity, verifyIdentity } from '../identities/write-identity.ts'
import { lockForAccess } from './change-access.ts'

/** Sets an account's address or number for an operator. The previous one gets a link that undoes it; payouts wait for a while. */
export async function changeIdentity(database: Database, by: Actor, id: number, to: Identity, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const account = await lockForAccess(tx, by, id, 'members.access')
    const before = await setIdentity(database, tx, account, to, now)
    await updateAccount(tx, id, { accessChangedAt: now, version: account.version + 1 })
    const sides = { before: before && shown(before), after: shown(to) }
    await record(tx, by, { action: 'member.set_identity', entity: 'member', id, ...sides }, now)
  })
}

/** `changeIdentity` within the caller's transaction; the caller checks and locks. Throws `account.linked` for one that has no sign-in. */
export async function setIdentity(database: Database, tx: Tx, account: AccountRow, to: Identity, now: Date): Promise<IdentityRow | null> {
  if (account.mainId !== null) throw new AppError('account.linked')
  const before = await replaceIdentity(tx, account.id, to, now)
  const provider = to.provider === 'phone' ? 'phone' : 'email'
  if (before?.subject !== to.subject) await tellPrevious(database, tx, account, { provider, before }, now)
  return before
}

/** Marks an address or number as its member's own, for an operator who has seen a proof. May be called twice. */
export async function verifyForMember({ transaction }: Database, by: Actor, identityId: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const { identity } = await lockIdentity(tx, by, identityId)
    if (identity.verifiedAt) return
    await verifyIdentity(tx, identity.id, now)
    const after = shown({ ...identity, verifiedAt: now })
    await record(
      tx,
      by,
      { action: 'member.verify_identity', entity: 'member', id: identity.accountId, before: shown(identity), after },
      now,
    )
  })
}

/**
 * Removes a way to sign in and tells the member. A removed address gets a link that undoes it; payouts wait for a while. Throws
 * `account.last_sign_in` when its member could not sign in any more.
 */
export async function removeForMember(database: Database, by: Actor, identityId: number, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const { account, identity } = await lockIdentity(tx, by, identityId)
    const { accountId: id, provider } = identity
    await keepAWayIn(tx, id, () => removeIdentity(tx, identity.id))
    const isAddress = provider === 'email' || provider === 'phone'
    if (isAddress) await tellPrevious(database, tx, account, { provider, before: identity }, now)
    await updateAccount(tx, id, { accessChangedAt: now, version: account.version + 1 })
    const what = isAddress ? (`${provider}_removed` as const) : 'site_removed'
    await tellSignInChange(database, tx, id, { what, issuer: provider }, now)
    await record(tx, by, { action: 'member.remove_identity', entity: 'member', id, before: shown(identity) }, now)
  })
}

/** An identity with its account locked, so that simultaneous removals leave one. */
async function lockIdentity(tx: Tx, by: Actor, identityId: number): Promise<{ account: AccountRow; identity: IdentityRow }> {
  const identity = await getIdentity(tx, identityId)
  const account = await lockForAccess(tx, by, identity.accountId, 'members.access')
  return { account, identity: await getIdentity(tx, identityId) }
}

const shown = ({ provider, label, verifiedAt }: Identity) => ({ provider, label, verifiedAt })
