import { createHash } from 'node:crypto'
import type { Settings } from '@portico/contract/settings/registry'
import { jobActor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Tx } from '../db/client.ts'
import type { Identity } from '../identities/write-identity.ts'
import { isSoldOut, lockPlace } from '../plans/capacity.ts'
import { conditionsOf } from '../subscriptions/conditions.ts'
import { changeSubscription, firstCycle, lockSubscription, newTerm } from '../subscriptions/change-subscription.ts'
import { trials } from './trials.table.ts'

const HOUR_MS = 3_600_000

type Trial = Pick<Settings, 'account.trial_plan' | 'account.trial_hours' | 'site.timezone' | 'subscription.reset_mode'>

/**
 * Gives a new account the site's trial plan, if there is one with a free place and this address has not had it. It ends by itself, is no
 * order, and leaves the member a new member for offers. Safe to call twice.
 */
export async function giveTrial(tx: Tx, accountId: number, { provider, subject }: Identity, trial: Trial, now: Date): Promise<void> {
  if (trial['account.trial_plan'] === 0) return
  const plan = await lockPlace(tx, trial['account.trial_plan'])
  if (!plan || (await isSoldOut(tx, plan, accountId, now))) return
  const subjectHash = createHash('sha256').update(`${provider} ${subject}`).digest()
  const first = await tx.insert(trials).values({ subjectHash, accountId, at: now }).onConflictDoNothing().returning()
  if (first.length === 0) return
  const zone = trial['site.timezone']
  const conditions = conditionsOf(plan, trial['subscription.reset_mode'])
  const expiresAt = new Date(now.getTime() + trial['account.trial_hours'] * HOUR_MS)
  const term = { planId: plan.id, expiresAt, ...firstCycle(conditions.resetMode, now, zone) }
  const before = await lockSubscription(tx, accountId)
  await changeSubscription(tx, accountId, { ...newTerm(before, conditions), ...term }, now)
  const after = await lockSubscription(tx, accountId)
  await record(tx, jobActor('registration'), { action: 'member.trial', entity: 'member', id: accountId, before, after }, now)
}
