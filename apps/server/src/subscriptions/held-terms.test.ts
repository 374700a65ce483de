import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { jobActor } from '../actor.ts'
import { createAccount } from '../members/register.ts'
import { holdTerm } from './held-terms.ts'
import { subscriptions } from './subscriptions.table.ts'

const t = await forFile(startApp())
const [admin, plan] = await Promise.all([t.admin(), t.plan()])
const DAY = 86_400_000

/** A member whose week begins with the first traffic, or in ten days. */
async function held() {
  const member = await t.member()
  await t.change(admin, member.id, { plan_id: plan.id, expired_at: '2039-01-01T00:00:00Z' })
  const startsBy = new Date(t.app.now().getTime() + 10 * DAY)
  const body = { days: 7, starts_by: startsBy.toISOString(), reason: 'moved' }
  expect((await admin.call('POST', `/admin/users/${member.id}/hold`, body)).status).toBe(200)
  return { ...member, startsBy }
}
const row = (id: number) => t.subscription(id)

test('a held term begins once with the first of many reports at once, whatever their order, and its cycles with it', async () => {
  const nodes = await Promise.all(Array.from({ length: 20 }, () => t.node({ groupIds: [plan.groupId] })))
  const member = await held()
  const latest = new Date(member.startsBy.getTime() + 7 * DAY)
  expect((await member.call('GET', '/muser/getSubscribe')).body).toMatchObject({
    state: 'active',
    starts_by: member.startsBy.toISOString(),
    expired_at: latest.toISOString(),
    cycle: null,
  })
  await nodes[0]!.post('push', { [member.id]: [0, 0] })
  expect(await row(member.id)).toMatchObject({ startsBy: member.startsBy, expiresAt: latest })
  const [before, answers] = [t.app.now().getTime(), await Promise.all(nodes.map((node) => node.post('push', { [member.id]: [1, 2] })))]
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const { startsBy, expiresAt, cycleBeganAt, nextResetAt, up, down } = await row(member.id)
  expect([startsBy, up, down]).toEqual([null, 20, 40])
  expect(cycleBeganAt!.getTime()).toBeGreaterThanOrEqual(before)
  expect(cycleBeganAt!.getTime()).toBeLessThanOrEqual(t.app.now().getTime())
  expect(expiresAt!.getTime() - cycleBeganAt!.getTime()).toBe(7 * DAY)
  expect(nextResetAt!.getTime()).toBeGreaterThan(cycleBeganAt!.getTime())
  t.travel(DAY)
  await nodes[1]!.post('push', { [member.id]: [1, 2] })
  expect((await row(member.id)).expiresAt).toEqual(expiresAt)
})

test.each(['extension', 'end', 'order'])('an %s begins a held term now, with its dates', async (what) => {
  const member = await held()
  const now = t.app.now().getTime()
  const { email, id } = member
  const order = { email, plan_id: plan.id, period: 'month_price', total_amount: 0 }
  const answer =
    what === 'extension'
      ? await admin.call('POST', `/admin/users/${id}/extension`, { days: 3, reason: 'x', tell: false })
      : what === 'end'
        ? await t.change(admin, id, { expired_at: new Date(now + 5 * DAY).toISOString() })
        : await admin.call('POST', '/admin/orders', order)
  expect(answer.status).toBe(200)
  // Orders are opened by a job.
  await t.runJobs()
  const { startsBy, expiresAt, cycleBeganAt } = await row(member.id)
  expect(startsBy).toBeNull()
  expect(Math.abs(cycleBeganAt!.getTime() - now)).toBeLessThan(60_000)
  const days = (expiresAt!.getTime() - now) / DAY
  const [least, most] = { extension: [9.9, 10.1], end: [4.9, 5.1], order: [34.9, 38.1] }[what] ?? []
  expect(days).toBeGreaterThan(least!)
  expect(days).toBeLessThan(most!)
})

test('an account keeps the number it had elsewhere if that is free, and later ones get higher numbers', async () => {
  const open = (keptId: number) =>
    t.database.transaction((tx) => createAccount(tx, { identity: null, password: null, keptId }, t.app.now()))
  const { id: last } = await t.member()
  const kept = last + 5000
  const ids = await Promise.all(Array.from({ length: 20 }, () => open(kept).then(({ id }) => id)))
  expect(ids.filter((id) => id === kept)).toHaveLength(1)
  expect(new Set(ids).size).toBe(20)
  expect(Math.min(...ids)).toBe(kept)
  expect((await open(kept - 1)).id).toBe(kept - 1)
  expect((await open(last)).id).toBeGreaterThan(kept)
  expect((await t.member()).id).toBeGreaterThan(kept)
  expect((await open(10 ** 12)).id).toBeLessThan(10 ** 9)
  await t.database.transaction(async (tx) => {
    await tx.update(subscriptions).set({ planId: plan.id, groupId: plan.groupId }).where(eq(subscriptions.accountId, kept))
    await holdTerm(tx, jobActor('import'), kept, { seconds: 604_800, startsBy: new Date('2040-01-01') }, null, t.app.now())
  })
  expect((await row(kept)).expiresAt).toEqual(new Date('2040-01-08'))
})

test('traffic after the last date counts from that date, and a term that has begun or was bought is not held', async () => {
  const [member, node] = [await held(), await t.node({ groupIds: [plan.groupId] })]
  const end = new Date(member.startsBy.getTime() + 7 * DAY)
  t.travel(12 * DAY)
  await node.post('push', { [member.id]: [1, 2] })
  expect(await row(member.id)).toMatchObject({ startsBy: null, cycleBeganAt: member.startsBy, expiresAt: end })
  // Sessions do not last so long.
  const later = await t.admin()
  const again = { days: 7, starts_by: '2040-01-01T00:00:00Z', reason: 'again' }
  expect((await later.call('POST', `/admin/users/${member.id}/hold`, again)).body.code).toBe('account.term_begun')
  const without = await t.member()
  expect((await later.call('POST', `/admin/users/${without.id}/hold`, again)).body.code).toBe('account.needs_plan')
})
