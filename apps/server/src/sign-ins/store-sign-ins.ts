import type { SignInResult } from '@portico/contract/sign-ins-admin'
import { inArray, sql } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { emailKey } from '../accounts/email-key.ts'
import type { Beyond } from '../capped-log.ts'
import type { Database, Db } from '../db/client.ts'
import { signIns } from './sign-ins.table.ts'

/** `email`: the address typed, if the account is not known yet. */
export type Attempt = {
  at: Date
  result: SignInResult
  accountId: number | null
  email: string | null
  ip: string
  network: string
  country: string | null
  device: string
}

/** Stores attempts, and the number of those beyond the cap. */
export async function storeSignIns({ db }: Database, attempts: Attempt[], beyond: Beyond[]): Promise<void> {
  if (attempts.length > 0) await db.insert(signIns).values(await identified(db, attempts))
  if (beyond.length === 0) return
  await db
    .insert(signIns)
    .values(beyond.map(toCount))
    .onConflictDoUpdate({ target: signIns.counted, set: { attempts: sql`${signIns.attempts} + excluded.attempts` } })
}

async function identified(db: Db, attempts: Attempt[]): Promise<(typeof signIns.$inferInsert)[]> {
  const keys = [...new Set(attempts.flatMap(({ email }) => (email === null ? [] : [emailKey(email)])))]
  const rows =
    keys.length > 0
      ? await db.select({ id: accounts.id, key: accounts.emailKey }).from(accounts).where(inArray(accounts.emailKey, keys))
      : []
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  return attempts.map(({ email, ...attempt }) => {
    const accountId = email === null ? attempt.accountId : (ids.get(emailKey(email)) ?? null)
    if (accountId !== null || email === null) return { ...attempt, accountId }
    return { ...attempt, result: attempt.result === 'wrong_password' ? 'unknown_address' : attempt.result, typed: withoutMiddle(email) }
  })
}

/** A password typed into the wrong field must not be stored: keeps at most three characters at each end. */
export function withoutMiddle(text: string): string {
  const shown = Math.min(3, Math.floor(text.length / 4))
  return `${text.slice(0, shown)}…${text.slice(text.length - shown)}`
}

function toCount({ key, minute, at, times }: Beyond): typeof signIns.$inferInsert {
  const [kind, of = ''] = key.split(' ')
  return {
    at,
    result: 'more',
    accountId: kind === 'account' ? Number(of) : null,
    network: kind === 'network' ? of : null,
    attempts: times,
    counted: `${minute} ${key}`,
  }
}
