import { type AccountRow } from '../accounts/accounts.table.ts'
import { dropPending, noteClosing, pendingClosing } from '../accounts/account-closing.ts'
import { holdSession } from '../accounts/hold-session.ts'
import { lockAccount } from '../accounts/write-account.ts'
import { writeToOwner } from '../accounts/letters/write-to-owner.ts'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import { AppError, orNotFound } from '../errors.ts'
import { moneyOf } from '../ledger/give-up.ts'
import type { ClosingStep } from '../messages/message.ts'
import { keepOneOwner } from '../roles/owners.ts'
import { givenUp, lossOf, obstaclesOf, pendingOf } from './closing.ts'

const WAIT_MS = 24 * 3600_000

/** What the member agrees to lose; `most`: minor units, null: any amount. */
type Agreed = { giveUp: boolean; most: number | null }

/**
 * Asks for the caller's account to be closed in 24 hours, and returns when. Until then the service goes on, while renewals and payouts
 * stop. A second request changes nothing. Throws `account.not_closable` with the obstacles, `account.money_left` if something would be
 * lost that was not agreed to, and `staff.last_owner`.
 */
export async function requestClosing(app: App, by: Caller, { giveUp, most }: Agreed): Promise<Date> {
  const id = by.accountId
  const now = app.now()
  return app.database.transaction(async (tx) => {
    // Before the account, since it locks every owner's.
    if (by.kind === 'staff') await keepOneOwner(tx, id)
    const account = orNotFound(await holdSession(tx, by))
    const known = await pendingClosing(tx, id)
    if (known) return known.closesAt
    const obstacles = await obstaclesOf(tx, id)
    if (obstacles.length > 0) throw new AppError('account.not_closable', { details: { obstacles } })
    const lost = await lossOf(tx, id)
    if (lost > 0 && (!giveUp || lost > (most ?? lost))) throw new AppError('account.money_left')
    const closesAt = new Date(now.getTime() + WAIT_MS)
    await noteClosing(tx, { accountId: id, requestedAt: now, closesAt, most: lost })
    const after = { closesAt, givenUp: givenUp(await moneyOf(tx, id), await pendingOf(tx, id)) }
    await record(tx, by, { action: 'member.ask_closing', entity: 'member', id, before: { closesAt: null, givenUp: null }, after }, now)
    await tell(app, tx, account, 'asked', closesAt)
    return closesAt
  })
}

/** Cancels the closing. May be repeated. */
export async function undoClosing(app: App, by: Caller): Promise<void> {
  await app.database.transaction((tx) => keepOpen(app, tx, by, 'undone'))
}

/** Ends the wait of an account that stays open, and writes that to its owner. */
export async function keepOpen(app: App, tx: Tx, by: Caller, step: ClosingStep): Promise<void> {
  const account = orNotFound(await lockAccount(tx, by.accountId))
  const gone = await dropPending(tx, account.id)
  if (!gone) return
  const sides = { before: { closesAt: gone.closesAt }, after: { closesAt: null } }
  await record(tx, by, { action: 'member.keep', entity: 'member', id: account.id, ...sides }, app.now())
  await tell(app, tx, account, step, gone.closesAt)
}

async function tell(app: App, tx: Tx, account: AccountRow, step: ClosingStep, closesAt: Date): Promise<void> {
  const content = { template: 'account_closing', data: { step, time: closesAt.toISOString() } } as const
  await writeToOwner(app.database, tx, account, content, app.now())
}
