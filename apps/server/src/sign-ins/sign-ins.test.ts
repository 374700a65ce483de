import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, PASSWORD, startApp } from '../../test/harness.ts'
import { dropOldSignIns } from './drop-old-sign-ins.ts'
import { signIns } from './sign-ins.table.ts'
import { withoutMiddle } from './store-sign-ins.ts'
import { signInLog } from './note-sign-ins.ts'

const t = await forFile(startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } }))
const reader = await t.staff(['log.read', 'members.read'])

let networks = 0
/** A new network for each test, so that attempts of other tests do not count. */
const somewhere = (): string => `198.51.${Math.floor(++networks / 200)}.${networks % 200}`
const from = (ip: string) => ({ 'x-forwarded-for': ip, 'user-agent': 'Test browser' })
const enter = (email: string, password: string, ip: string) => t.call('POST', '/muser/auth/login', { email, password }, from(ip))

type Item = Record<string, unknown>
async function list(query: Record<string, unknown>): Promise<Item[]> {
  await signInLog(t.app).flush()
  return (await reader.call('GET', '/admin/log/sign-ins', query)).body.items
}
const results = async (query: Record<string, unknown>): Promise<unknown[]> => (await list(query)).map((item) => item['result'])

test('each sign-in and sign-out is a row with the account, the result, the address and the device', async () => {
  const [ip, email] = [somewhere(), 'new.member@example.com']
  const { x_token: token } = (await t.call('POST', '/muser/auth/register', { email, password: PASSWORD }, from(ip))).body
  await t.call('GET', '/muser/logout', {}, { 'x-token': token, ...from(ip) })
  await enter(email, 'not the password', ip)
  await enter(email, PASSWORD, ip)
  const items = await list({ network: ip })
  expect(new Set(items.map((item) => item['result']))).toEqual(new Set(['signed_in', 'wrong_password', 'signed_out', 'registered']))
  for (const item of items) expect(item).toMatchObject({ email, typed: null, ip, device: 'Test browser', attempts: 1, country: null })
  const times = items.map((item) => Date.parse(String(item['at'])))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('a suspended and a rate-limited account have other results than a wrong password', async () => {
  const [banned, limited, ip, ip2] = [await t.member(), await t.member(), somewhere(), somewhere()]
  await t.ban(banned.id)
  await enter(banned.email, PASSWORD, ip)
  expect(await results({ account_id: banned.id })).toEqual(['banned'])
  for (let i = 0; i < 6; i++) await enter(limited.email, 'wrong', ip2)
  expect(await results({ account_id: limited.id })).toEqual(['challenged', ...Array<string>(5).fill('wrong_password')])
})

test('an unknown e-mail address is stored without its middle, and no password is stored', async () => {
  const [ip, secret] = [somewhere(), 'hunter2@correct-horse.example']
  await enter(secret, 'a password nobody may read', ip)
  await enter('somebody.else@example.com', 'another password nobody may read', ip)
  expect(await list({ network: ip })).toMatchObject([
    { result: 'unknown_address', typed: 'som…com', email: null, account_id: null },
    { result: 'unknown_address', typed: 'hun…ple', email: null, account_id: null },
  ])
  const { rows } = await t.database.db.execute(sql`select ${signIns}::text as row from ${signIns}`)
  const all = JSON.stringify(rows)
  expect(all).toContain('hun…ple')
  for (const text of ['hunter2', 'correct-horse', 'somebody.else', 'nobody may read', PASSWORD]) expect(all).not.toContain(text)
})

test.each([
  ['', '…'],
  ['abc', '…'],
  ['abcd', 'a…d'],
  ['abcdefgh', 'ab…gh'],
  ['name@example.com', 'nam…com'],
])('of %j, %j is stored', (text, kept) => expect(withoutMiddle(text)).toBe(kept))

test('other failures leave no row about the caller', async () => {
  const ip = somewhere()
  const known = await t.member()
  await t.call('POST', '/muser/auth/register', { email: known.email, password: PASSWORD }, from(ip))
  await t.call('POST', '/muser/auth/login', { email: 'no address', password: 'x' }, from(ip))
  expect(await list({ network: ip })).toEqual([])
})

test('each filter finds exactly its rows', async () => {
  const [member, other, ip] = [await t.member(), await t.member(), '2001:db8:5:6::1']
  await enter(member.email, PASSWORD, ip)
  await enter(other.email, 'wrong', '2001:db8:5:6::2')
  expect(await results({ q: member.email })).toEqual(['signed_in'])
  expect(await results({ q: 'nobody@example.com' })).toEqual([])
  expect(await results({ account_id: other.id })).toEqual(['wrong_password'])
  expect(new Set(await results({ network: '2001:db8:5:6::9' }))).toEqual(new Set(['signed_in', 'wrong_password']))
  expect(await results({ network: '2001:db8:5:6::/64', result: 'signed_in' })).toEqual(['signed_in'])
  expect(await results({ account_id: other.id, from: '2999-01-01' })).toEqual([])
  expect(await results({ account_id: other.id, to: '2999-01-01' })).toEqual(['wrong_password'])
  const first = (await reader.call('GET', '/admin/log/sign-ins', { network: ip, page_size: 1 })).body
  const second = (await reader.call('GET', '/admin/log/sign-ins', { network: ip, page_size: 1, before: first.next })).body
  expect([first.items.length, second.items.length, second.next]).toEqual([1, 1, null])
  expect(first.items[0].id).not.toBe(second.items[0].id)
})

test('a flood from one network is twenty rows a minute and a count, and hides no successful sign-in', async () => {
  const [ip, member] = [somewhere(), await t.member()]
  t.travel(60_000 - (t.app.now().getTime() % 60_000))
  const origin = { ip, network: ip, device: 'flood', language: 'en' as const }
  for (let i = 0; i < 500; i++) signInLog(t.app).note('limited', { email: `victim${i}@example.com` }, origin)
  await signInLog(t.app).flush()
  for (let i = 0; i < 500; i++) signInLog(t.app).note('limited', { email: `victim${i}@example.com` }, origin)
  signInLog(t.app).note('signed_in', { accountId: member.id }, origin)
  const items = await list({ network: ip, page_size: 100 })
  expect(items.filter((item) => item['result'] === 'limited')).toHaveLength(20)
  expect(items.filter((item) => item['result'] === 'signed_in')).toHaveLength(1)
  expect(items.filter((item) => item['result'] === 'more')).toMatchObject([{ attempts: 980, ip, account_id: null, device: null }])
  t.travel(60_000)
  signInLog(t.app).note('limited', { email: 'victim@example.com' }, origin)
  expect(await list({ network: ip, result: 'limited', page_size: 100 })).toHaveLength(21)
})

test('rows are kept for 180 days', async () => {
  const [ip, member] = [somewhere(), await t.member()]
  const origin = { ip, network: ip, device: 'x', language: 'en' as const }
  signInLog(t.app).note('signed_in', { accountId: member.id }, origin)
  expect(await list({ network: ip })).toHaveLength(1)
  const later = (days: number): Date => new Date(t.app.now().getTime() + days * 86_400_000)
  await dropOldSignIns(t.database, later(179))
  expect(await list({ network: ip })).toHaveLength(1)
  await dropOldSignIns(t.database, later(181))
  expect(await list({ network: ip })).toEqual([])
})

test('a flood from everywhere is a thousand rows a minute and a count, and hides no successful sign-in', async () => {
  const member = await t.member()
  t.travel(60_000)
  const day = '2031-05-05'
  t.travel(Date.parse(`${day}T00:00:00Z`) - t.app.now().getTime())
  for (let i = 0; i < 5000; i++) {
    const ip = `203.0.${Math.floor(i / 250)}.${i % 250}`
    signInLog(t.app).note('limited', { email: 'victim@example.com' }, { ip, network: ip, device: 'flood', language: 'en' })
  }
  signInLog(t.app).note('signed_in', { accountId: member.id }, { ip: '203.0.113.1', network: '203.0.113.1', device: 'x', language: 'en' })
  await signInLog(t.app).flush()
  const { rows } = await t.database.db.execute(sql`
    select result, count(*)::int as rows, sum(attempts)::int as attempts from ${signIns} where at >= ${`${day}T00:00:00Z`} group by 1 order by 1`)
  expect(rows).toEqual([
    { result: 'limited', rows: 1000, attempts: 1000 },
    { result: 'more', rows: 1, attempts: 4000 },
    { result: 'signed_in', rows: 1, attempts: 1 },
  ])
})
