import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { conditionsOf } from './conditions.ts'
import { cycleBytes, newCycle } from './carry-over.ts'
import { grantTerm, lockSubscription } from './change-subscription.ts'
import { giveGift } from './gift-subscription.ts'
import { resetTraffic } from './reset-traffic.ts'
import { subscriptions } from './subscriptions.table.ts'

const GB = 2 ** 30
const ZONE = 'Asia/Shanghai'
const HOUR = 3_600_000
const t = await forFile(startApp())
const admin = await t.admin()

const bytes = fc.integer({ min: 0, max: 40 })
/** Quota of the cycle, extra on top, and use, also beyond both: a node reports what has already flowed. */
const term = fc.record({ cycle: bytes, extra: bytes, up: bytes, down: bytes })
type Term = { cycle: number; extra: number; up: number; down: number }
const toCounters = ({ cycle, extra, up, down }: Term) => ({ transferEnable: cycle + extra, extraBytes: extra, up, down })

test('a new cycle removes exactly what was used beyond the cycle’s own bytes, never more than was given', () => {
  fc.assert(
    fc.property(term, (given) => {
      const next = newCycle(toCounters(given))
      const beyond = Math.max(0, given.up + given.down - given.cycle)
      expect(next).toMatchObject({ up: 0, down: 0, extraBytes: Math.max(0, given.extra - beyond) })
      expect(cycleBytes(next)).toBe(given.cycle)
      // Any number of cycles without use changes nothing.
      expect(newCycle(newCycle(next))).toEqual(next)
    }),
  )
})

test('with any use, every given byte is used or still there, and a new cycle restores only the plan’s part', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('use' as const), n: bytes }),
    fc.record({ kind: fc.constant('give' as const), n: bytes }),
    fc.constant({ kind: 'reset' as const, n: 0 }),
  )
  fc.assert(
    fc.property(bytes, fc.array(step, { maxLength: 30 }), (cycle, steps) => {
      let now = { transferEnable: cycle, extraBytes: 0, up: 0, down: 0 }
      let [given, usedBeyond] = [0, 0]
      for (const { kind, n } of steps) {
        const left = now.transferEnable - now.up - now.down
        // A member whose quota is spent is served no longer.
        if (kind === 'use') now = { ...now, down: now.down + Math.min(n, left) }
        else if (kind === 'give') {
          given += n
          now = { ...now, transferEnable: now.transferEnable + n, extraBytes: now.extraBytes + n }
        } else {
          usedBeyond += Math.max(0, now.up + now.down - cycle)
          now = newCycle(now)
          expect(now.transferEnable).toBe(cycle + given - usedBeyond)
        }
      }
      expect(now.extraBytes).toBe(given - usedBeyond)
      expect(now.extraBytes).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 500 },
  )
})

async function holder(values: Partial<typeof subscriptions.$inferInsert> = {}): Promise<Member & { nextResetAt: Date }> {
  const [member, { id: groupId }] = await Promise.all([t.member(), t.group()])
  const nextResetAt = new Date(t.app.now().getTime() + 48 * HOUR)
  await t.subscribe(member.id, groupId, { nextResetAt, anchorDay: 3, expiresAt: new Date(Date.now() + 999 * 24 * HOUR), ...values })
  return { ...member, nextResetAt }
}
const give = (id: number, amount: number, keeps: boolean) =>
  t.database.transaction(async (tx) => {
    await giveGift(tx, await lockSubscription(tx, id), { kind: 'traffic', bytes: amount, keeps }, t.app.now(), ZONE)
  })
const use = (id: number, amount: number) => t.database.db.update(subscriptions).set({ down: amount }).where(eq(subscriptions.accountId, id))

test('the bulk reset in SQL and the rule for one member agree; the database refuses extra traffic above the quota or below zero', async () => {
  const members = await Promise.all(Array.from({ length: 40 }, () => holder()))
  const cases = fc.sample(term, members.length).map(toCounters)
  await Promise.all(members.map(({ id }, i) => t.database.db.update(subscriptions).set(cases[i]!).where(eq(subscriptions.accountId, id))))
  await resetTraffic(t.database, new Date(t.app.now().getTime() + 49 * HOUR), ZONE)
  for (const [i, { id }] of members.entries()) expect(await t.subscription(id)).toMatchObject(newCycle(cases[i]!))
  const { id } = await holder()
  for (const extra of [-1, 10 * GB + 1]) {
    const change = t.database.db.execute(sql`update subscriptions set extra_bytes = ${extra} where account_id = ${id}`)
    await expect(change).rejects.toMatchObject({ cause: { constraint: 'subscriptions_extra' } })
  }
})

