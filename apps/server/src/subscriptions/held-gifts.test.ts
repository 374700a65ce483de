import { expect, test } from 'vitest'
import { audited } from '../../test/audited.ts'
import { behindProxy, openCardDesk } from '../../test/card-desk.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { begunTerm } from './begun-term.ts'
import { noParts } from './parts/parts.ts'
import { resetTraffic } from './reset-traffic.ts'

const t = await forFile(startApp({ env: behindProxy }))
const [desk, admin, plan, other] = await Promise.all([openCardDesk(t), t.admin(), t.plan(), t.plan()])
const DAY = 86_400_000
const GB = 2 ** 30
const row = (id: number) => t.subscription(id)
const inDays = (at: Date | null): number => Math.round((at!.getTime() - t.app.now().getTime()) / DAY) || 0
const held = { kind: 'plan', plan_id: plan.id, wait_days: 60 } as const
async function redeemed(days: number, member?: Member): Promise<Member> {
  const who = member ?? (await desk.member())
  const answer = await desk.redeem(who, (await desk.cards({ ...held, value: days })).code)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return who
}
const give = (id: number, body = {}) =>
  admin.call('POST', `/admin/users/${id}/plan-gift`, { plan_id: plan.id, days: 30, wait_days: 60, reason: 'a partner', ...body })

test('a code’s plan waits, says until when, and of twenty first reports at once one begins it, with its parts', async () => {
  const member = await desk.member()
  const { code } = await desk.cards({ ...held, value: 90 })
  const preview = (await desk.check(member, code)).body
  expect(preview).toMatchObject({ wait_days: 60, before: { starts_by: null }, after: { active: true } })
  expect([inDays(new Date(preview.after.starts_by)), inDays(new Date(preview.after.expired_at))]).toEqual([60, 150])
  await desk.redeem(member, code)
  const nodes = await Promise.all(Array.from({ length: 20 }, () => t.node({ groupIds: [plan.groupId] })))
  expect(
    (await nodes[0]!.pull('user')).body.users.map(({ id }: { id: number }) => id),
    'nodes serve it already',
  ).toContain(member.id)
  t.travel(DAY / 8)
  await nodes[0]!.post('push', { [member.id]: [0, 0] })
  expect(inDays((await row(member.id)).startsBy)).toBe(60)
  await Promise.all(nodes.map((node) => node.post('push', { [member.id]: [1, 2] })))
  const begun = await row(member.id)
  expect(begun).toMatchObject({ startsBy: null, up: 20, down: 40 })
  expect([begun.cycleBeganAt, begun.nextResetAt, begun.nextPartAt, begun.expiresAt].map(inDays)).toEqual([0, 30, 30, 90])
  expect(begun.parts.map(({ from, to }) => [inDays(new Date(from)), inDays(new Date(to))])).toEqual([
    [30, 60],
    [60, 90],
  ])
  t.travel(DAY / 24)
  await nodes[1]!.post('push', { [member.id]: [1, 2] })
  expect((await row(member.id)).expiresAt).toEqual(begun.expiresAt)
})

test('a second one waits behind the first; days and a plan that does not wait begin it', async () => {
  const member = await redeemed(30, await redeemed(30))
  expect([(await row(member.id)).startsBy, (await row(member.id)).expiresAt].map(inDays)).toEqual([60, 120])
  const node = await t.node({ groupIds: [plan.groupId] })
  t.travel(DAY / 8)
  await node.post('push', { [member.id]: [1, 2] })
  expect([(await row(member.id)).nextPartAt, (await row(member.id)).expiresAt].map(inDays)).toEqual([30, 60])

  const later = await redeemed(30)
  expect((await give(later.id, { days: 10, wait_days: null })).status).toBe(200)
  const { startsBy, expiresAt, nextPartAt } = await row(later.id)
  expect([startsBy, inDays(expiresAt), inDays(nextPartAt)]).toEqual([null, 40, 30])
})

