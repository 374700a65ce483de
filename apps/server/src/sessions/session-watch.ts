import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Caller } from '../actor.ts'
import { accounts } from '../accounts/accounts.table.ts'
import type { Database } from '../db/client.ts'
import { authenticators } from '../factors/authenticators.table.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { sessions } from './sessions.table.ts'
import { callerRights } from './standing.ts'

const TRY_AGAIN_MS = 500

export type SessionWatch = {
  /**
   * Calls `end` when the caller's session is over: signed out, suspended or with another role. Resolves after the first check, to a
   * function that stops watching.
   */
  watch: (caller: Caller, end: () => void) => Promise<() => void>
  /** Checks all watched sessions in one query. Call it when the database reports that some have ended. */
  look: () => Promise<void>
}

type Setup = { now: () => Date; log: Logger; factorRequired: () => boolean }

/** Watches the sessions of connections that stay open. */
export function createSessionWatch({ db }: Database, { now, log, factorRequired }: Setup): SessionWatch {
  type Watched = { caller: Caller; end: () => void }
  const watched = new Set<Watched>()
  let looking: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function lookOnce(): Promise<void> {
    const asked = [...watched]
    if (asked.length === 0) return
    const ids = [...new Set(asked.map(({ caller }) => caller.sessionId))]
    const rows = await db
      .select({ id: sessions.id, role: staffRoles, factorSince: authenticators.confirmedAt })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .leftJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
      .leftJoin(authenticators, eq(authenticators.accountId, accounts.id))
      .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, now()), isNull(accounts.bannedAt)))
    const allowed = new Map(rows.map(({ id, ...standing }) => [id, held(callerRights(standing, factorRequired()))]))
    for (const one of asked) {
      if (allowed.get(one.caller.sessionId) !== held(one.caller) && watched.delete(one)) one.end()
    }
  }

  async function lookUntilSeen(): Promise<void> {
    for (;;) {
      try {
        return await lookOnce()
      } catch (error) {
        log.warn({ err: error }, 'sessions could not be checked')
        await pause(TRY_AGAIN_MS, undefined, { ref: false })
      }
    }
  }

  /** Looks at sessions. A running check may miss the latest change, so one more follows for all callers. */
  function look(): Promise<void> {
    const begin = (): Promise<void> => {
      next = undefined
      return (looking = lookUntilSeen().finally(() => (looking = undefined)))
    }
    if (looking === undefined) return begin()
    return (next ??= looking.then(begin))
  }

  return {
    look,
    async watch(caller, end) {
      const one = { caller, end }
      watched.add(one)
      await look()
      return () => void watched.delete(one)
    },
  }
}

function held({ kind, permissions }: Pick<Caller, 'kind' | 'permissions'>): string {
  return `${kind} ${permissions.join()}`
}
