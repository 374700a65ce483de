import { afterEach, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { startCardShop } from '../../test/gateways/card-shop.ts'
import { HOUR } from '../../test/gateways/shop.ts'
import { forFile, type Member } from '../../test/harness.ts'
import { failRenewal } from './auto-renew.ts'

const { t, shop, stripe, cards } = await forFile(startCardShop())
const method = await cards.method()
afterEach(() => t.database.pool.query('update subscriptions set auto_renew = false'))

type Item = { id: string; content: { data: { problem: string } }; read_at: string | null; ended_at: string | null }
const items = async (member: Member): Promise<Item[]> =>
  (await member.call('POST', '/api/msg/fetch', { types: ['renewal_problem'] })).body.items
const unread = async (member: Member): Promise<string[]> =>
  (await member.call('POST', '/api/msg/fetch', { unread: true, types: ['renewal_problem'] })).body.items.map(
    ({ content }: Item) => content.data.problem,
  )
async function dismiss(member: Member): Promise<void> {
  const ids = (await items(member)).map(({ id }) => id)
  expect((await member.call('POST', '/muser/messages/read', { ids })).status).toBe(200)
}
const autoRenew = (member: Member, on: boolean) => member.call('POST', '/muser/update', { auto_renewal: on })

/** A member whose balance is not enough for a renewal, and who has no card. */
async function poor() {
  const due = await cards.due({ method })
  await due.member.call('DELETE', `/muser/renewal/card/${due.card.id}`)
  return due
}

test('a renewal that keeps failing for one reason is one event, and its state stays visible after the event is dismissed', async () => {
  const { member } = await poor()
  await atOnce(() => cards.renew())
  await cards.renewAfter(2 * HOUR)
  expect(await items(member)).toMatchObject([
    { content: { type: 'renewal_problem', data: { problem: 'balance.insufficient' } }, ended_at: null },
  ])
  await dismiss(member)
  await cards.renewAfter(2 * HOUR)
  expect(await unread(member)).toEqual([])
  expect(await items(member)).toHaveLength(1)
  expect(await cards.problemOf(member)).toBe('The balance is too low.')
})

test('a card declined again makes no second event; giving it up does, and replaces the first', async () => {
  const { member, card } = await cards.due({ method })
  const ends = new Date(t.app.now().getTime() + 20 * HOUR)
  await t.database.pool.query('update subscriptions set expires_at = $1, next_reset_at = $1 where account_id = $2', [ends, member.id])
  stripe.vault.banks.set(card.token, 'card_declined')
  await cards.renew()
  await dismiss(member)
  // Each try begins by clearing the problem.
  for (let again = 0; again < 3; again++) await cards.renewAfter(2 * HOUR)
  expect(await items(member)).toMatchObject([{ content: { data: { problem: 'card.declined' } }, ended_at: null }])
  expect(await unread(member)).toEqual([])
  await cards.renewAfter(2 * HOUR)
  expect(await unread(member)).toEqual(['card.given_up'])
  expect((await items(member))[1]).toMatchObject({ content: { data: { problem: 'card.declined' } }, ended_at: expect.any(String) })
})

test('a successful renewal ends the event, and so does an order paid by hand', async () => {
  const [byCard, byHand] = [await cards.due({ method }), await poor()]
  stripe.vault.banks.set(byCard.card.token, 'card_declined')
  await cards.renew()
  expect([await unread(byCard.member), await unread(byHand.member)]).toEqual([['card.declined'], ['balance.insufficient']])
  stripe.vault.banks.delete(byCard.card.token)
  await cards.renewAfter(2 * HOUR)
  const { planId } = await cards.subscription(byHand.member)
  await shop.bought({ id: planId! }, byHand.member)
  for (const { member } of [byCard, byHand]) {
    expect(await unread(member)).toEqual([])
    expect(await items(member)).toMatchObject([{ read_at: null, ended_at: expect.any(String) }])
  }
})

test('switching automatic renewal off ends the event; after switching it on, the same problem is a new event', async () => {
  const { member } = await poor()
  await cards.renew()
  await autoRenew(member, false)
  expect(await unread(member)).toEqual([])
  await autoRenew(member, true)
  await cards.renew()
  expect(await unread(member)).toEqual(['balance.insufficient'])
  expect(await items(member)).toHaveLength(2)
})

test('a plan that operators remove leaves nothing to renew', async () => {
  const { member } = await poor()
  await cards.renew()
  const removed = await t.change(shop.admin, member.id, { plan_id: null }, { rest: 'none', reason: 'asked for it' })
  expect(removed.status).toBe(200)
  expect(await unread(member)).toEqual([])
})

test('a term extended in the meantime makes no event', async () => {
  const { member } = await poor()
  const before = await cards.subscription(member)
  const later = new Date(before.expiresAt!.getTime() + 1)
  await t.database.pool.query('update subscriptions set expires_at = $1 where account_id = $2', [later, member.id])
  await failRenewal(t.database, before, { problem: 'balance.insufficient', tryAfter: t.app.now(), now: t.app.now() })
  expect(await items(member)).toEqual([])
})
