import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())

test('a member sees where nodes saw them, once per address, against their limit; each address soon stops counting', async () => {
  const [a, other] = [await t.node({ name: 'A' }), await t.member()]
  const b = await t.node({ name: 'B', groupIds: a.groupIds })
  const member = await t.member()
  await t.subscribe(member.id, a.groupId, { deviceLimit: 2 })
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
  expect((await t.call('GET', '/muser/devices')).status).toBe(403)
})

test('a reset clears the member’s own devices at once, and is refused the fourth time in an hour', async () => {
  const node = await t.node()
  const [member, other] = [await t.member(), await t.member()]
  for (const { id } of [member, other]) await t.subscribe(id, node.groupId, { deviceLimit: 1 })
  await node.post('alive', { [member.id]: ['192.0.2.1'], [other.id]: ['192.0.2.2'] })
  expect((await member.call('POST', '/muser/devices/reset')).status).toBe(200)
  expect((await node.pull('alivelist')).body.alive).toEqual({ [other.id]: 1 })
  expect((await member.call('GET', '/muser/devices')).body).toMatchObject({ total: 0, count: 0 })
  await node.post('alive', { [member.id]: ['192.0.2.3'] })
  expect((await member.call('GET', '/muser/devices')).body.count).toBe(1)
  const later = [2, 3, 4].map(() => () => member.call('POST', '/muser/devices/reset'))
  const statuses = []
  for (const reset of later) statuses.push((await reset()).status)
  expect(statuses).toEqual([200, 200, 429])
  expect((await other.call('POST', '/muser/devices/reset')).status).toBe(200)
})

test('resets and reports of the same addresses at once are all accepted', async () => {
  const node = await t.node()
  const members = await Promise.all(Array.from({ length: 10 }, () => t.member()))
  for (const { id } of members) await t.subscribe(id, node.groupId, { deviceLimit: 2 })
  const addresses = Array.from({ length: 90 }, (_, at) => `192.0.2.${at + 1}`)
  const report = (from: number) =>
    node.post('alive', Object.fromEntries(members.map(({ id }) => [id, [...addresses.slice(from), ...addresses.slice(0, from - 20)]])))
  await report(20)
  for (const from of [40, 60, 80]) {
    const reports = [from, from - 10, from + 5].map(report)
    const resets = members.map((member) => member.call('POST', '/muser/devices/reset'))
    const answers = await Promise.all([...reports, ...resets])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
})
