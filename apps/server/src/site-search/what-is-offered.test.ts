import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { gameInput } from '../../test/game-input.ts'

// What people look for by the name of a thing: games, ways to reach somebody, places, and worries.

const t = await forFile(startApp())
const owner = await t.admin()
const member = await t.member()

type Item = { title: { text: string }; excerpt: { text: string }; path: string }
async function found(kind: string, q: string, who: Member | null = null, lang = 'en'): Promise<Item[]> {
  // What is offered is kept for two seconds.
  t.travel(2_000)
  const call = who ? who.call : t.call
  const { status, body } = await call('POST', '/api/soso/fetch', { q, lang })
  expect(status).toBe(200)
  return body.groups.find((group: { kind: string }) => group.kind === kind)?.items ?? []
}
const pathsOf = async (q: string, who: Member | null = null): Promise<string[]> => (await found('page', q, who)).map(({ path }) => path)

test('a listed game is found by all its names, its publisher and the places that suit it; a hidden one is not', async () => {
  expect(await pathsOf('games')).toEqual([])
  const translations = { 'zh-CN': { name: '艾尔登之环' } }
  const more = { translations, aliases: ['ER'], publisher: 'Fromsoft', recommended: 'Japan' }
  await owner.call('POST', '/admin/games', gameInput('Elden & Ring', more))
  await owner.call('POST', '/admin/games', gameInput('Elden hidden', { hidden: true }))
  for (const who of [null, member])
    for (const q of ['elden', 'Elden Ring', 'eldne', '艾尔登', 'er', 'fromsoft', 'japan']) {
      const items = await found('game', q, who)
      expect([q, items.map(({ title, path }) => [title.text, path])]).toEqual([q, [['Elden & Ring', '/sup_game?q=Elden+%26+Ring']]])
    }
  expect((await found('game', 'elden', null, 'zh-CN'))[0]).toMatchObject({
    title: { text: '艾尔登之环' },
    excerpt: { text: 'Fromsoft · Japan' },
  })
  expect(await pathsOf('games')).toContain('/sup_game')
})

test('the service page is found by the ways to reach somebody that the operator entered, and only by those', async () => {
  const none = { en: { label: '' }, 'zh-CN': { label: '' } }
  for (const q of ['telegram', '微信', 'presales']) expect([q, await pathsOf(q)]).toEqual([q, []])
  const channels = [
    { kind: 'telegram', value: 'portico_help', label: 'Presales', translations: none },
    { kind: 'wechat', value: 'portico-kf', label: '', translations: none },
  ]
  expect((await owner.call('PATCH', '/admin/settings', { 'service.channels': channels })).status).toBe(200)
  for (const who of [null, member])
    for (const q of ['Telegram', '微信', 'wechat', 'presales', 'portico-kf']) expect([q, await pathsOf(q, who)]).toEqual([q, ['/service']])
})

test('a place in the service status is found by its name in each language, a place that is not there is not', async () => {
  const node = await t.node({ name: 'Hong Kong 01', translations: { 'zh-CN': { name: '香港 01' } } })
  await t.node({ name: 'Atlantis 01' })
  expect(await pathsOf('hong kong')).toEqual([])
  await node.pull('user')
  await expect.poll(() => pathsOf('hong kong')).toEqual(['/service'])
  for (const q of ['Hong Kong', '香港']) {
    expect([q, await pathsOf(q)]).toEqual([q, ['/service']])
    expect([q, await pathsOf(q, member)]).toEqual([q, ['/service', '/user/nodes']])
  }
  expect(await pathsOf('atlantis', member)).toEqual([])
})

test.each(['slow', '慢', '速度', 'refund', '退款', 'cancel', '取消', 'contact', '联系', '断线'])(
  '%s leads visitors and members to a page',
  async (q) => {
    for (const who of [null, member]) expect(await pathsOf(q, who)).toContain('/service')
  },
)

test.each([
  ['invoice', '/user/orders'],
  ['refund', '/user/orders'],
  ['取消', '/user/orders'],
  ['cancel', '/user/center'],
  ['慢', '/user/nodes'],
  ['grammar', '/grammaly'],
])('%s leads a member to %s', async (q, path) => {
  expect(await pathsOf(q, member)).toContain(path)
})
