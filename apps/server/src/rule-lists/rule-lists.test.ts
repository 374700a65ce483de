import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { listen } from '../../test/gateways/listen.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { fillPlaces, placeOf, toSend, zipPlaces } from './list-places.ts'
import { readRuleList } from './rule-list.ts'

let sent: { status: number; text: string; location?: string } = { status: 200, text: '' }
let asked = 0
beforeEach(() => (asked = 0))

const get = (path: string, headers = {}) => fetch(`${t.base}/rules/${path}`, { headers })
const text = async (path: string) => (await get(path)).text()
const set = async (value: string) => {
  const saved = await (await t.admin()).call('PATCH', '/admin/settings', { 'rules.cn': value })
  expect(saved.status).toBe(200)
}
const due = async () => {
  t.travel(25 * 3_600_000)
  await t.runJobs().catch(() => {})
}

const t = await forFile(startApp())
const source = await forFile(
  listen(() => {
    asked++
    return { status: sent.status, body: sent.text, ...(sent.location && { headers: { location: sent.location } }) }
  }),
)
const at = `${source.url}/cn.txt`

test('anybody can read the built-in lists, as each core reads them; a list may be kept by caches, and an unchanged one is not sent again', async () => {
  const clash = (await text('clash/cn.txt')).split('\n')
  expect(clash).toEqual(expect.arrayContaining(['+.qq.com', '+.taobao.com', '+.cn']))
  const singBox = JSON.parse(await text('sing-box/cn.json'))
  expect(singBox.rules[0].domain_suffix).toEqual(expect.arrayContaining(['qq.com', 'cn']))
  expect(await text('surge/cn.list')).toContain('\nDOMAIN-SUFFIX,qq.com\n')
  expect(await text('clash/cn-ip.txt')).toContain('223.0.0.0/12\n')
  for (const name of ['ads', 'ai', 'streaming']) expect((await text(`clash/${name}.txt`)).split('\n').length).toBeGreaterThan(100)
  for (const path of ['clash/nothing.txt', 'clash/cn.json', '../cn.txt', '']) expect((await get(path)).status).toBe(404)
  const first = await get('clash/cn.txt')
  expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(first.headers.get('content-encoding')).toBe('gzip')
  const tag = first.headers.get('etag') ?? ''
  expect((await get('clash/cn.txt', { 'if-none-match': tag })).status).toBe(304)
  expect((await get('clash/cn.txt', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('a list is fetched from the operator’s address once a day and served in place of the built-in one', async () => {
  sent = { status: 200, text: '# mine\nexample.cn\nfull:www.example.com\n' }
  await set(at)
  await t.runJobs()
  await t.runJobs()
  expect(asked).toBe(1)
  expect(await text('clash/cn.txt')).toBe('+.example.cn\nwww.example.com\n')
  sent = { status: 200, text: 'example.net' }
  await due()
  expect(await text('clash/cn.txt')).toBe('+.example.net\n')
  await set('')
  expect(await text('clash/cn.txt')).toContain('+.qq.com\n')
})

test.each([
  ['an error', { status: 500, text: 'example.org' }],
  ['a page', { status: 200, text: '<!doctype html>\n<html>\n<body>\nMoved\n</body>' }],
  ['nothing', { status: 200, text: '' }],
  ['networks in place of names', { status: 200, text: '192.0.2.0/24' }],
  ['a file that is too long', { status: 200, text: 'example.org\n'.repeat(800_000) }],
])('%s does not replace the last good list', async (_, bad) => {
  sent = { status: 200, text: 'good.example.com' }
  await set(at)
  await due()
  expect(await text('clash/cn.txt')).toBe('+.good.example.com\n')
  sent = bad
  await due()
  expect(await text('clash/cn.txt')).toBe('+.good.example.com\n')
})

test('a pinned file is accepted only with its checksum', async () => {
  const pin = createHash('sha256').update('pinned.example.com').digest('hex')
  sent = { status: 200, text: 'changed.example.com' }
  await set(`${at}#sha256=${pin}`)
  await due()
  expect(await text('clash/cn.txt')).not.toContain('changed')
  sent = { status: 200, text: 'pinned.example.com' }
  await due()
  expect(await text('clash/cn.txt')).toBe('+.pinned.example.com\n')
})

test('a redirect is followed; an address inside is not called, named by the operator or by another server', async () => {
  let called = 0
  const inside = createServer(() => called++)
  await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done))
  const own = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/cn.txt`
  const moved = await listen(() => ({ status: 302, body: '', headers: { location: at } }))
  sent = { status: 200, text: 'moved.example.com' }
  await set(`${moved.url}/old.txt`)
  await due()
  expect(await text('clash/cn.txt')).toBe('+.moved.example.com\n')
  await set(own)
  await due()
  sent = { status: 302, text: '', location: own }
  await set(at)
  await due()
  expect(called).toBe(0)
  // It leads to itself for ever.
  sent = { status: 302, text: '', location: at }
  asked = 0
  await due()
  expect(asked).toBe(4)
  inside.close()
  await moved.stop()
})

test('an address that is none, or a pin that is none, is not saved', async () => {
  const admin = await t.admin()
  for (const value of ['cn.txt', 'file:///etc/passwd', `${at}#sha256=12`, `${at}#other`]) {
    expect((await admin.call('PATCH', '/admin/settings', { 'rules.cn': value })).status).toBe(422)
  }
})

test('lists are read as v2fly, dnsmasq, Clash and Surge write them, and hostile lines are left out', async () => {
  const lines = [
    'domain:a.com',
    'full:b.com @ads',
    'server=/c.com/192.0.2.1',
    "  - '+.d.com'",
    'DOMAIN-SUFFIX,e.com',
    'DOMAIN,f.com,DIRECT',
  ]
  const hostile = ['regexp:^x', 'keyword:y', 'a b"c', '1.2.3.4/33', 'x,y', '{{proxies}}']
  const networks = ['IP-CIDR,192.0.2.0/24,no-resolve', '2001:DB8::/32', '203.0.113.7']
  expect(await readRuleList(['payload:', ...lines, ...networks, ...hostile, '# note'].join('\r\n'))).toEqual({
    suffixes: ['a.com', 'c.com', 'd.com', 'e.com'],
    names: ['b.com', 'f.com'],
    networks: ['192.0.2.0/24', '2001:db8::/32', '203.0.113.7/32'],
  })
  expect(await readRuleList(hostile.join('\n'))).toBeNull()
})

test('a note ends a line, whatever stands in the note; others are answered while a long list is read', async () => {
  expect(await readRuleList('a.cn # one\rtwo\nb.cn // three\u2028four')).toMatchObject({ suffixes: ['a.cn', 'b.cn'] })
  let answered = 0
  const other = setInterval(() => answered++, 0)
  await readRuleList('a.cn\n'.repeat(50_000))
  clearInterval(other)
  expect(answered).toBeGreaterThan(0)
})

test('sing-box gets its lists inside the profile, the same plain and as gzip', async () => {
  const member = await t.member()
  await t.subscribe(member.id, (await t.node()).groupId, {})
  const link: string = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url
  const read = async (encoding: string) => {
    const headers = { 'user-agent': 'SFA/1.14.0 (sing-box 1.14.0)', 'accept-encoding': encoding }
    const answer = await fetch(link.replace(/^.*\/s\//, `${t.base}/s/`), { headers })
    return { text: await answer.text(), size: Number(answer.headers.get('content-length')), zipped: answer.headers.get('content-encoding') }
  }
  const [plain, packed] = [await read('identity'), await read('gzip')]
  expect([plain.zipped, packed.zipped]).toEqual([null, 'gzip'])
  expect(packed.text).toBe(plain.text)
  expect(packed.size).toBeLessThan(plain.size / 2)
  const sets: { tag: string; rules: { domain_suffix?: string[] }[] }[] = JSON.parse(plain.text).route.rule_set
  expect(sets.find(({ tag }) => tag === 'ai')?.rules[0]?.domain_suffix).toContain('openai.com')
})

test('a text of any length between two lists arrives whole', async () => {
  const list = await toSend('["a list"]')
  for (const length of [0, 1, 65_535, 65_536, 200_000]) {
    const text = `${'ä'.repeat(length)}${placeOf('x')}${placeOf('x')}end`
    const filled = fillPlaces(text, () => list)
    expect(filled).toBe(`${'ä'.repeat(length)}["a list"]["a list"]end`)
    expect(gunzipSync(zipPlaces(text, () => list)).toString()).toBe(filled)
  }
})
