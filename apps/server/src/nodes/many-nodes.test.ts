import { emptySettings } from '@portico/contract/empty-settings'
import type { AnyEndpoint } from '@portico/contract/endpoint'
import { isConsole } from '@portico/contract/access'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { boundEndpoints } from '../http/router.ts'
import { nodeGroups, nodes } from './nodes.table.ts'

const NODES = 2000
const t = await forFile(startApp())
const [admin, plan] = await Promise.all([t.admin(), t.plan()])
const member = await t.holder(plan.groupId)
const kinds = [emptySettings('vless'), emptySettings('shadowsocks'), emptySettings('hysteria2')]
const rows = Array.from({ length: NODES }, (_, i) => ({
  name: `${['Tokyo', 'Hong Kong', '洛杉矶', 'Frankfurt'][i % 4]} ${i} | IPLC`,
  host: `node-${i}.example.com`,
  port: '443',
  serverPort: 8443,
  sort: i,
  tags: ['streaming', `location:${i % 200}`],
  settings: kinds[i % 3]!,
  secretHash: Buffer.from(i.toString(16).padStart(64, '0'), 'hex'),
}))
const made = await t.database.db.insert(nodes).values(rows).returning({ id: nodes.id })
await t.database.db.insert(nodeGroups).values(made.map(({ id }) => ({ nodeId: id, groupId: plan.groupId })))

test('at 2,000 nodes no answer of the console or the member area is larger than 300 KB', async () => {
  const asked = boundEndpoints.filter((e: AnyEndpoint) => e.method === 'GET' && !e.path.includes(':') && !e.changesState)
  const large: [string, number][] = []
  for (const e of asked) {
    const { token } = isConsole(e.access) ? admin : member
    const answer = await t.call('GET', e.path, {}, { 'x-token': token })
    const size = JSON.stringify(answer.body).length
    if (size > 300_000) large.push([e.path, size])
  }
  expect(large).toEqual([])
})

test('the console reads them page by page, by name, host or number, and what counts is of all', async () => {
  const read = async (query = {}) => (await admin.call('GET', '/admin/nodes', query)).body
  const [first, second] = [await read(), await read({ page: 2 })]
  expect([first.items.length, first.total, second.items[0].id]).toEqual([100, NODES, made[100]!.id])
  expect(first).toMatchObject({ all: NODES, online: 0, online_users: 0, down: 0, down_names: [] })
  expect((await read({ q: 'node-1999.example' })).items).toMatchObject([{ id: made[1999]!.id }])
  expect((await read({ q: `#${made[7]!.id}` })).items.map(({ id }: { id: number }) => id)).toEqual([made[7]!.id])
  expect((await read({ q: 'tokyo' })).total).toBe(NODES / 4)
  expect((await read({ sort: '-id' })).items[0].id).toBe(made.at(-1)!.id)
  expect((await admin.call('GET', `/admin/nodes/${made[3]!.id}`)).body).toMatchObject({ id: made[3]!.id, entrances: 0 })
  expect((await admin.call('GET', '/admin/nodes/999999999')).status).toBe(404)
  expect((await member.call('GET', `/admin/nodes/${made[3]!.id}`)).status).toBe(404)
})

test('those of one page change places among themselves', async () => {
  const idsOf = async (page: number): Promise<number[]> =>
    (await admin.call('GET', '/admin/nodes', { page })).body.items.map(({ id }: { id: number }) => id)
  const [one, two] = [await idsOf(1), await idsOf(2)]
  expect((await admin.call('POST', '/admin/nodes/sort', { ids: two.toReversed() })).status).toBe(200)
  expect([await idsOf(1), await idsOf(2)]).toEqual([one, two.toReversed()])
})

test('a member reads theirs page by page, by name, location and tag, and learns where all of them are', async () => {
  const read = async (query = {}) => (await member.call('GET', '/muser/server/fetch', query)).body
  const { items, total, all, up, locations } = await read()
  expect([items.length, total, all, up, locations.length]).toEqual([100, NODES, NODES, 0, 200])
  const last = await read({ page: 20 })
  expect(new Set([...items, ...last.items].map(({ id }: { id: number }) => id)).size).toBe(200)
  expect((await read({ q: 'frankfurt 1999' })).items).toMatchObject([{ name: 'Frankfurt 1999 | IPLC' }])
  expect((await read({ q: 'location:199' })).total).toBe(10)
  expect((await read({ q: 'nowhere' })).items).toEqual([])
})
