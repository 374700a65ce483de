import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { keepPartitions } from '../db/partitions/keep-partitions.ts'
import { countTraffic } from './count-traffic.ts'

test('traffic is counted by hour, shown by the site’s day, and adds up to the day', async () => {
  let now = new Date('2026-03-01T15:30:00Z') // 23:30 in Shanghai
  const t = await startApp({ now: () => now })
  const [admin, member, other] = await Promise.all([t.admin(), t.member(), t.member()])
  const node = await t.node({ rate: 200 })
  const second = await t.node({ groupIds: node.groupIds })
  for (const { id } of [member, other]) await t.subscribe(id, node.groupId)
  await node.post('push', { [member.id]: [1, 2] })
  now = new Date('2026-03-01T16:00:00Z') // midnight
  await node.post('push', { [member.id]: [10, 20], [other.id]: [5, 5] })
  now = new Date('2026-03-01T16:59:59Z')
  await second.post('push', { [member.id]: [100, 200] })
  await countTraffic(t.database, now)
  await countTraffic(t.database, now)
  const hours = async (day: string, query: object = {}, by = member, path = '/muser/server/log/hours') => {
    const { body } = await by.call('GET', path, { day, ...query })
    expect(body.items).toHaveLength(24)
    return body.items.flatMap((item: { hour: string; u: number; d: number; billed_u: number; billed_d: number }) =>
      item.u === 0 ? [] : [[item.hour, item.u, item.d, item.billed_u, item.billed_d]],
    )
  }
  expect(await hours('2026-03-01')).toEqual([['2026-03-01T15:00:00.000Z', 1, 2, 2, 4]])
  expect(await hours('2026-03-02')).toEqual([['2026-03-01T16:00:00.000Z', 110, 220, 120, 240]])
  expect(await hours('2026-03-02', { node_id: second.id })).toEqual([['2026-03-01T16:00:00.000Z', 100, 200, 100, 200]])
  expect(await hours('2026-03-02', {}, other)).toEqual([['2026-03-01T16:00:00.000Z', 5, 5, 10, 10]])
  expect(await hours('2026-03-02', {}, admin, '/admin/traffic/hours')).toEqual([['2026-03-01T16:00:00.000Z', 115, 225, 130, 250]])
  expect(await hours('2026-03-02', { user_id: other.id }, admin, '/admin/traffic/hours')).toHaveLength(1)
  const { rows } = await t.database.db.execute(sql`select day::text, sum(up)::int as up from traffic_daily group by 1 order by 1`)
  expect(rows).toEqual([
    { day: '2026-03-01', up: 1 },
    { day: '2026-03-02', up: 115 },
  ])
  expect((await member.call('GET', '/muser/server/log/hours')).body.day).toBe('2026-03-02')
  expect((await member.call('GET', '/muser/server/log/hours', { day: '2026-02-31' })).status).toBe(422)
  await t.stop()
})

test('a new month gets its partition, old months are dropped whole, and a late batch for an old month still works', async () => {
  let now = new Date('2026-01-31T23:59:00Z')
  const t = await startApp({ now: () => now })
  const node = await t.node()
  const member = await t.holder(node.groupId)
  const count = () => countTraffic(t.database, now)
  const rows = async () => (await t.database.db.execute<{ n: number }>(sql`select count(*)::int as n from traffic_hourly`)).rows[0]?.n
  await node.post('push', { [member.id]: [1, 1] })
  now = new Date('2026-02-01T00:01:00Z')
  await node.post('push', { [member.id]: [2, 2] })
  await Promise.all([count(), count(), count()])
  expect(await rows()).toBe(2)
  await node.post('push', { [member.id]: [3, 3] })
  now = new Date('2026-06-01T00:00:00Z')
  await keepPartitions(t.database, t.app.settings(), now)
  expect(await rows()).toBe(0)
  await count()
  await keepPartitions(t.database, t.app.settings(), now)
  expect(await rows()).toBe(0)
  const { rows: daily } = await t.database.db.execute(sql`select sum(up)::bigint as up from traffic_daily`)
  expect(daily).toEqual([{ up: 6 }])
  await t.stop()
})
