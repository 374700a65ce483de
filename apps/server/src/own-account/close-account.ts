import { and, asc, eq } from 'drizzle-orm'
import { personalData } from '../additions.ts'
import { dropPending, pendingClosing } from '../accounts/account-closing.ts'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import { lockAccount, updateAccount } from '../accounts/write-account.ts'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { dropDraftsOf, noteFilesAgain } from '../articles/drafts.ts'
import { dropRatingsOf } from '../articles/rate-article.ts'
import { forgetInAudit } from '../audit/hold-personal.ts'
import { record } from '../audit/record.ts'
import { dropCodes } from '../codes/check-code.ts'
import { voidPending } from '../commissions/void-pending.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { forgetEvents } from '../events/forget-events.ts'
import { dropFactors } from '../factors/drop-factors.ts'
import { dropAvatar } from '../files/store-file.ts'
import { forgetBytes } from '../files/stored-bytes.ts'
import { holderSecret, noteHolder } from '../identities/holder-keys.ts'
import { listIdentities } from '../identities/find-identity.ts'
import { removeIdentities } from '../identities/write-identity.ts'
import { forgetBuyer } from '../invoices/buyer.ts'
import { closeInvites } from '../invites/close-invites.ts'
import { forgetDevices as forgetBrowsers } from '../known-devices/known-devices.ts'
import { giveUpMoney, moneyOf } from '../ledger/give-up.ts'
import { forgetFetches } from '../link-fetches/forget-fetches.ts'
import { forgetLinks } from '../links/revoke-links.ts'
import { forgetNotes } from '../member-notes/notes.ts'
import { forgetMessages } from '../messages/forget-messages.ts'
import { forgetBounces } from '../messages/mail/note-bounce.ts'
import { forgetDevices } from '../nodes/member-devices.ts'
import { dropAllTokens } from '../one-time-tokens/one-time-tokens.ts'
import { forgetNotices } from '../notices/forget-notices.ts'
import { cancelWithin } from '../orders/cancel-order.ts'
import { type OrderRow, orders } from '../orders/orders.table.ts'
import { dropPasskeys } from '../passkeys/drop-passkeys.ts'
import { forgetReminders } from '../reminders/preferences.ts'
import { keepOneOwner } from '../roles/owners.ts'
import { forgetCards } from '../saved-cards/saved-cards.ts'
import { endSessions } from '../sessions/sessions.ts'
import { forgetPerson } from '../sign-ins/forget-person.ts'
import { lockSubscription } from '../subscriptions/change-subscription.ts'
import { endSubscription } from '../subscriptions/end-subscription.ts'
import { forgetTickets, lockTicketsOf } from '../tickets/forget-tickets.ts'
import { givenUp, hasPaidSince, obstaclesOf, pendingOf, sumOf } from './closing.ts'
import { fetchLog } from '../link-fetches/fetch-log.ts'
import { signInLog } from '../sign-ins/note-sign-ins.ts'

/**
 * Closes the caller's account for good, as they asked: personal data goes, the money history stays, the link stops at once, and the
 * addresses may register again. Throws `account.not_closable` with the obstacles, `account.money_left` if more would be lost than they
 * agreed to or if they paid for something since, and `staff.last_owner`. Of many calls, one closes it; the others throw `session.invalid`,
 * as do all when the member keeps the account.
 */
