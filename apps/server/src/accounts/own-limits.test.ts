import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { grantTerm, lockSubscription } from '../subscriptions/change-subscription.ts'
import { conditionsOf } from '../subscriptions/conditions.ts'
import { plans } from '../plans/plans.table.ts'

const t = await forFile(startApp())
const admin = await t.admin()

async function bought(member: Member, planId: number): Promise<void> {
  const [plan] = await t.database.db.select().from(plans).where(eq(plans.id, planId))
  const grant = { planId, ...conditionsOf(plan!, 'monthly'), months: 1 }
  await t.database.transaction(async (tx) => grantTerm(tx, await lockSubscription(tx, member.id), grant, t.app.now(), 'Asia/Shanghai'))
}

/**
 * A member on a plan with 100 Mbps and two devices. `onNode` reads their limits as the node gets them, `shown` as they see them;
 * `change` changes the account as an operator.
 */
async function setUp() {
  const [member, plan] = [await t.member(), await t.plan({ speedLimit: 100, deviceLimit: 2 })]
  const node = await t.node({ groupIds: [plan.groupId] })
  await bought(member, plan.id)
  const onNode = async () => {
    const { speed_limit: speed, device_limit: devices } = (await node.pull('user')).body.users[0]
    return [speed, devices]
  }
  const change = (values: Record<string, unknown>) => t.change(admin, member.id, values)
  const shown = async () => {
    const { speed_limit: speed, device_limit: devices } = (await member.call('GET', '/muser/getSubscribe')).body
    return [speed, devices]
  }
  return { member, plan, node, onNode, change, shown }
}

test('a member’s own limits reach the nodes and the member at once; without them the plan’s limits apply', async () => {
  const { onNode, change, shown } = await setUp()
  expect([await onNode(), await shown()]).toEqual([
    [100, 2],
    [100, 2],
  ])
  const answer = await change({ own_speed_limit: 20, own_device_limit: 5 })
  expect(answer.body).toMatchObject({ speed_limit: 100, device_limit: 2, own_speed_limit: 20, own_device_limit: 5 })
  expect([await onNode(), await shown()]).toEqual([
    [20, 5],
    [20, 5],
  ])
  await change({ own_speed_limit: 0 })
  expect([await onNode(), await shown()]).toEqual([
    [0, 5],
    [null, 5],
  ])
  await change({ own_speed_limit: null, own_device_limit: null })
  expect([await onNode(), await shown()]).toEqual([
    [100, 2],
    [100, 2],
  ])
})

test('own limits survive a renewal and another plan, bought or assigned', async () => {
  const { member, plan, onNode, change } = await setUp()
  await change({ own_speed_limit: 20 })
  await bought(member, plan.id)
  expect(await onNode()).toEqual([20, 2])
  const [other, third] = await Promise.all([
    t.plan({ groupId: plan.groupId, speedLimit: 500, deviceLimit: 9 }),
    t.plan({ groupId: plan.groupId, speedLimit: 50, deviceLimit: 1 }),
  ])
  await bought(member, other.id)
  expect(await onNode()).toEqual([20, 9])
  await change({ plan_id: third.id })
  expect(await onNode()).toEqual([20, 1])
  await change({ own_speed_limit: null })
  expect(await onNode()).toEqual([50, 1])
})

test('devices are counted against the member’s own limit', async () => {
  const { member, node, change } = await setUp()
  await change({ own_device_limit: 0 })
  await node.post('alive', { [member.id]: ['192.0.2.1', '192.0.2.2'] })
  expect((await node.pull('alivelist')).body.alive).toEqual({})
  expect((await member.call('GET', '/muser/devices')).body).toMatchObject({ count: 2, limit: null })
  await change({ own_device_limit: 3 })
  expect((await node.pull('alivelist')).body.alive).toEqual({ [member.id]: 2 })
  expect((await member.call('GET', '/muser/devices')).body).toMatchObject({ count: 2, limit: 3 })
})

test('a limit is a whole number that node software can hold', async () => {
  const { change } = await setUp()
  for (const value of [-1, 1.5, 2 ** 31, '9'])
    expect(Object.keys((await change({ own_speed_limit: value, own_device_limit: value })).body.errors)).toHaveLength(2)
})
