import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())

async function limited(groupId: number, deviceLimit: number | null = 2): Promise<number> {
  const { id } = await t.member()
  await t.subscribe(id, groupId, { deviceLimit })
  return id
}

test('without reports the answer is an empty object, not a list', async () => {
  expect((await (await t.node()).pull('alivelist')).body).toStrictEqual({ alive: {} })
})

test('an address counts once for each member over all nodes, and IPv6 by its /64', async () => {
  const a = await t.node()
  const b = await t.node({ groupIds: a.groupIds })
  const id = await limited(a.groupId)
  await a.post('alive', {
    [id]: ['192.0.2.1', `192.0.2.1_${a.id}`, '::ffff:192.0.2.1', '192.0.2.1:4431', '2001:db8::1', '2001:db8::2_7', '[2001:db8::3]:443'],
  })
  expect((await b.pull('alivelist')).body).toStrictEqual({ alive: { [id]: 2 } })
  await b.post('alive', { [id]: ['192.0.2.1', '192.0.2.9'] })
  expect((await a.pull('alivelist')).body.alive).toStrictEqual({ [id]: 3 })
})

test('a report replaces what that node said about the listed members, and about nobody else', async () => {
  const a = await t.node()
  const b = await t.node({ groupIds: a.groupIds })
  const [one, two] = [await limited(a.groupId), await limited(a.groupId)]
  await a.post('alive', { [one]: ['192.0.2.1', '192.0.2.2'], [two]: ['192.0.2.3'] })
  await b.post('alive', { [one]: ['192.0.2.4'] })
  await a.post('alive', { [one]: ['192.0.2.5'] })
  expect((await a.pull('alivelist')).body.alive).toStrictEqual({ [one]: 2, [two]: 1 })
  await a.post('alive', { [one]: [] })
  expect((await a.pull('alivelist')).body.alive).toStrictEqual({ [one]: 1, [two]: 1 })
})

test('an address stops counting two minutes after it was last seen', async () => {
  const own = await startApp()
  const node = await own.node()
  const { id } = await own.member()
  await own.subscribe(id, node.groupId, { deviceLimit: 1 })
  await node.post('alive', { [id]: ['192.0.2.1'] })
  own.travel(119_000)
  expect((await node.pull('alivelist')).body.alive).toStrictEqual({ [id]: 1 })
  own.travel(2000)
  expect((await node.pull('alivelist')).body.alive).toStrictEqual({})
  await own.stop()
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

test('the same report in many calls at once is accepted by all', async () => {
  const node = await t.node()
  const ids = await Promise.all(Array.from({ length: 5 }, () => limited(node.groupId)))
  const report = Object.fromEntries(ids.map((id) => [id, ['192.0.2.1', '192.0.2.2']]))
  const statuses = await atOnce(async () => (await node.post('alive', report)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await node.pull('alivelist')).body.alive).toStrictEqual(Object.fromEntries(ids.map((id) => [id, 2])))
})
