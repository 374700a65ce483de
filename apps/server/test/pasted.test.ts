import { readFile } from 'node:fs/promises'
import { Email } from '@portico/contract/accounts'
import { Phone } from '@portico/contract/codes'
import { NodeInput } from '@portico/contract/nodes-admin'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { emailKey } from '../src/accounts/email-key.ts'
import { findCoupon } from '../src/coupons/use-coupon.ts'
import { coupons } from '../src/coupons/coupons.table.ts'
import { addressPrefix, clientAddress } from '../src/http/client-address.ts'
import { startApp } from './harness.ts'

// What people and programs may write, with its right value, collected without a look at the code.
type Cases<T> = [given: string, right: T][]
interface Pasted {
  /** T stands for the digits of a link, U for the same in capital letters. */
  links: Cases<boolean>
  callers: [header: string, value: string, network: string | null][]
  phones: Cases<string | null>
  coupons: Cases<string | null>
  emails: Cases<boolean>
  hosts: Cases<string | null>
}
const pasted = JSON.parse(await readFile(new URL('pasted.json', import.meta.url), 'utf8')) as Pasted
const t = await startApp()
afterAll(() => t.stop())

test('a pasted link is its member’s, or nobody’s', async () => {
  const { groupId } = await t.node({ name: 'Tokyo' })
  const member = await t.holder(groupId)
  const token: string = (await member.call('GET', '/muser/getSubscribe')).body.subscribe_url.split('/').at(-1)
  const found: Cases<boolean> = []
  for (const [path] of pasted.links) {
    const url = `${t.base}${path.replace('T', token).replace('U', token.toUpperCase())}`
    const answer = await fetch(url, { headers: { 'user-agent': 'mihomo/1.19.0' } })
    found.push([path, (await answer.text()).includes('Tokyo')])
  }
  expect(found).toEqual(pasted.links)
})

test.each(pasted.callers)('a trusted proxy that sends %s: %s names %s', (header, value, network) => {
  const read = clientAddress(['127.0.0.1'])
  const address = read('127.0.0.1', (name) => (name === header ? value : undefined))
  expect(addressPrefix(address)).toBe(network ?? '127.0.0.1')
})

/** What the schema makes of each input; null: it refuses. */
const readBy = (schema: z.ZodMiniType<string>, cases: Cases<unknown>): Cases<string | null> =>
  cases.map(([given]) => [given, z.safeParse(schema, given).data ?? null])

test('phone numbers, addresses and hosts are what was meant, or refused', () => {
  expect(readBy(Phone, pasted.phones)).toEqual(pasted.phones)
  const hosts = readBy(NodeInput.shape.host, pasted.hosts)
  expect(hosts.map(([given, host]) => [given, host?.toLowerCase() ?? null])).toEqual(pasted.hosts)
  const emails = readBy(Email, pasted.emails)
  expect(emails.map(([given, email]) => [given, emailKey(email ?? '') === 'li.wei@example.com'])).toEqual(pasted.emails)
})

test('a coupon is found in any spelling, and no other', async () => {
  for (const code of ['SPRING2026', 'GIFT-7K2M'])
    await t.database.db.insert(coupons).values({ code, name: code, kind: 'amount', value: 300 })
  const [plan, member] = [await t.plan(), await t.member()]
  const use = { accountId: member.id, planId: plan.id, period: 'month_price' as const, isNew: true }
  const found: Cases<string | null> = []
  for (const [typed] of pasted.coupons) {
    const coupon = await findCoupon(t.database.db, typed, use, t.app.now()).catch(() => null)
    found.push([typed, coupon?.code ?? null])
  }
  expect(found).toEqual(pasted.coupons)
})
