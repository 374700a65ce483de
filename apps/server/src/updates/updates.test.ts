import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { json, listen, type Reply } from '../../test/gateways/listen.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { listening } from '../../test/listening.ts'
import { newestIn } from './newest-in.ts'
import { version } from './version.ts'

const t = await forFile(startApp())
let answer: Reply = { body: '' }
let asked = 0
const host = await forFile(
  listen(() => {
    asked++
    return answer
  }),
)
const owner = await t.admin()

const set = async (address: string) => (await owner.call('PATCH', '/admin/settings', { 'updates.feed': address })).status
const read = async () => (await owner.call('GET', '/admin/updates')).body
const later = () => t.travel(3_600_000)

test('without a feed the console knows its version and asks nobody', async () => {
  expect(await read()).toEqual({ version, feed: 'off', newer: null })
  expect(asked).toBe(0)
})

test('a newer version that the feed names is shown; the feed is read once an hour', async () => {
  answer = json([{ tag_name: 'v999.1.0', html_url: `${host.url}/999.1.0` }, { tag_name: 'v0.0.1' }])
  expect(await set(`${host.url}/releases`)).toBe(200)
  const newer = { version: '999.1.0', url: `${host.url}/999.1.0` }
  expect(await read()).toEqual({ version, feed: 'read', newer })
  await read()
  expect(asked).toBe(1)
  later()
  answer = json([{ tag_name: `v${version}` }])
  expect(await read()).toMatchObject({ feed: 'read', newer: null })
})

test.each([
  ['an error', { status: 500, body: '[]' }, 'unreachable'],
  ['a redirect', { status: 302, body: '', headers: { location: '/elsewhere' } }, 'unreachable'],
  ['more than 1 MB', json(' '.repeat(1_100_000)), 'unreachable'],
  ['a page without releases', { body: '<!doctype html><p>Portico 999.0.0</p>' }, 'unusable'],
  ['broken JSON', { body: '[{"tag_name": "v999.0.0"' }, 'unusable'],
])('%s from the feed is said, and names no version', async (_, reply, feed) => {
  later()
  answer = reply
  expect(await read()).toEqual({ version, feed, newer: null })
})

test('an address inside is not called, and what is no address is not saved', async () => {
  let called = 0
  const inside = await listening(createServer((_, response) => response.end(`[{"tag_name":"v999.${called++}.0"}]`)))
  await set(inside.url)
  expect(await read()).toMatchObject({ feed: 'unreachable', newer: null })
  expect(called).toBe(0)
  await inside.stop()
  expect(await set('releases.json')).toBe(422)
})

test('staff without the settings do not read it', async () => {
  expect((await (await t.staff('support')).call('GET', '/admin/updates')).status).toBe(404)
})

const at = 'https://example.com/portico/releases.atom'
const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Portico 5.0.0</title>
<entry><id>tag:example.com,2026:portico/v0.9.0</id><title>Faster pages</title><link rel="alternate" href="/portico/v0.9.0"/></entry>
<entry><id>x</id><title>Portico v0.10.0</title><link href="javascript:alert(1)"/></entry>
<entry><id>y</id><title>0.11.0-beta.1</title></entry></feed>`

test.each([
  ['Atom', atom, { version: '0.10.0', url: null }],
  ['Atom by id', atom.replace('v0.10.0', ''), { version: '0.9.0', url: 'https://example.com/portico/v0.9.0' }],
  [
    'JSON Feed',
    '{"items":[{"title":"Portico 1.2.3","url":"https://example.com/1.2.3"}]}',
    { version: '1.2.3', url: 'https://example.com/1.2.3' },
  ],
  [
    'drafts',
    '[{"tag_name":"v2.0.0","draft":true},{"tag_name":"v1.9.0","prerelease":true},{"tag_name":"v1.8.0"}]',
    { version: '1.8.0', url: null },
  ],
  ['other shapes', '{"items":[null,1,{"title":2},{"title":"1.2"},{"title":"10.1.2.3"}]}', null],
  ['nothing', '', null],
])('the newest version of a feed: %s', (_, feed, newest) => {
  expect(newestIn(feed, at)).toEqual(newest)
})
