import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { callerOf } from '../actor.ts'
import { closeAccount } from '../own-account/close-account.ts'

// Two changes of the same account at the same time need the same rows. They wait for each other, and neither fails for it.

const t = await forFile(startApp())
const shop = await openShop(t)

type Act = (member: Member) => Promise<{ status: number; body: { code?: string } }>

const buy =
  ({ id }: { id: number }): Act =>
  (member) =>
    member.call('POST', '/muser/order/save', { plan_id: id, period: 'month_price', use_balance: false })
const change =
  (wanted: (member: Member) => object): Act =>
  (member) =>
    shop.admin.call('PATCH', `/admin/users/${member.id}`, { version: 1, change: wanted(member) })
/** What the job does once the 24 hours are over. */
const close: Act = async (member) => {
  await t.asOwner(`insert into account_closings (account_id, requested_at, closes_at, most) values (${member.id}, now(), now(), 0)`)
  await closeAccount(t.app, callerOf(member.id))
  return { status: 200, body: {}, headers: new Headers() }
}
const redeem: Act = (member) => member.call('POST', '/api/vipcard/checkout', { code: 'ABCDEFGHJKLMNPQR' })

/** Three members do the first, and wait for a row that is locked; then the second is done too. Returns each one's answers. */
async function meet(first: Act, second: Act, locked: (member: Member) => string): Promise<number[][]> {
  const members = await Promise.all([t.member(), t.member(), t.member()])
  const release = await t.hold(members.map(locked).join(';'))
  const ones = members.map(first)
  await expect.poll(t.waiting).toBe(3)
  const others = members.map(second)
  await expect.poll(t.waiting).toBe(6)
  await release()
  const answers = [await Promise.all(ones), await Promise.all(others)]
  return answers.map((list) => list.map(({ status }) => status))
}

const planRow = (plan: { id: number }) => () => `select from plans where id = ${plan.id} for update`
const subscriptionOf = ({ id }: Member) => `select from subscriptions where account_id = ${id} for update`
const ALL = [200, 200, 200]

test('an operator moves a member who is buying', async () => {
  const [plan, other] = [await t.plan(), await t.plan()]
  const moved = change(() => ({ plan_id: other.id }))
  expect(await meet(buy(plan), moved, planRow(plan))).toEqual([ALL, ALL])
})

test('an operator changes the address of a member who is buying', async () => {
  const plan = await t.plan()
  const changed = change(({ id }) => ({ email: `new${id}@example.com` }))
  expect(await meet(buy(plan), changed, planRow(plan))).toEqual([ALL, ALL])
})

test('a member closes the account while buying', async () => {
  const plan = await t.plan()
  expect(await meet(buy(plan), close, planRow(plan))).toEqual([ALL, ALL])
})

test('a member closes the account while an operator closes a ticket of theirs', async () => {
  const resolve: Act = async (member) => {
    const { body } = await member.call('POST', '/muser/ticket/save', {
      kind: 'other',
      level: 'medium',
      subject: 'Slow',
      text: 'It is slow.',
    })
    return shop.admin.call('POST', `/admin/tickets/${body.id}/close`, {})
  }
  // The change in the ticket names the operator, so it waits in the middle of its transaction.
  const operatorRow = () => `select from accounts where id = ${shop.admin.id} for update`
  expect(await meet(resolve, close, operatorRow)).toEqual([ALL, ALL])
})

test('a member redeems a code while closing the account', async () => {
  expect(await meet(close, redeem, subscriptionOf)).toEqual([ALL, [403, 403, 403]])
})

test('many members buy, redeem and are moved at once', async () => {
  const [plan, other] = [await t.plan(), await t.plan()]
  const members = await atOnce(() => t.member())
  const acts = [buy(plan), change(() => ({ plan_id: other.id })), redeem, close]
  const answers = await Promise.all(members.flatMap((member) => acts.map((act) => act(member))))
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
})
