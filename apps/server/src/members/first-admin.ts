import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { emailIdentity } from '../identities/write-identity.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { ownerRoleId } from '../roles/owners.ts'
import { createAccount } from './register.ts'

/** Creates the first operator if there is none; of processes starting together, one does. Returns a generated password, to show once. */
export async function ensureFirstAdmin(database: Database, config: Config, now: Date): Promise<string | null> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.first_admin'))`)
    const roleId = await ownerRoleId(tx)
    const [known] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.roleId, roleId)).limit(1)
    if (known) return null
    const password = config.adminPassword ?? randomBytes(12).toString('base64url')
    await createAccount(tx, { identity: emailIdentity(config.adminEmail, null), password, roleId }, now)
    return config.adminPassword ? null : password
  })
}
