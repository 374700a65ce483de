import { NO_ROUTING } from '@portico/contract/node-routing'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audited } from '../../../test/audited.ts'
import { forFile, startApp } from '../../../test/harness.ts'
import { nodes } from '../nodes.table.ts'

const t = await forFile(startApp())
const owner = await t.admin()
const set = (id: number, routing: object) => owner.call('PATCH', `/admin/nodes/${id}`, { routing })
const outbound = JSON.stringify({ tag: 'warp', protocol: 'socks', settings: { servers: [{ address: '192.0.2.1', port: 1080 }] } })
const routing = {
  routes: [
    { action: 'block', match: ['geosite:category-ads-all', 'protocol:bittorrent'], value: '' },
    { action: 'dns', match: ['geosite:netflix'], value: '1.1.1.1' },
    { action: 'default_out', match: [], value: outbound },
  ],
  custom_outbounds: '[{"type":"socks","tag":"out","password":"hush"}]',
  custom_routes: '[{"domain_suffix":["example.com"],"outbound":"out"}]',
}

test('a node’s programs get routes and outbounds in the form in which the old panel sent them, in v1 and v2', async () => {
  const node = await t.node()
  const v2 = async () => {
    const { body } = await node.pull('config', { query: {} })
    const flat = await fetch(`${t.base}/api/v2/server/config?node_id=${node.id}`, { headers: { authorization: `Bearer ${node.secret}` } })
    return [body, await flat.json()]
  }
  for (const config of await v2())
    for (const name of ['routes', 'custom_outbounds', 'custom_routes']) expect(config).not.toHaveProperty(name)
  expect((await set(node.id, routing)).status).toBe(200)
  for (const config of await v2())
    expect(config).toMatchObject({
      routes: [
        { id: 1, match: ['geosite:category-ads-all', 'protocol:bittorrent'], action: 'block', action_value: null },
        { id: 2, match: ['geosite:netflix'], action: 'dns', action_value: '1.1.1.1' },
        { id: 3, match: [], action: 'default_out', action_value: outbound },
      ],
      custom_outbounds: [{ type: 'socks', tag: 'out', password: 'hush' }],
      custom_routes: [{ domain_suffix: ['example.com'], outbound: 'out' }],
    })
})

test('outbounds are stored encrypted, and neither the log nor staff who may not change nodes see them', async () => {
  const node = await t.node()
  await set(node.id, routing)
  const [row] = await t.database.db.select().from(nodes).where(eq(nodes.id, node.id))
  expect(row!.routingConfig).toMatch(/^sealed:/)
  const get = async (who: typeof owner) => (await who.call('GET', `/admin/nodes/${node.id}`)).body
  expect((await get(owner)).routing).toEqual(routing)
  const seen = JSON.stringify([await get(await t.staff(['nodes.read'])), await audited(t, 'node', node.id)])
  expect(seen).toContain('geosite:netflix')
  expect(seen).not.toMatch(/hush|192\.0\.2\.1|sealed:/)
  // Another change keeps them.
  expect((await owner.call('PATCH', `/admin/nodes/${node.id}`, { rate: 200 })).body.routing).toEqual(routing)
  expect((await set(node.id, NO_ROUTING)).body.routing).toEqual(NO_ROUTING)
})

test.each([
  ['block without a match', { action: 'block', match: [], value: '' }, 'routing.routes.0.match'],
  ['an outbound that is no JSON', { action: 'route', match: ['geosite:cn'], value: '{' }, 'routing.routes.0.value'],
  ['an outbound without a tag', { action: 'default_out', match: [], value: '{"protocol":"freedom"}' }, 'routing.routes.0.value'],
  ['no DNS server', { action: 'dns', match: [], value: '' }, 'routing.routes.0.value'],
])('%s is refused at its field', async (_, route, field) => {
  const node = await t.node()
  const answer = await set(node.id, { ...NO_ROUTING, routes: [route] })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
})

test('lists that are no lists of objects are refused', async () => {
  const node = await t.node()
  for (const text of ['{}', '[1]', 'x']) expect((await set(node.id, { ...NO_ROUTING, custom_routes: text })).status).toBe(422)
})
