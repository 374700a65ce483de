import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { noteInviteUse, takeInviteCode, type UsedCode } from '../invites/use-invite-code.ts'
import { createSubscription } from '../subscriptions/change-subscription.ts'
import type { AccountRow } from '../accounts/accounts.table.ts'
import { emailKey } from '../accounts/email-key.ts'
import { hashPassword } from '../accounts/password.ts'
import { insertAccount } from '../accounts/write-account.ts'

/** How a visitor was invited: the code, whether the site requires one, and the visitor's network. */
type Invitation = { code: string; forced: boolean; network: string }
type NewAccount = { email: string; password: string; roleId?: number; invitation?: Invitation }

/**
 * Opens an account with an empty subscription. Throws `account.email_taken` for any spelling of a known address,
 * `invite.required` when a required code is missing, and for a code that does not work `invite.invalid`, or
 * `invite.invalid_optional` when none is required.
 */
export async function createAccount(tx: Tx, { invitation, ...input }: NewAccount, now: Date): Promise<AccountRow> {
  // Slow on purpose, so it runs before the code is locked: others with the same code would wait.
  const passwordHash = await hashPassword(input.password)
  const used = invitation ? await takeInvitation(tx, invitation) : null
  const account = await insertAccount(tx, {
    email: input.email.trim(),
    emailKey: emailKey(input.email),
    passwordHash,
    roleId: input.roleId ?? null,
    inviterId: used?.inviterId ?? null,
    createdAt: now,
  })
  await createSubscription(tx, account.id)
  if (used && invitation) await noteInviteUse(tx, used, account.id, invitation.network, now)
  return account
}

async function takeInvitation(tx: Tx, { code, forced }: Invitation): Promise<UsedCode | null> {
  const used = await takeInviteCode(tx, code)
  const isGiven = code.trim() !== ''
  if (used || (!forced && !isGiven)) return used
  // Never ignored: the inviter would lose their commission, and neither side would know.
  const problem = !isGiven ? 'invite.required' : forced ? 'invite.invalid' : 'invite.invalid_optional'
  throw new AppError(problem, { fields: { invite_code: problem } })
}