test('staff give a plan that waits, to one or to many; another plan, a permanent one and an unknown one are refused', async () => {
  const [one, two, busy, permanent] = [await t.member(), await t.member(), await t.holder(other.groupId), await t.member()]
  await t.change(admin, busy.id, { plan_id: other.id, expired_at: '2090-01-01T00:00:00Z' })
  await t.change(admin, permanent.id, { plan_id: plan.id, expired_at: null })
  expect((await give(one.id, { tell: true })).body).toMatchObject({ plan_id: plan.id, starts_by: expect.any(String) })
  expect(JSON.stringify((await one.call('POST', '/api/msg/fetch', {})).body)).toContain('"what":"plan","days":30')
  expect((await give(busy.id)).body.code).toBe('account.other_plan')
  expect((await give(permanent.id)).body.code).toBe('account.permanent_plan')
  expect((await give(one.id, { plan_id: 999_999 })).status).toBe(404)
  expect((await give(one.id, { wait_days: 0 })).status).toBe(422)
  expect((await (await t.staff('content')).call('POST', `/admin/users/${one.id}/plan-gift`, {})).status).toBe(404)
  const action = { kind: 'plan', plan_id: plan.id, days: 30, wait_days: 60 }
  const prepared = { key: 'a-key-for-held-gifts', scope: { ids: [two.id, busy.id] }, action, reason: 'partners' }
  const { id } = (await admin.call('POST', '/admin/member-changes', prepared)).body
  await admin.call('POST', `/admin/member-changes/${id}/start`)
  await t.runJobs()
  expect((await admin.call('GET', `/admin/member-changes/${id}`)).body).toMatchObject({ done: 1, failed: 1 })
  expect(inDays((await row(two.id)).startsBy)).toBe(60)
})

test('accounts made together each get a plan that waits; known addresses are left out, so a repeat makes none', async () => {
  const known = await t.member()
  const emails = ['one', 'two', 'two'].map((name) => `${name}.of.many@example.com`)
  const make = (more = {}) =>
    admin.call('POST', '/admin/users/batch', {
      emails: [...emails, known.email],
      plan: { plan_id: plan.id, days: 30, wait_days: 60 },
      reason: 'a school',
      ...more,
    })
  expect((await make({ plan: { plan_id: 999_999, days: 30, wait_days: null } })).status).toBe(404)
  const { body } = await make()
  expect(body).toEqual({ ids: [expect.any(Number), expect.any(Number)], taken: [emails[2], known.email] })
  for (const id of body.ids) expect([(await row(id)).planId, inDays((await row(id)).startsBy)]).toEqual([plan.id, 60])
  expect((await audited(t, 'member', body.ids[0])).map(({ action, reason }) => [action, reason])).toEqual([
    ['member.create', 'a school'],
    ['member.give_plan', 'a school'],
  ])
  expect((await make()).body).toMatchObject({ ids: [] })
})

test('traffic from before a plan was given does not begin it earlier', () => {
  const [given, startsBy] = [new Date('2030-03-01T00:00:00Z'), new Date('2030-05-01T00:00:00Z')]
  const end = new Date('2030-05-31T00:00:00Z')
  const waiting = { startsBy, expiresAt: end, resetMode: 'monthly', cycleBeganAt: given, nextResetAt: end, ...noParts } as const
  const late = begunTerm(waiting, new Date('2030-02-20T00:00:00Z'), given, 'UTC')
  expect(late).toMatchObject({ cycleBeganAt: given, expiresAt: new Date('2030-03-31T00:00:00Z') })
})

// Sessions do not last so long, so this comes last.
test('one quota is sold once; who never connects has the plan from the last date, and later traffic counts from there', async () => {
  const [short, member, silent] = [await redeemed(45), await redeemed(60), await redeemed(60)]
  const node = await t.node({ groupIds: [plan.groupId] })
  await node.post('push', { [short.id]: [GB, 0] })
  expect([(await row(short.id)).nextResetAt, (await row(short.id)).expiresAt].map(inDays)).toEqual([45, 45])
  t.travel(40 * DAY)
  await resetTraffic(t.database, t.app.now(), 'UTC')
  expect((await row(short.id)).up, 'days too few for a second quota bring no reset').toBe(GB)
  t.travel(60 * DAY)
  await resetTraffic(t.database, t.app.now(), 'UTC')
  expect(inDays((await row(silent.id)).expiresAt)).toBe(20)
  expect((await row(silent.id)).parts, 'its first half is over').toEqual([])
  await node.post('push', { [member.id]: [1, 2] })
  expect(await row(member.id)).toMatchObject({ startsBy: null, up: 1, down: 2 })
  expect([(await row(member.id)).expiresAt, (await row(member.id)).cycleBeganAt].map(inDays)).toEqual([20, -10])
})
