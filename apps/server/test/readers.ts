import { eq } from 'drizzle-orm'
import { subscriptions } from '../src/subscriptions/subscriptions.table.ts'
import type { Member, TestApp } from './harness.ts'

/** Who may be meant by an article's audience. */
export type Who = 'visitor' | 'member' | 'expired' | 'other plan' | 'subscriber'
export const everyone: Who[] = ['visitor', 'member', 'expired', 'other plan', 'subscriber']

/** A reader of each kind but visitors: without a plan, with one that is over, and with another plan than `plan`, or with this one. */
export async function openReaders(t: TestApp) {
  const [plan, other] = [await t.plan(), await t.plan({ name: 'Other' })]
  const subscribe = async (given: typeof plan, days: number): Promise<Member> => {
    const member = await t.member()
    const expiresAt = new Date(t.app.now().getTime() + days * 86_400_000)
    const values = { planId: given.id, groupId: given.groupId, transferEnable: 1000, expiresAt }
    await t.database.db.update(subscriptions).set(values).where(eq(subscriptions.accountId, member.id))
    return member
  }
  const callers: Record<Exclude<Who, 'visitor'>, Member> = {
    member: await t.member(),
    expired: await subscribe(plan, -1),
    'other plan': await subscribe(other, 5),
    subscriber: await subscribe(plan, 5),
  }
  return { plan, callers }
}
