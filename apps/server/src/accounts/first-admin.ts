import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { accounts } from './accounts.table.ts'
import { ownerRoleId } from '../staff/owners.ts'
import { createAccount } from './register.ts'

/** Makes the first operator when there is none. Returns a password that had to be invented, to be shown once. */
export async function ensureFirstAdmin(database: Database, config: Config, now: Date): Promise<string | null> {
  const roleId = await ownerRoleId(database.db)
  const [known] = await database.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.roleId, roleId)).limit(1)
  if (known) return null
  const password = config.adminPassword ?? randomBytes(12).toString('base64url')
  await database.transaction((tx) => createAccount(tx, { email: config.adminEmail, password, roleId }, now))
  return config.adminPassword ? null : password
}