export async function closeAccount(app: App, by: Caller): Promise<void> {
  const id = by.accountId
  const now = app.now()
  // What waits to be stored would come back after it was removed.
  await Promise.all([signInLog(app).flush(), fetchLog(app).flush()])
  const secret = await holderSecret(app.database)
  const { pictures, edited } = await app.database.transaction(async (tx) => {
    const [who] = await tx.select({ roleId: accounts.roleId }).from(accounts).where(eq(accounts.id, id))
    // It locks all owners, so that members would wait for each other.
    if (who?.roleId) await keepOneOwner(tx, id)
    const { account, unpaid } = await lockAll(tx, id)
    const asked = await pendingClosing(tx, id)
    if (!asked || asked.closesAt > now) throw new AppError('session.invalid')
    // Counted under the locks: nothing can be ordered, requested or earned from here on.
    const obstacles = await obstaclesOf(tx, id)
    if (obstacles.length > 0) throw new AppError('account.not_closable', { details: { obstacles } })
    for (const { tradeNo } of unpaid) await cancelWithin(tx, by, tradeNo, now)
    await endSubscription(tx, id, now)
    const [money, pending] = await Promise.all([moneyOf(tx, id), pendingOf(tx, id)])
    if (sumOf(givenUp(money, pending)) > asked.most || (await hasPaidSince(tx, id, asked.requestedAt)))
      throw new AppError('account.money_left')
    await voidPending(tx, id)
    const left = givenUp(await giveUpMoney(tx, by, id, now), pending)
    await noteHolder(tx, id, secret, await listIdentities(tx, id))
    await forget(tx, by, now)
    const sent = await forgetTickets(tx, id, now)
    const edited = await dropDraftsOf(tx, id)
    const after = await updateAccount(tx, id, { ...nobody, version: account.version + 1, closedAt: now })
    const sides = { before: { closedAt: null, givenUp: null }, after: { closedAt: after.closedAt, givenUp: left } }
    // Without the address and the browser of the person who leaves.
    await record(tx, { ...by, origin: null }, { action: 'member.close', entity: 'member', id, ...sides }, now)
    return { pictures: [...sent, ...(await dropAvatar(tx, id))], edited }
  })
  await forgetBytes(app, pictures)
  await noteFilesAgain(app.database, edited)
}

const nobody = {
  name: null,
  formerName: null,
  claimableAt: null,
  mainId: null,
  language: null,
  country: null,
  passwordHash: null,
  roleId: null,
  youthModeAt: null,
  accessChangedAt: null,
  remarks: '',
} satisfies Partial<AccountRow>

/**
 * Locks in the common order: account, subscription, unpaid orders, tickets; then the account against references. Purchases hold the
 * subscription before that, payments the order, answers the ticket.
 */
async function lockAll(tx: Tx, id: number): Promise<{ account: AccountRow; unpaid: Pick<OrderRow, 'tradeNo'>[] }> {
  const account = await lockAccount(tx, id)
  if (!account || account.closedAt) throw new AppError('session.invalid')
  await lockSubscription(tx, id)
  const open = and(eq(orders.accountId, id), eq(orders.status, 'pending'))
  const unpaid = await tx.select({ tradeNo: orders.tradeNo }).from(orders).where(open).orderBy(asc(orders.id)).for('update')
  await lockTicketsOf(tx, id)
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('update')
  return { account, unpaid }
}

/** Deletes all that identifies the person or lets them in. */
async function forget(tx: Tx, by: Caller, now: Date): Promise<void> {
  const id = by.accountId
  await dropPending(tx, id)
  const addresses = (await listIdentities(tx, id)).flatMap(({ label, subject }) => [label, subject])
  await forgetMessages(tx, id, addresses)
  await dropCodes(tx, id)
  await removeIdentities(tx, id)
  await dropPasskeys(tx, id)
  await dropFactors(tx, id)
  await endSessions(tx, id)
  await forgetBrowsers(tx, id)
  await dropAllTokens(tx, id)
  await forgetBuyer(tx, id)
  await forgetCards(tx, id)
  await forgetNotices(tx, id)
  await closeInvites(tx, id, now)
  await forgetDevices(tx, by)
  await forgetFetches(tx, id)
  await forgetLinks(tx, id)
  await forgetEvents(tx, id)
  for (const { forget } of personalData.all) await forget(tx, id, now)
  await forgetReminders(tx, id)
  await forgetBounces(tx, addresses)
  await forgetInAudit(tx, id, addresses)
  await forgetPerson(tx, id)
  await forgetNotes(tx, id)
  await dropRatingsOf(tx, id)
}
