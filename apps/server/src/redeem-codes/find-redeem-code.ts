import { and, eq, sql } from 'drizzle-orm'
import type { ResetMode } from '@portico/contract/reset-mode'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { accountsOfHolder } from '../identities/holder-keys.ts'
import { refuseOwnCode } from '../roles/refuse-own-code.ts'
import { isNewMember } from '../promotions/new-member.ts'
import { conditionsOf } from '../subscriptions/conditions.ts'
import { type PlanRow, plans } from '../plans/plans.table.ts'
import type { Gift } from '../subscriptions/gift-subscription.ts'
import { codeKey } from './code-text.ts'
import {
  type RedeemBatchRow,
  redeemBatches,
  type RedeemCodeRow,
  redeemCodes,
  type RedeemTemplateRow,
  redeemTemplates,
  redeemUses,
} from './redeem-codes.table.ts'

export type RedeemCode = { code: RedeemCodeRow; batch: RedeemBatchRow; template: RedeemTemplateRow; plan: PlanRow | null }

/** Finds a code as typed. Throws `redeem.unusable` if there is none. */
export async function findRedeemCode(db: Db, typed: string): Promise<RedeemCode> {
  const [code] = await db
    .select()
    .from(redeemCodes)
    .where(eq(redeemCodes.code, codeKey(typed)))
  return readRedeemCode(db, code)
}

/** `findRedeemCode` with the code locked. Batch and template are read after the lock, so a change in the meantime is seen. */
export async function lockRedeemCode(tx: Tx, typed: string): Promise<RedeemCode> {
  const [code] = await tx
    .select()
    .from(redeemCodes)
    .where(eq(redeemCodes.code, codeKey(typed)))
    .for('update')
  return readRedeemCode(tx, code)
}

async function readRedeemCode(db: Db, code: RedeemCodeRow | undefined): Promise<RedeemCode> {
  if (!code) throw unusable()
  const [row] = await db
    .select({ batch: redeemBatches, template: redeemTemplates, plan: plans })
    .from(redeemBatches)
    .innerJoin(redeemTemplates, eq(redeemTemplates.id, redeemBatches.templateId))
    .leftJoin(plans, eq(plans.id, redeemTemplates.planId))
    .where(eq(redeemBatches.id, code.batchId))
  if (!row) throw unusable()
  return { code, ...row }
}

/**
 * Throws why a member cannot use a code now; uses in closed accounts count. Used-up, expired or disabled codes look unknown to those who
 * did not use them.
 */
export async function checkRedeemCode(db: Db, { code, batch, template }: RedeemCode, accountId: number, now: Date): Promise<void> {
  const mine = await db
    .select({ codeId: redeemUses.codeId })
    .from(redeemUses)
    .where(and(eq(redeemUses.batchId, batch.id), sql`${redeemUses.accountId} in ${accountsOfHolder(accountId)}`))
  if (mine.some(({ codeId }) => codeId === code.id)) throw new AppError('redeem.already_used')
  const begun = batch.startsAt === null || batch.startsAt <= now
  const over = batch.expiresAt !== null && batch.expiresAt <= now
  const disabled = code.disabledAt !== null || !batch.enabled || !template.enabled
  if (disabled || !begun || over || code.usedCount >= code.maxUses) throw unusable()
  const made = [['redeem_code', code.id] as const, ['redeem_batch', batch.id] as const, ['redeem_template', template.id] as const]
  await refuseOwnCode(db, accountId, { made, seenWith: ['codes.read', 'codes.write'] })
  if (mine.length >= template.maxPerMember) throw new AppError('redeem.limit_reached')
  if (template.newMembersOnly && !(await isNewMember(db, accountId))) throw new AppError('redeem.new_members_only')
}

/** Effect of a code on a subscription; null: it gives money. `siteMode`: reset mode for plans without one. */
export function giftOf({ template, plan }: RedeemCode, siteMode: ResetMode): Gift | null {
  switch (template.kind) {
    case 'balance':
      return null
    case 'days':
      return { kind: 'days', days: template.value }
    case 'traffic':
      return { kind: 'traffic', bytes: template.value, keeps: true }
    case 'reset':
      return { kind: 'reset' }
    case 'plan': {
      if (!plan) throw new Error('a plan code has no plan')
      const days = template.value === 0 ? null : template.value
      return { kind: 'plan', plan: { planId: plan.id, ...conditionsOf(plan, siteMode) }, days, waitDays: template.waitDays }
    }
  }
}

/**
 * Keeps the account from changing. Operators lock in the same order: first the account, then its subscription. Throws `session.invalid` if
 * the account is suspended or closed.
 */
export async function holdAccount(tx: Tx, accountId: number): Promise<void> {
  const [account] = await tx
    .select({ bannedAt: accounts.bannedAt, closedAt: accounts.closedAt })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('key share')
  if (!account || account.bannedAt || account.closedAt) throw new AppError('session.invalid')
}

function unusable(): AppError {
  return new AppError('redeem.unusable', { fields: { code: 'redeem.unusable' } })
}
