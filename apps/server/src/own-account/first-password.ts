import { and, eq, isNull } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { hashPassword } from '../accounts/password.ts'
import { setPassword } from '../accounts/write-account.ts'
import { writeToOwner } from '../accounts/write-to-owner.ts'
import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'

/** Gives the caller's account its first password. Throws `account.has_password`, also to all but one of twenty calls at once. */
export async function setFirstPassword(app: App, { accountId }: Caller, password: string): Promise<void> {
  const now = app.now()
  const passwordHash = await hashPassword(password)
  await app.database.transaction(async (tx) => {
    const without = and(eq(accounts.id, accountId), isNull(accounts.passwordHash))
    const [account] = await tx.select().from(accounts).where(without).for('no key update')
    if (!account) throw new AppError('account.has_password')
    await setPassword(tx, accountId, passwordHash)
    await writeToOwner(app.database, tx, account, { template: 'password_changed', data: { time: now.toISOString() } }, now)
  })
}
