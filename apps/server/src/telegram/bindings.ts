import type { Language } from '@portico/contract/translations'
import { and, eq, gte, isNull, lt, or } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { tellSignInChange } from '../accounts/tell-sign-in-change.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { authenticators } from '../factors/authenticators.table.ts'
import { dropTokensFor, giveToken, takeToken } from '../one-time-tokens/one-time-tokens.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { callerRights } from '../sessions/standing.ts'
import { telegramBindings, telegramGuests, telegramMessages } from './telegram.table.ts'

/** Seconds for which a code connects. */
export const CODE_S = 600

/** A Telegram user. `language` counts while the account has none. */
export type TelegramUser = { id: number; name: string; language: Language }
/** The member behind a Telegram user, with present permissions. */
export type Bound = {
  accountId: number
  label: string
  telegramId: number
  /** Chosen in the chat, else in the account; null: neither. */
  language: Language | null
  isBanned: boolean
  actor: Actor & { accountId: number }
}

/** Makes a code that connects the sending chat; voids earlier ones of the account. */
export async function newBindingCode(tx: Tx, accountId: number, now: Date): Promise<{ code: string; expiresAt: Date }> {
  await dropTokensFor(tx, accountId, 'telegram_bind')
  const code = await giveToken(tx, 'telegram_bind', { accountId, data: true, seconds: CODE_S }, now)
  return { code, expiresAt: new Date(now.getTime() + CODE_S * 1000) }
}

/**
 * Connects the account that made the code. The code is used up whatever comes of it. Of twenty calls at once one connects. `taken`: the
 * Telegram user is another member; `other`: the account has another Telegram user.
 */
export function bind(
  database: Database,
  user: TelegramUser,
  code: string,
  now: Date,
): Promise<{ result: 'bound' | 'again' | 'invalid' | 'taken' | 'other'; label?: string; language?: Language | null }> {
  return database.transaction(async (tx) => {
    const accountId = (await takeToken(tx, 'telegram_bind', code, now))?.accountId ?? null
    if (accountId === null) return { result: 'invalid' }
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('update')
    if (!account || account.closedAt || account.bannedAt) return { result: 'invalid' }
    const { label, language } = account
    const row = { accountId, telegramId: user.id, name: user.name, language: language === null ? user.language : null, boundAt: now }
    const [made] = await tx.insert(telegramBindings).values(row).onConflictDoNothing().returning()
    if (!made) {
      const [own] = await tx.select().from(telegramBindings).where(eq(telegramBindings.accountId, accountId))
      return own?.telegramId === user.id ? { result: 'again', label, language } : { result: own ? 'other' : 'taken' }
    }
    const { telegramId, name } = made
    await record(
      tx,
      ownerOf(accountId),
      { action: 'member.bind_telegram', entity: 'member', id: accountId, after: { telegramId, name } },
      now,
    )
    await tellSignInChange(database, tx, accountId, { what: 'telegram_added' }, now)
    return { result: 'bound', label, language }
  })
}

/** Voids a code that others could read. */
export async function voidCode(db: Db, code: string, now: Date): Promise<boolean> {
  return (await takeToken(db, 'telegram_bind', code, now)) !== null
}

/** Disconnects an account. May be called again. Returns whether it was connected. */
export function unbind(database: Database, by: Actor & { accountId: number }, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    const gone = await remove(tx, by.accountId)
    if (!gone) return false
    const { telegramId, name } = gone
    await record(tx, by, { action: 'member.unbind_telegram', entity: 'member', id: by.accountId, before: { telegramId, name } }, now)
    await tellSignInChange(database, tx, by.accountId, { what: 'telegram_removed' }, now)
    return true
  })
}

/** Deletes all about a closing account's Telegram user. */
export async function forgetTelegram(tx: Tx, accountId: number): Promise<void> {
  await remove(tx, accountId)
  await tx.delete(telegramGuests).where(eq(telegramGuests.accountId, accountId))
}

/** Disconnects a Telegram user that was connected since: somebody else had the account. */
export async function unbindSince(tx: Tx, accountId: number, since: Date): Promise<void> {
  const [late] = await tx
    .select()
    .from(telegramBindings)
    .where(and(eq(telegramBindings.accountId, accountId), gte(telegramBindings.boundAt, since)))
  if (late) await remove(tx, accountId)
}

/** The account's Telegram user, for the member's export. */
export async function exportTelegram(db: Db, accountId: number) {
  const { telegramId, name, language, boundAt } = telegramBindings
  return db.select({ telegramId, name, language, boundAt }).from(telegramBindings).where(eq(telegramBindings.accountId, accountId))
}

/** Removes a binding, with queued messages and the tickets that replies reach. */
async function remove(tx: Tx, accountId: number) {
  await dropTokensFor(tx, accountId, 'telegram_bind')
  const [gone] = await tx.delete(telegramBindings).where(eq(telegramBindings.accountId, accountId)).returning()
  await tx.delete(telegramMessages).where(eq(telegramMessages.accountId, accountId))
  return gone
}

/** Member behind a Telegram user, with their present role and suspension; null: none. */
export async function findBound(db: Db, telegramId: number, factorRequired: boolean): Promise<Bound | null> {
  const [row] = await db
    .select({ account: accounts, binding: telegramBindings, role: staffRoles, factorSince: authenticators.confirmedAt })
    .from(telegramBindings)
    .innerJoin(accounts, eq(accounts.id, telegramBindings.accountId))
    .leftJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
    .leftJoin(authenticators, eq(authenticators.accountId, accounts.id))
    .where(and(eq(telegramBindings.telegramId, telegramId), isNull(accounts.closedAt)))
  if (!row) return null
  const { account, binding } = row
  const { kind, permissions } = callerRights(row, factorRequired)
  return {
    accountId: account.id,
    label: account.label,
    telegramId,
    language: binding.language ?? account.language,
    isBanned: account.bannedAt !== null,
    actor: { kind, permissions, accountId: account.id, name: null, origin: null },
  }
}

export async function chooseLanguage(db: Db, telegramId: number, language: Language): Promise<void> {
  await db.update(telegramBindings).set({ language }).where(eq(telegramBindings.telegramId, telegramId))
}

/** The chat can no longer be reached, until its user writes again. */
export async function noteBlocked(db: Db, chatId: number, now: Date): Promise<void> {
  await db
    .update(telegramBindings)
    .set({ blockedAt: now })
    .where(and(eq(telegramBindings.telegramId, chatId), isNull(telegramBindings.blockedAt)))
}

/** The user wrote at that time: who writes has not blocked the bot. */
export async function noteReachable(db: Db, chatId: number, now: Date): Promise<void> {
  const { telegramId, blockedAt } = telegramBindings
  await db
    .update(telegramBindings)
    .set({ blockedAt: null })
    .where(and(eq(telegramId, chatId), or(lt(blockedAt, now), eq(blockedAt, now))))
}

const ownerOf = (accountId: number): Actor => ({ kind: 'member', accountId, name: null, permissions: [], origin: null })
