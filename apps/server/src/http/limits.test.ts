import { expect, test } from 'vitest'
import { createDatabase, forFile, startApp } from '../../test/harness.ts'
import { guess } from '../guess.ts'
import { AppError } from '../errors.ts'
import { addressPrefix, clientAddress, widerNetwork } from './client-address.ts'
import { createCounters } from './limit-counters.ts'
import { type Limit, limit } from './limits.ts'

const t = await forFile(startApp())

test.each([
  ['192.0.2.7', '192.0.2.7', null],
  ['::ffff:192.0.2.7', '192.0.2.7', null],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0db8:0001:ffff::9', '2001:db8:1:ffff::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['2002:c000:207:1::1', '2002:c000:207:1::/64', '2002:c000:207::/48'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
])('%s counts as %s, and with its neighbours as %s', (address, network, wider) => {
  const seen = addressPrefix(clientAddress([])(address, () => undefined))
  expect([seen, widerNetwork(seen)]).toEqual([network, wider])
})

test('a key that ends with a network keeps the rest of it', () => {
  expect(widerNetwork('a b@example.com 2001:db8:1:2::/64')).toBe('a b@example.com 2001:db8:1::/48')
  for (const key of ['12', 'a@example.com', 'a@example.com 192.0.2.7', '2001:db8:1::/48', 'x2001:db8:1:2::/64'])
    expect(widerNetwork(key), key).toBeNull()
})

const make = (name: string, figures: Partial<Parameters<typeof limit>[2]> = {}): Limit =>
  limit(createCounters(t.database, t.app.now), name, { points: 2, seconds: 60, ...figures })
const code = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'passes',
    (error: AppError) => error.code,
  )
const at = (site: string, i: number): string => `2001:db8:${site}:${i.toString(16)}::/64`

test('many /64 of one /48 share twenty times the points; one busy /64 uses up nothing of its neighbours; a point given back is given back to both', async () => {
  const shared = make('shared')
  const answers = []
  for (let i = 0; i < 22; i++) answers.push(await code(shared.take(at('a', i))), await code(shared.take(at('a', i))))
  expect(answers.filter((answer) => answer === 'passes')).toHaveLength(40)
  expect(await code(shared.check(at('a', 99)))).toBe('limit.exceeded')
  expect(await code(shared.check(at('b', 99))), 'another /48').toBe('passes')
  const busy = make('busy')
  const busyAnswers = await Promise.all(Array.from({ length: 60 }, () => code(busy.take(at('c', 1)))))
  expect(busyAnswers.filter((answer) => answer === 'passes')).toHaveLength(2)
  for (let i = 2; i < 21; i++) expect(await code(busy.take(at('c', i)))).toBe('passes')
  const returned = make('returned')
  for (let i = 0; i < 50; i++) await returned.giveBack(await returned.take(at('d', i)))
  expect(await code(returned.take(at('d', 1)))).toBe('passes')
})

test('above the soft number a solved challenge passes, up to the hard one', async () => {
  const soft = make('soft', { points: 4, soft: { points: 2, challenge: 'login' } })
  for (let n = 0; n < 2; n++) expect(await code(soft.take('x'))).toBe('passes')
  for (let n = 0; n < 9; n++) await expect(soft.take('x')).rejects.toMatchObject({ code: 'challenge.required', details: { type: 'login' } })
  expect(await soft.count('x'), 'asking for a challenge costs nothing').toBe(2)
  expect(await code(soft.check('x'))).toBe('challenge.required')
  for (let n = 0; n < 2; n++) expect(await code(soft.take('x', true))).toBe('passes')
  expect([await code(soft.take('x', true)), await code(soft.check('x', true))]).toEqual(['limit.exceeded', 'limit.exceeded'])
})

test('a guess above the soft number is worked on only with a solved challenge', async () => {
  const counters = [[make('guessing', { points: Infinity, soft: { points: 3, challenge: 'login' } }), 'x']] as const
  let worked = 0
  const wrong = () => Promise.reject(new AppError('account.wrong_credentials', { details: ++worked }))
  const tried = (solved: boolean) => code(guess(counters, 'account.wrong_credentials', wrong, solved))
  const answers = await Promise.all(Array.from({ length: 20 }, () => tried(false)))
  expect([answers.filter((answer) => answer === 'account.wrong_credentials').length, worked]).toEqual([3, 3])
  expect(new Set(answers)).toEqual(new Set(['account.wrong_credentials', 'challenge.required']))
  for (let n = 0; n < 20; n++) expect(await tried(true)).toBe('account.wrong_credentials')
})

test('a proxy that is not trusted is named to operators by every process, until it is trusted', async () => {
  const database = await createDatabase('template_portico')
  const first = await startApp({ on: database })
  const restarted = await startApp({ on: database })
  const configured = await startApp({ on: database, env: { TRUSTED_PROXIES: '127.0.0.0/8' } })
  const owner = await first.admin()
  const proxies = async (process = restarted, token = owner.token) => {
    for (const each of [first, restarted, configured]) each.travel(5000)
    const { items } = (await process.call('GET', '/admin/overview/needs', {}, { 'x-token': token })).body
    return items.filter(({ kind }: { kind: string }) => kind === 'proxy_untrusted').map(({ names }: { names: string[] }) => names[0])
  }
  await first.call('GET', '/api/comm/config')
  expect(await proxies()).toEqual([])
  first.app.addressOf('203.0.113.9', () => '192.0.2.1')
  await expect.poll(() => proxies()).toEqual(['203.0.113.9'])
  // One inside is more likely a proxy.
  await first.call('GET', '/api/comm/config', {}, { forwarded: 'for=192.0.2.1' })
  await expect.poll(() => proxies()).toEqual(['127.0.0.1'])
  for (const peer of ['203.0.113.10', '10.0.0.1']) first.app.addressOf(peer, () => '192.0.2.1')
  expect(await proxies(), 'a process stores the first one only').toEqual(['127.0.0.1'])
  const { token } = await first.staff(['orders.read', 'orders.write'])
  expect(await proxies(first, token), 'those who cannot change it').toEqual([])
  expect(await proxies(configured)).toEqual(['203.0.113.9'])
  await configured.call('GET', '/api/comm/config', {}, { 'x-forwarded-for': '203.0.113.7, unknown\u00ff' })
  const unread = async () => {
    configured.travel(5000)
    const { items } = (await configured.call('GET', '/admin/overview/needs', {}, { 'x-token': owner.token })).body
    return items.find(({ kind }: { kind: string }) => kind === 'proxy_unreadable')?.names
  }
  // What a trusted one sends instead of an address.
  await expect.poll(unread).toEqual(['127.0.0.1', 'unknown?'])
  for (const each of [configured, restarted]) await each.stop().catch(() => {})
  await first.stop().catch(() => {})
})
