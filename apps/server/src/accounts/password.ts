import { hash, verify as verifyNow } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { createBudget } from '../budget.ts'
import type { Tx } from '../db/client.ts'
import { sizes } from '../memory/sizes.ts'
import { accounts } from './accounts.table.ts'
import { importedMatches, isImported } from './imported-password.ts'

// Argon2id with the first recommended option of RFC 9106 scaled to a small server: 19 MiB, 2 passes, 1 lane (OWASP's minimum).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const atOnce = createBudget(sizes.passwords)

export function hashPassword(password: string): Promise<string> {
  return atOnce(1, () => hash(password, cost))
}

function verify(stored: string, password: string): Promise<boolean> {
  return atOnce(1, () => verifyNow(stored, password))
}

let decoy: Promise<string> | undefined

/** Start of every hash made with this cost. */
export const OURS = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`

/**
 * Checks a password. Without a stored hash it does the same work, so that timing does not reveal which accounts exist. Imported digests add
 * no time, other imported hashes their own until the first login. A damaged hash matches nothing.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password nobody has')
  if (stored === null || isImported(stored) === 'digest') {
    await verify(await decoy, password)
    return stored !== null && importedMatches(stored, password)
  }
  return (isImported(stored) ? importedMatches(stored, password) : verify(stored, password)).catch(() => false)
}

/**
 * Locks the account and tells whether a password that matched `stored` still is its password. Replaces an imported hash by our own, also
 * Argon2 of another cost. Call it in the transaction that opens the session: of logins at once, the first replaces the hash, and all of
 * them enter.
 */
export async function keepPassword(tx: Tx, accountId: number, stored: string, password: string): Promise<boolean> {
  const mine = eq(accounts.id, accountId)
  const [current] = await tx.select({ hash: accounts.passwordHash }).from(accounts).where(mine).for('no key update')
  if (!current || current.hash === null || (current.hash !== stored && !(await passwordMatches(current.hash, password)))) return false
  if (!current.hash.startsWith(OURS))
    await tx
      .update(accounts)
      .set({ passwordHash: await hashPassword(password) })
      .where(mine)
  return true
}
