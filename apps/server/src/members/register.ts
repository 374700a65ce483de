import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { addIdentity, type Identity } from '../identities/write-identity.ts'
import { noteInviteUse, takeInviteCode, type UsedCode } from '../invites/use-invite-code.ts'
import { createSubscription } from '../subscriptions/change-subscription.ts'
import { type AccountRow, accounts } from '../accounts/accounts.table.ts'
import { hashPassword } from '../accounts/password.ts'
import { insertAccount } from '../accounts/write-account.ts'

/** An invitation: the code, whether the site requires one, and the visitor's network. */
type Invitation = { code: string; forced: boolean; network: string }
type NewAccount = {
  /** null: the account has no address. */
  identity: Identity | null
  /** The number it had at another panel, which it keeps if that is free. */
  keptId?: number | null
  /** The name it had there, by which staff know it; for members who have no address. */
  formerName?: string | null
  /** A second way to sign in. */
  also?: Identity | null
  name?: string | null
  /** null: no password. */
  password: string | null
  roleId?: number
  invitation?: Invitation
  language?: 'en' | 'zh-CN'
}

/**
 * Opens an account with an empty subscription. Throws as `addIdentity` for a known address, `invite.required` when a required code is
 * missing, and for a code that does not work `invite.invalid`, or `invite.invalid_optional` when none is required.
 */
export async function createAccount(tx: Tx, { invitation, ...input }: NewAccount, now: Date): Promise<AccountRow> {
  // Slow on purpose, so it runs before the code is locked: others with the same code would wait.
  const passwordHash = input.password === null ? null : await hashPassword(input.password)
  const used = invitation ? await takeInvitation(tx, invitation) : null
  const values = {
    passwordHash,
    roleId: input.roleId ?? null,
    inviterId: used?.inviterId ?? null,
    name: input.name ?? null,
    formerName: input.formerName ?? null,
    language: input.language ?? null,
    createdAt: now,
  }
  const { id } = await insertAccount(tx, values, input.keptId)
  if (input.identity) await addIdentity(tx, id, input.identity, now)
  if (input.also) await addIdentity(tx, id, input.also, now)
  await createSubscription(tx, id)
  if (used && invitation) await noteInviteUse(tx, used, id, invitation.network, now)
  // Read again: its copies of the address were written beside it.
  return foundRow(await tx.select().from(accounts).where(eq(accounts.id, id)))
}

async function takeInvitation(tx: Tx, { code, forced }: Invitation): Promise<UsedCode | null> {
  const used = await takeInviteCode(tx, code)
  const isGiven = code.trim() !== ''
  if (used || (!forced && !isGiven)) return used
  // Never ignored: the inviter would lose their commission, and neither side would know.
  const problem = !isGiven ? 'invite.required' : forced ? 'invite.invalid' : 'invite.invalid_optional'
  throw new AppError(problem, { fields: { invite_code: problem } })
}
