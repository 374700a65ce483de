import { emptySettings } from '@portico/contract/empty-settings'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { atOnce, expectOne } from '../../../test/at-once.ts'
import { forFile, startApp } from '../../../test/harness.ts'

const TOKEN = 'the one token of the old panel'
const t = await forFile(startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))
const owner = await t.admin()
const set = async (changed: Record<string, unknown>) => expect((await owner.call('PATCH', '/admin/settings', changed)).status).toBe(200)
const name = (id: number, ...aliases: { type: string; code: string }[]) => owner.call('PATCH', `/admin/nodes/${id}`, { aliases })
/** A call as a program of the old panel makes it. */
const ask = async (path: string, query: Record<string, string>) => {
  const answer = await fetch(`${t.base}/api/${path}?${new URLSearchParams({ token: TOKEN, ...query })}`)
  return { status: answer.status, text: await answer.text() }
}
const users = (node_id: string, node_type?: string) =>
  ask('v1/server/UniProxy/user', { node_id, ...(node_type !== undefined && { node_type }) })
const listed = async () => (await owner.call('GET', '/admin/old-panel/calls')).body.items

test('a node program of the old panel works with its old token, type and id; switched off, it is refused and named', async () => {
  const [trojan, vmess] = [await t.node(), await t.node({ settings: emptySettings('vmess') })]
  const [a, b] = [await t.holder(trojan.groupId), await t.holder(vmess.groupId)]
  // The old panel numbered each type on its own, so both were number 3; `vmess.id` as a name leads to the other node.
  expect((await name(trojan.id, { type: 'trojan', code: '3' })).status).toBe(200)
  expect((await name(vmess.id, { type: 'vmess', code: '3' }, { type: 'vmess', code: 'hk-01' })).status).toBe(200)
  expect((await users('3', 'trojan')).status).toBe(404)

  expect((await owner.call('PATCH', '/admin/settings', { 'node.old_token': 'too short' })).status).toBe(422)
  await set({ 'node.old_token': TOKEN, 'node.old_programs': true })
  expect((await users('3', 'trojan')).text).toContain(`"id":${a.id},`)
  // Programs still say "v2ray" for VMess; a code is as good as a number.
  for (const [code, type] of [
    ['3', 'v2ray'],
    ['hk-01', 'vmess'],
  ] as const)
    expect((await users(code, type)).text).toContain(`"id":${b.id},`)
  const pushed = await fetch(`${t.base}/api/v1/server/UniProxy/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: TOKEN, node_id: 3, node_type: 'trojan', [a.id]: [1000, 2000] }),
  })
  expect([pushed.status, await t.used(a.id)]).toEqual([200, [1000, 2000]])
  // v2node and v2 of the protocol give no type: that is right only if one node has the number.
  expect((await ask('v2/server/user', { node_id: 'hk-01' })).status).toBe(200)
  expect((await ask('v2/server/user', { node_id: '3' })).status).toBe(404)
  // Portico's own ids are no names of the old panel.
  expect((await users(String(trojan.id), 'trojan')).status).toBe(404)
  // With a secret of its own, a program may keep the old name.
  expect((await trojan.pull('config', { query: { node_id: '3' } })).status).toBe(200)

  const socket = new WebSocket(`${t.base.replace('http', 'ws')}/api/v2/server/ws?token=${encodeURIComponent(TOKEN)}&node_id=hk-01`)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('message', resolve))

  await set({ 'node.old_programs': false })
  expect(await closed).toBe(4003)
  const refused = await users('3', 'trojan')
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('switched off')])
  expect((await trojan.pull('config')).status).toBe(200)
  const named = (await listed()).map(({ type, code, node_id, answered_at, refused_at }: Record<string, unknown>) => [
    `${type}/${code}`,
    node_id,
    answered_at !== null,
    refused_at !== null,
  ])
  expect(named.toSorted()).toEqual([
    ['/3', null, false, true],
    [`trojan/${trojan.id}`, null, false, true],
    ['trojan/3', trojan.id, true, true],
    ['vmess/3', vmess.id, true, false],
    ['vmess/hk-01', vmess.id, true, false],
  ])
})

test('a name leads to one node: of twenty that are given it at once one has it, and a deleted node lets it go', async () => {
  const nodes = await atOnce(() => t.node(), 20)
  const one = { type: 'vless', code: 'shared' }
  const answers = await Promise.all(nodes.map(({ id }) => name(id, one)))
  expectOne(answers, 'node.alias_taken')
  const winner = nodes[answers.findIndex(({ status }) => status === 200)]!
  expect((await owner.call('DELETE', `/admin/nodes/${winner.id}`)).status).toBe(200)
  expect((await name(nodes.find(({ id }) => id !== winner.id)!.id, one)).body.aliases).toEqual([one])
  expect((await name(nodes[0]!.id, one, one)).status).toBe(422)
  expect((await name(nodes[0]!.id, { type: 'vless', code: 'two words' })).status).toBe(422)
})
