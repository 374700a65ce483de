import { afterEach, expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { OFFER_MINUTES } from './offer-token.ts'

const t = await forFile(startApp())
const clock = t.app.now
afterEach(() => {
  t.app.now = clock
})

/** A member with a quote of 10.00 for a month. */
async function quoted(): Promise<{ member: Member; quote: string }> {
  const [plan, member] = await Promise.all([t.plan(), t.member()])
  const { body } = await member.call('POST', '/muser/order/quote', { plan_id: plan.id, period: 'month_price' })
  return { member, quote: body.quote }
}
const save = (member: Member, quote: string) => member.call('POST', '/muser/order/save', { quote })
async function expectRefused(member: Member, quote: string): Promise<void> {
  const { status, body } = await save(member, quote)
  expect([status, body.code]).toEqual([409, 'quote.invalid'])
  expect((await member.call('GET', '/muser/order/fetch')).body.total).toBe(0)
}
test('an offer made cheaper, with another signature, a part of its own, more than its own, or none is refused', async () => {
  const { member, quote } = await quoted()
  const [body, signature] = quote.split('.')
  const sealed = JSON.parse(Buffer.from(body!, 'base64url').toString())
  Object.assign(sealed.offer, { priceAmount: 1, totalAmount: 1 })
  await expectRefused(member, `${Buffer.from(JSON.stringify(sealed)).toString('base64url')}.${signature}`)
  const first = signature!.startsWith('A') ? 'B' : 'A'
  for (const other of [first + signature!.slice(1), signature!.slice(0, -4), `${signature}AAAA`, ''])
    await expectRefused(member, `${body}.${other}`)
  await expectRefused(member, body!)
  expect((await save(member, quote)).body).toMatchObject({ total_amount: 1000 })
})

test('an offer made for one member is refused for another', async () => {
  const [{ quote }, other] = await Promise.all([quoted(), t.member()])
  await expectRefused(other, quote)
})

test('an offer holds until its last moment, and not a millisecond longer', async () => {
  const made = new Date()
  t.app.now = () => made
  const [early, late] = [await quoted(), await quoted()]
  const end = made.getTime() + OFFER_MINUTES * 60_000
  t.app.now = () => new Date(end)
  expect((await save(early.member, early.quote)).status).toBe(200)
  t.app.now = () => new Date(end + 1)
  await expectRefused(late.member, late.quote)
})

test('if the stored key is gone, a new one is made: earlier offers are refused, and new ones hold', async () => {
  const [early, late] = [await quoted(), await quoted()]
  await t.asOwner(`delete from server_secrets where name = 'quote'`)
  await expectRefused(early.member, early.quote)
  const { member, quote } = await quoted()
  expect((await save(member, quote)).status).toBe(200)
  await expectRefused(late.member, late.quote)
})