test('of two gifts the one for this cycle is used first and ends with it, the other carries over', async () => {
  const member = await holder()
  // In any order: what carries over does not hide from its end what was given for the cycle.
  await give(member.id, 2 * GB, false)
  await give(member.id, 5 * GB, true)
  await give(member.id, 1 * GB, false)
  expect(await t.subscription(member.id)).toMatchObject({ transferEnable: 18 * GB, extraBytes: 5 * GB })
  await use(member.id, 14 * GB)
  await resetTraffic(t.database, member.nextResetAt, ZONE)
  expect(await t.subscription(member.id)).toMatchObject({ transferEnable: 14 * GB, extraBytes: 4 * GB, down: 0 })
  await resetTraffic(t.database, new Date(member.nextResetAt.getTime() + 40 * 24 * HOUR), ZONE)
  expect(await t.subscription(member.id)).toMatchObject({ transferEnable: 14 * GB, extraBytes: 4 * GB })
})

test('a renewal keeps extra traffic, and another plan takes over the unused part', async () => {
  const [member, plan, next] = await Promise.all([holder(), t.plan(), t.plan({ transferEnable: 50 * GB })])
  const grant = (planRow: typeof plan) =>
    t.database.transaction(async (tx) => {
      const given = { planId: planRow.id, ...conditionsOf(planRow, 'monthly'), months: 1 }
      await grantTerm(tx, await lockSubscription(tx, member.id), given, t.app.now(), ZONE)
    })
  await grant(plan)
  await give(member.id, 5 * GB, true)
  await use(member.id, 12 * GB)
  await grant(plan)
  expect(await t.subscription(member.id)).toMatchObject({ transferEnable: 15 * GB, extraBytes: 5 * GB, down: 12 * GB })
  await grant(next)
  expect(await t.subscription(member.id)).toMatchObject({ transferEnable: 53 * GB, extraBytes: 3 * GB, down: 0 })
})

test('an operator adds traffic, for the cycle or until it is used, with an audit row; the member sees which', async () => {
  const member = await holder()
  const path = `/admin/users/${member.id}/traffic`
  expect((await admin.call('POST', path, { bytes: 3 * GB, keeps: true, reason: 'a slow week' })).body).toMatchObject({
    transfer_enable: 13 * GB,
    extra_bytes: 3 * GB,
  })
  expect((await admin.call('POST', path, { bytes: 1 * GB, keeps: false, reason: 'asked nicely' })).body).toMatchObject({
    transfer_enable: 14 * GB,
    extra_bytes: 3 * GB,
  })
  expect((await member.call('GET', '/muser/getSubscribe')).body).toMatchObject({ transfer_enable: 14 * GB, extra_bytes: 3 * GB })
  const by = { actorKind: 'staff', actorId: admin.id, action: 'member.give_traffic' }
  const written = await audited(t, 'member', member.id)
  expect(written).toMatchObject([
    { ...by, reason: 'a slow week' },
    { ...by, reason: 'asked nicely' },
  ])
  expect(written.map(({ before, after }) => [before, after])).toEqual([
    [
      { transferEnable: 10 * GB, extraBytes: 0 },
      { transferEnable: 13 * GB, extraBytes: 3 * GB },
    ],
    [{ transferEnable: 13 * GB }, { transferEnable: 14 * GB }],
  ])
  expect(Object.keys((await admin.call('POST', path, { bytes: 0, keeps: 'yes', reason: ' ' })).body.errors)).toEqual([
    'bytes',
    'keeps',
    'reason',
  ])
  const ended = await holder({ expiresAt: new Date(0) })
  const refused = await admin.call('POST', `/admin/users/${ended.id}/traffic`, { bytes: 1, keeps: true, reason: 'a test' })
  expect([refused.status, refused.body.code]).toEqual([409, 'account.needs_running_plan'])
})

test('many simultaneous gifts all arrive and all carry over', async () => {
  const member = await holder()
  const path = `/admin/users/${member.id}/traffic`
  await atOnce(() => admin.call('POST', path, { bytes: GB, keeps: true, reason: 'a gift' }))
  await resetTraffic(t.database, member.nextResetAt, ZONE)
  expect(await t.subscription(member.id)).toMatchObject({ transferEnable: (10 + RACES) * GB, extraBytes: RACES * GB })
})

test('an operator’s own values: extra traffic stays with another plan, moves the quota, and shrinks with it', async () => {
  const [member, plan] = await Promise.all([holder({ transferEnable: 15 * GB, extraBytes: 5 * GB }), t.plan({ transferEnable: 20 * GB })])
  let version = 0
  const change = async (values: Record<string, unknown>) => {
    version += 1
    const { body } = await admin.call('PATCH', `/admin/users/${member.id}`, { version, change: values })
    return [body.transfer_enable / GB, body.extra_bytes / GB]
  }
  expect(await change({ plan_id: plan.id })).toEqual([25, 5])
  expect(await change({ extra_bytes: 7 * GB })).toEqual([27, 7])
  expect(await change({ remarks: 'x' })).toEqual([27, 7])
  expect(await change({ transfer_enable: 4 * GB })).toEqual([4, 4])
  expect(await change({ transfer_enable: 30 * GB, extra_bytes: 6 * GB })).toEqual([30, 6])
  expect(await change({ plan_id: null })).toEqual([6, 6])
})
