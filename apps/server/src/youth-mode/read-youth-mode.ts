import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { rulesFor } from '../templates/youth-rules-for.ts'
import type { YouthRules } from '../documents/youth-rules.ts'

/** When an account turned youth mode on (null: it is off), and its rules. */
export async function readYouthMode(db: Db, accountId: number): Promise<{ since: Date | null; rules: YouthRules }> {
  const [found, rules] = await Promise.all([
    db.select({ since: accounts.youthModeAt }).from(accounts).where(eq(accounts.id, accountId)),
    rulesFor(db, accountId),
  ])
  return { since: foundRow(found).since, rules }
}
