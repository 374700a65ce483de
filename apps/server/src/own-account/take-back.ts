import { isFreshlyClaimed } from '../accounts/claims.ts'
import { requireGoodPassword } from '../accounts/new-password.ts'
import { hashPassword } from '../accounts/password.ts'
import { lockAccount, setPassword } from '../accounts/write-account.ts'
import { warnOwner } from '../accounts/warn-owner.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { addIdentity, removeOwnIdentity } from '../identities/write-identity.ts'
import { siteNames } from '../in-language.ts'
import { type AddressChange, giveToken, openUndos, takenBackSince, takeToken } from '../one-time-tokens/one-time-tokens.ts'
import { lockSubscription, resetSecrets } from '../subscriptions/change-subscription.ts'
import { takeWaysIn } from './ways-in.ts'

const NEW_PASSWORD_S = 15 * 60

/**
 * Puts the previous address back for whoever holds the link sent to it, and returns a token for a new password. Later changes are undone
 * too and their links stop working; links of earlier changes still work. Of twenty calls at once, one succeeds; the others throw
 * `link.invalid`.
 */
export function undoAddressChange(app: App, token: string): Promise<string> {
  const now = app.now()
  return app.database.transaction(async (tx) => {
    const taken = await takeToken(tx, 'undo_address', token, now)
    const id = taken?.accountId ?? null
    if (taken === null || id === null) throw new AppError('link.invalid')
    await lockOpen(tx, id)
    const since = await firstOf(tx, id, taken.data.at, now)
    const changes = [...(await openUndos(tx, id, since)), taken.data].toSorted((a, b) => a.at.localeCompare(b.at))
    await closeWaysIn(tx, id, since, now)
    for (const provider of ['email', 'phone'] as const) {
      const change = changes.find((one) => one.provider === provider)
      if (change) await putBack(tx, id, change, now)
    }
    return giveToken(tx, 'new_password', { accountId: id, data: { since: since.toISOString() }, seconds: NEW_PASSWORD_S }, now)
  })
}

/** Restores an address with its original date, so that a link of an earlier change does not take it for new. */
async function putBack(tx: Tx, id: number, { provider, before }: AddressChange, now: Date): Promise<void> {
  const replaced = await removeOwnIdentity(tx, id, provider)
  if (before) {
    const verifiedAt = before.verifiedAt === null ? null : new Date(before.verifiedAt)
    const { subject, label, createdAt } = before
    await addIdentity(tx, id, { provider, subject, label, verifiedAt, createdAt: new Date(createdAt) }, now)
  }
  const sides = { before: { [provider]: replaced?.label ?? null }, after: { [provider]: before?.label ?? null } }
  await record(tx, ownerOf(id), { action: 'member.undo_address', entity: 'member', id, ...sides }, now)
}

/** Ends everything that a sign-in opened which the owner did not make. Throws `link.invalid`. */
export function refuseSignIn(app: App, token: string): Promise<string> {
  const now = app.now()
  return app.database.transaction(async (tx) => {
    const taken = await takeToken(tx, 'not_me', token, now)
    const id = taken?.accountId ?? null
    if (taken === null || id === null) throw new AppError('link.invalid')
    await lockOpen(tx, id)
    const since = await firstOf(tx, id, taken.data.at, now)
    await closeWaysIn(tx, id, since, now)
    await record(tx, ownerOf(id), { action: 'member.refuse_sign_in', entity: 'member', id, after: { signed_in_at: taken.data.at } }, now)
    return giveToken(tx, 'new_password', { accountId: id, data: { since: since.toISOString() }, seconds: NEW_PASSWORD_S }, now)
  })
}

/**
 * Sets the password of an account that was taken back. Throws `link.invalid`, and what is wrong with the password: the token then still
 * works.
 */
export async function setNewPassword(app: App, token: string, password: string): Promise<void> {
  const now = app.now()
  const passwordHash = await hashPassword(password)
  await app.database.transaction(async (tx) => {
    const taken = await takeToken(tx, 'new_password', token, now)
    if (taken?.accountId == null) throw new AppError('link.invalid')
    const account = await lockOpen(tx, taken.accountId)
    requireGoodPassword(password, [account.email, account.phone, ...siteNames(app.settings())])
    // Again: a call that was already on its way may have added a way in after the link closed all of them.
    await closeWaysIn(tx, account.id, new Date(taken.data.since), now)
    await setPassword(tx, account.id, passwordHash)
    await warnOwner(app.database, tx, account, { template: 'password_changed', data: { time: now.toISOString() } }, now)
  })
}

/** The owner as actor, without a session: the link in their mail identifies them. */
function ownerOf(accountId: number): Actor & { accountId: number } {
  return { kind: 'member', accountId, name: null, permissions: [], origin: null }
}

async function lockOpen(tx: Tx, id: number) {
  const account = await lockAccount(tx, id)
  if (!account || account.closedAt) throw new AppError('link.invalid')
  return account
}

/** The earliest change that a link can still take back: a thief leaves more than one behind, and the owner uses any of them. */
async function firstOf(tx: Tx, id: number, at: string, now: Date): Promise<Date> {
  const [own, first] = [new Date(at), await takenBackSince(tx, id, now)]
  return first && first < own ? first : own
}

/**
 * Closes the ways into an account: the subscription link too, unless the account was claimed by it a moment ago. Then the links stay, because
 * the one who undoes may be a thief.
 */
async function closeWaysIn(tx: Tx, id: number, since: Date, now: Date): Promise<void> {
  const by = ownerOf(id)
  // First, because it locks the subscription, and the identities change the address.
  if (await isFreshlyClaimed(tx, id, now)) await lockSubscription(tx, id)
  else await resetSecrets(tx, by, id, now)
  await takeWaysIn(tx, by, id, since, now)
}
