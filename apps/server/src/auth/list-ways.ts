import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { App } from '../app.ts'
import { foundRow } from '../errors.ts'
import { hasFactor } from '../factors/check-factor.ts'
import { hasMail } from '../messages/mail/mailer.ts'
import { smsProvider } from '../messages/sms/sms-providers.ts'
import { passkeys } from '../passkeys/passkeys.table.ts'

type Ways = { password: boolean; email: string | null; phone: string | null; authenticator: boolean; passkey: boolean }

/** The proofs an account can use to confirm its identity. An address counts only if the site can send codes to it. */
export async function listWays({ database: { db }, settings, config }: App, accountId: number): Promise<Ways> {
  const { passwordHash, email, phone } = foundRow(await db.select().from(accounts).where(eq(accounts.id, accountId)))
  const [passkey] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.accountId, accountId)).limit(1)
  const reaches = (isSetUp: boolean): boolean => isSetUp || config.printMessages
  return {
    password: passwordHash !== null,
    email: reaches(hasMail(settings())) ? email : null,
    phone: reaches(smsProvider(settings()) !== null) ? phone : null,
    authenticator: await hasFactor(db, accountId),
    passkey: passkey !== undefined,
  }
}
