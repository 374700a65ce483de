import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())

const limited = async (groupId: number, deviceLimit: number | null = 2) => (await t.holder(groupId, { deviceLimit })).id

test('an address counts once for each member over all nodes, and IPv6 by its /64; a report replaces what that node said about the listed members, and about nobody else', async () => {
  const a = await t.node()
  const b = await t.node({ groupIds: a.groupIds })
  const id = await limited(a.groupId)
  await a.post('alive', {
    [id]: ['192.0.2.1', `192.0.2.1_${a.id}`, '::ffff:192.0.2.1', '192.0.2.1:4431', '2001:db8::1', '2001:db8::2_7', '[2001:db8::3]:443'],
  })
  expect((await b.pull('alivelist')).body).toStrictEqual({ alive: { [id]: 2 } })
  await b.post('alive', { [id]: ['192.0.2.1', '192.0.2.9'] })
  expect((await a.pull('alivelist')).body.alive).toStrictEqual({ [id]: 3 })
  const [one, two] = [await limited(a.groupId), await limited(a.groupId)]
  await a.post('alive', { [one]: ['192.0.2.1', '192.0.2.2'], [two]: ['192.0.2.3'] })
  await b.post('alive', { [one]: ['192.0.2.4'] })
  await a.post('alive', { [one]: ['192.0.2.5'] })
  expect((await a.pull('alivelist')).body.alive).toStrictEqual({ [id]: 3, [one]: 2, [two]: 1 })
  await a.post('alive', { [one]: [] })
  expect((await a.pull('alivelist')).body.alive).toStrictEqual({ [id]: 3, [one]: 1, [two]: 1 })
})

test('an address stops counting two minutes after it was last seen; without any the answer is an empty object, not a list', async () => {
  const node = await t.node()
  const id = await limited(node.groupId)
  expect((await node.pull('alivelist')).body).toStrictEqual({ alive: {} })
  await node.post('alive', { [id]: ['192.0.2.1'] })
  t.travel(119_000)
  expect((await node.pull('alivelist')).body.alive).toStrictEqual({ [id]: 1 })
  t.travel(2000)
  expect((await node.pull('alivelist')).body.alive).toStrictEqual({})
})

test('only members with a limit are counted, only the node’s own members are accepted, and invalid entries are skipped', async () => {
  const [node, other] = [await t.node(), await t.node()]
  const [mine, free, foreign] = [await limited(node.groupId), await limited(node.groupId, null), await limited(other.groupId)]
  const report = {
    [mine]: ['192.0.2.1', 'x', 7, '999.1.1.1', null],
    [free]: ['192.0.2.1'],
    [foreign]: ['192.0.2.1'],
    999_999: ['192.0.2.1'],
    abc: [],
    0: ['192.0.2.1'],
  }
  const answer = await node.post('alive', report)
  expect([answer.status, answer.body]).toEqual([200, { data: true }])
  expect((await node.pull('alivelist')).body.alive).toStrictEqual({ [mine]: 1 })
  expect((await other.pull('alivelist')).body.alive).toStrictEqual({})
  expect((await node.post('alive', [])).status).toBe(400)
})

