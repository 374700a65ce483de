import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/accounts.table.ts'
import { batched } from '../db/batch.ts'
import type { Database, Db } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import type { Caller } from '../actor.ts'
import type { Origin } from '../http/origin.ts'
import { authenticators } from '../factors/authenticators.table.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { callerRights, type Standing } from './standing.ts'
import { type SessionRow, sessions } from './sessions.table.ts'

const ROTATE_AFTER_MS = 24 * 3600_000
const OLD_TOKEN_MS = 60_000
const LIFETIME_MS = 30 * 24 * 3600_000
const TOUCH_AFTER_MS = 5 * 60_000

export type FoundSession = { caller: Caller; newToken: string | null }
export type Sessions = { find: (token: string, origin: Origin) => Promise<FoundSession | null> }

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Opens a session and returns its token. Only the hash is stored. */
export async function openSession(db: Db, accountId: number, origin: Pick<Origin, 'ip' | 'device'>, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(sessions).values({
    accountId,
    tokenHash: hashToken(token),
    device: origin.device,
    ip: origin.ip,
    createdAt: now,
    confirmedAt: now,
    rotatedAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  })
  return token
}

const chosen = alias(accounts, 'chosen')
type Found = Standing & { session: SessionRow; chosenId: number | null; usedPrevious: boolean }

/** Resolves tokens to callers. Role and suspension are read for every request, many requests in one query. */
export function createSessions(database: Database, now: () => Date, factorRequired: () => boolean): Sessions {
  const load = batched<string, Found>(async (hexHashes) => {
    // One array parameter keeps the SQL the same for any number of tokens, so PostgreSQL plans it once.
    const asked = sql`any(${sql.param(hexHashes.map((hex) => Buffer.from(hex, 'hex')))}::bytea[])`
    const at = now()
    const rows = await database.db
      .select({ session: sessions, role: staffRoles, factorSince: authenticators.confirmedAt, chosenId: chosen.id })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .leftJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
      .leftJoin(authenticators, eq(authenticators.accountId, accounts.id))
      .leftJoin(chosen, and(eq(chosen.id, sessions.chosenId), eq(chosen.mainId, accounts.id), isNull(chosen.bannedAt)))
      .where(
        and(
          sql`(${sessions.tokenHash} = ${asked} or ${sessions.previousHash} = ${asked} and ${sessions.previousUntil} > ${at})`,
          gt(sessions.expiresAt, at),
          sql`${accounts.bannedAt} is null`,
        ),
      )
    const found = new Map<string, Found>()
    for (const row of rows) {
      found.set(row.session.tokenHash.toString('hex'), { ...row, usedPrevious: false })
      if (row.session.previousHash && row.session.previousUntil && row.session.previousUntil > at) {
        found.set(row.session.previousHash.toString('hex'), { ...row, usedPrevious: true })
      }
    }
    return found
  })

  return {
    async find(token, origin) {
      const found = await load(hashToken(token).toString('hex'))
      if (!found) return null
      const { session } = found
      const caller = callerOf(found, origin, factorRequired())
      const at = now()
      if (!found.usedPrevious && at.getTime() - session.rotatedAt.getTime() > ROTATE_AFTER_MS) {
        return { caller, newToken: await rotate(database.db, session, at) }
      }
      if (at.getTime() - session.lastUsedAt.getTime() > TOUCH_AFTER_MS) {
        await database.db.update(sessions).set({ lastUsedAt: at, ip: origin.ip }).where(eq(sessions.id, session.id))
      }
      return { caller, newToken: null }
    },
  }
}

function callerOf({ session, chosenId, ...standing }: Found, { ip, device }: Origin, factorRequired: boolean): Caller {
  const { accountId, id: sessionId, createdAt: signedInAt, confirmedAt } = session
  const known = { accountId, sessionId, signedInAt, confirmedAt, name: null, origin: { ip, device } }
  return { ...callerRights(standing, factorRequired), ...known, ...(chosenId !== null && { linked: { ownerId: accountId, chosenId } }) }
}

/** Rotates a token. Of simultaneous requests one gets the new token; null: the others use the old one for a minute more. */
async function rotate(db: Db, session: SessionRow, now: Date): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const [won] = await db
    .update(sessions)
    .set({
      tokenHash: hashToken(token),
      previousHash: session.tokenHash,
      previousUntil: new Date(now.getTime() + OLD_TOKEN_MS),
      rotatedAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    })
    .where(and(eq(sessions.id, session.id), eq(sessions.tokenHash, session.tokenHash)))
    .returning({ id: sessions.id })
  return won ? token : null
}

export async function listSessions(db: Db, accountId: number, now: Date): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(100)
}

/** Ends a session of the account. Throws `not_found` for another account's. */
export async function endSession(db: Db, accountId: number, sessionId: number): Promise<void> {
  foundRow(
    await db
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)))
      .returning({ id: sessions.id }),
  )
}

/** Records that the owner proved their identity. */
export async function confirmSession(db: Db, sessionId: number, now: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, sessionId))
}

/** Ends all sessions of an account, or all but one. */
export async function endSessions(db: Db, accountId: number, except: number | null = null): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.accountId, accountId), except === null ? undefined : ne(sessions.id, except)))
}

/** Uses a linked account from now on in this session; null: its own. The caller has checked that it is linked. */
export async function chooseIn(db: Db, sessionId: number, chosenId: number | null): Promise<void> {
  await db.update(sessions).set({ chosenId }).where(eq(sessions.id, sessionId))
}

/** Lets go of an account that is linked no longer, in all sessions. */
export async function unchoose(db: Db, chosenId: number): Promise<void> {
  await db.update(sessions).set({ chosenId: null }).where(eq(sessions.chosenId, chosenId))
}

export async function dropExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
}