test('the same report in many calls at once is accepted by all; resets and reports of the same addresses at once are all accepted', async () => {
  const node = await t.node()
  const ids = await Promise.all(Array.from({ length: 5 }, () => limited(node.groupId)))
  const report = Object.fromEntries(ids.map((id) => [id, ['192.0.2.1', '192.0.2.2']]))
  const statuses = await atOnce(async () => (await node.post('alive', report)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await node.pull('alivelist')).body.alive).toStrictEqual(Object.fromEntries(ids.map((id) => [id, 2])))
  const members = await Promise.all(Array.from({ length: 10 }, () => t.holder(node.groupId, { deviceLimit: 2 })))
  const addresses = Array.from({ length: 90 }, (_, at) => `192.0.2.${at + 1}`)
  const seen = (from: number) =>
    node.post('alive', Object.fromEntries(members.map(({ id }) => [id, [...addresses.slice(from), ...addresses.slice(0, from - 20)]])))
  await seen(20)
  for (const from of [40, 60, 80]) {
    const reports = [from, from - 10, from + 5].map(seen)
    const resets = members.map((member) => member.call('POST', '/muser/devices/reset'))
    const answers = await Promise.all([...reports, ...resets])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
})

test('a member sees where nodes saw them, once per address, against their limit; each address soon stops counting', async () => {
  const [a, other] = [await t.node({ name: 'A' }), await t.member()]
  const b = await t.node({ name: 'B', groupIds: a.groupIds })
  const member = await t.holder(a.groupId, { deviceLimit: 2 })
  expect((await member.call('GET', '/muser/devices')).body).toEqual({ items: [], total: 0, has_countries: false, count: 0, limit: 2 })
  await a.post('alive', { [member.id]: ['192.0.2.1', '2001:db8::1', '2001:db8::2'] })
  t.travel(60_000)
  await b.post('alive', { [member.id]: ['192.0.2.1'] })
  t.travel(61_000)
  const { items, ...rest } = (await member.call('GET', '/muser/devices')).body
  expect(rest).toEqual({ total: 2, has_countries: false, count: 1, limit: 2 })
  expect(items.map(({ ip, node_name: node, counted }: never) => [ip, node, counted])).toEqual([
    ['192.0.2.1', 'B', true],
    ['2001:db8:0:0::/64', 'A', false],
  ])
  expect((await other.call('GET', '/muser/devices')).body).toMatchObject({ total: 0, limit: null })
})

test('a reset clears the member’s own devices at once, and is refused the fourth time in an hour', async () => {
  const node = await t.node()
  const [member, other] = [await t.holder(node.groupId, { deviceLimit: 1 }), await t.holder(node.groupId, { deviceLimit: 1 })]
  await node.post('alive', { [member.id]: ['192.0.2.1'], [other.id]: ['192.0.2.2'] })
  expect((await member.call('POST', '/muser/devices/reset')).status).toBe(200)
  expect((await node.pull('alivelist')).body.alive).toEqual({ [other.id]: 1 })
  expect((await member.call('GET', '/muser/devices')).body).toMatchObject({ total: 0, count: 0 })
  await node.post('alive', { [member.id]: ['192.0.2.3'] })
  expect((await member.call('GET', '/muser/devices')).body.count).toBe(1)
  for (const status of [200, 200, 429]) expect((await member.call('POST', '/muser/devices/reset')).status).toBe(status)
  expect((await other.call('POST', '/muser/devices/reset')).status).toBe(200)
})

test('staff see who is connected through a node for two minutes; without the right to read members they see numbers and no address', async () => {
  const node = await t.node()
  const entrance = await t.node({ groupIds: node.groupIds, parentId: node.id })
  const [one, two] = [await t.holder(node.groupId), await t.holder(node.groupId)]
  const [support, network] = [await t.staff('support'), await t.staff('network')]
  await node.post('alive', { [one.id]: ['192.0.2.1', '192.0.2.2'] })
  t.travel(1000)
  await node.post('alive', { [two.id]: ['192.0.2.3'] })
  const online = async (by = support, { id } = node) => {
    const { items, total } = (await by.call('GET', `/admin/nodes/${id}/online`)).body
    return [total, items.map(({ account_id: account, label, ips }: never) => [account, label, ips])]
  }
  const both = [
    [two.id, two.email, ['192.0.2.3']],
    [one.id, one.email, ['192.0.2.1', '192.0.2.2']],
  ]
  expect(await online()).toEqual([2, both])
  expect(await online(support, entrance)).toEqual([2, both])
  expect(await online(network)).toEqual([
    2,
    [
      [two.id, `#${two.id}`, ['•••']],
      [one.id, `#${one.id}`, ['•••', '•••']],
    ],
  ])
  t.travel(119_500)
  expect(await online()).toEqual([1, both.slice(0, 1)])
  expect((await support.call('GET', '/admin/nodes/999999/online')).status).toBe(404)
})
