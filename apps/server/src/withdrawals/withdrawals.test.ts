import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { withdrawalFee } from '@portico/contract/withdrawals'
import { commissionChain } from '../../test/commission-chain.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { callerOf } from '../actor.ts'
import { transferCommission } from '../commissions/transfer-commission.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

const t = await forFile(startApp())
const shop = await openShop(t)
const chain = commissionChain(t)
beforeEach(() =>
  rules({ 'withdrawal.enabled': true, 'withdrawal.min': 100, 'withdrawal.fee_percent': 0, 'withdrawal.methods': ['Alipay', 'PayPal'] }),
)

const rules = (change: Record<string, unknown>): Promise<Answer> => shop.admin.call('PATCH', '/admin/settings', change)
const ask = (member: Member, values: Record<string, unknown> = {}): Promise<Answer> =>
  member.call('POST', '/muser/ticket/withdraw', {
    withdraw_method: 'Alipay',
    withdraw_account: 'anna@example.com',
    amount: 500,
    ...values,
  })
const decide = (no: string, what: string, body: Record<string, unknown> = {}): Promise<Answer> =>
  shop.admin.call('POST', `/admin/withdrawals/${no}/${what}`, body)
const money = async (member: Member): Promise<[number, number]> => [await chain.commission(member), await chain.held(member)]
/** The verb itself, without the limit on calls. */
const askAtOnce = (member: Member, amount: number, withdrawalNo: string | null = null): Promise<string> =>
  requestWithdrawal(
    t.database,
    callerOf(member.id),
    { withdrawalNo, amount, method: 'Alipay', destination: 'x' },
    { now: t.app.now(), settings: t.app.settings() },
  ).then(
    () => 'done',
    (error: { code?: string }) => String(error.code),
  )

async function earner(amount = 1000): Promise<Member> {
  const member = await t.member()
  await chain.earn(member, amount)
  return member
}

test('a requested amount is held from the request on and leaves when it is paid, less the fee; each decision is one row of the audit log', async () => {
  await rules({ 'withdrawal.fee_percent': 3 })
  const [member, revenue, outside] = [await earner(), await shop.ledger('revenue'), await shop.ledger('gateway')]
  const asked = await ask(member, { amount: 510 })
  expect(asked.body).toMatchObject({ status: 'requested', amount: 510, fee_amount: 16, method: 'Alipay', destination: 'anna@example.com' })
  expect(await money(member)).toEqual([490, 510])
  const no = asked.body.withdrawal_no
  expect((await decide(no, 'payment', { proof: 'T1' })).body.code).toBe('withdrawal.wrong_status')
  const [approved] = (await atOnce(() => decide(no, 'approval'))).filter(({ status }) => status === 200)
  expect(approved!.body).toMatchObject({ status: 'approved', approved_by: shop.admin.email })
  expect(await money(member)).toEqual([490, 510])
  expect((await decide(no, 'payment')).status).toBe(422)
  const paid = await decide(no, 'payment', { proof: 'TX 8841' })
  expect(paid.body).toMatchObject({ status: 'paid', proof: 'TX 8841', closed_by: shop.admin.email })
  expect(await money(member)).toEqual([490, 0])
  expect([(await shop.ledger('revenue')) - revenue, (await shop.ledger('gateway')) - outside]).toEqual([16, 494])
  expect((await member.call('GET', '/muser/ticket/withdraw/fetch')).body.items).toMatchObject([{ status: 'paid', proof: 'TX 8841' }])
  const by = { actorKind: 'staff', actorId: shop.admin.id }
  const rows = await audited(t, 'withdrawal', no)
  expect(rows).toMatchObject([
    { ...by, action: 'withdrawal.approve', before: { status: 'requested' }, after: { status: 'approved', approvedBy: shop.admin.id } },
    { ...by, action: 'withdrawal.pay', before: { status: 'approved' }, after: { status: 'paid', proof: 'TX 8841' } },
  ])
  expect(JSON.stringify(rows), 'where the money goes did not change').not.toContain('anna@example.com')
})

test('many payments of one withdrawal pay it once, and nothing happens after', async () => {
  const member = await earner()
  const no = (await ask(member)).body.withdrawal_no
  await decide(no, 'approval')
  const before = await shop.ledger('gateway')
  const answers = await atOnce((n) => decide(no, n % 2 ? 'payment' : 'rejection', n % 2 ? { proof: 'T' } : { reason: 'no' }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const done = answers.find(({ status }) => status === 200)!.body
  expect(await money(member)).toEqual(done.status === 'paid' ? [500, 0] : [1000, 0])
  expect((await shop.ledger('gateway')) - before).toBe(done.status === 'paid' ? 500 : 0)
  for (const what of ['approval', 'payment', 'rejection']) {
    expect((await decide(no, what, { proof: 'T', reason: 'T' })).body.code, what).toBe('withdrawal.wrong_status')
  }
})

test('a rejection gives a reason and returns the amount, also after an approval', async () => {
  const member = await earner()
  const no = (await ask(member)).body.withdrawal_no
  const silent = await decide(no, 'rejection', { reason: '' })
  expect([silent.status, Object.keys(silent.body.errors)]).toEqual([422, ['reason']])
  await decide(no, 'approval')
  expect((await decide(no, 'rejection', { reason: 'The account does not exist' })).status).toBe(200)
  expect(await audited(t, 'withdrawal', no)).toMatchObject([{}, { action: 'withdrawal.reject', reason: 'The account does not exist' }])
  expect(await money(member)).toEqual([1000, 0])
  const mine = (await member.call('GET', '/muser/ticket/withdraw/fetch', { status: 'rejected' })).body.items
  expect(mine).toMatchObject([{ reason: 'The account does not exist', status: 'rejected' }])
})

test('many cancellations return the amount once; an approved request stays', async () => {
  const member = await earner()
  const no = (await ask(member)).body.withdrawal_no
  const answers = await atOnce(() => member.call('POST', '/muser/ticket/withdraw/cancel', { withdrawal_no: no }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await money(member)).toEqual([1000, 0])
  const second = (await ask(member)).body.withdrawal_no
  await decide(second, 'approval')
  expect((await member.call('POST', '/muser/ticket/withdraw/cancel', { withdrawal_no: second })).body.code).toBe('withdrawal.wrong_status')
  expect(await money(member)).toEqual([500, 500])
})

test('many requests at once hold no more than the balance, and transfers and requests share it', async () => {
  const member = await earner()
  const asked = await atOnce(() => askAtOnce(member, 300))
  expect(asked.filter((one) => one === 'done')).toHaveLength(3)
  expect(asked.filter((one) => one === 'commission.insufficient')).toHaveLength(RACES - 3)
  expect(await money(member)).toEqual([100, 900])

  const other = await earner()
  const by = callerOf(other.id)
  await atOnce<unknown>((n) =>
    n % 2
      ? askAtOnce(other, 300)
      : transferCommission(t.database, by, { amount: 300, currency: 'CNY' }, t.app.now()).catch((error: { code?: string }) => error.code),
  )
  const [commission, held] = await money(other)
  expect([commission, held + (await chain.balance(other))]).toEqual([100, 900])
})

describe('money row 17: a form sent twice', () => {
  test('many requests with one number make one withdrawal, also once its amount is all there was', async () => {
    const member = await earner()
    const withdrawal_no = `FORM${member.id}ONCE`
    const answers = await atOnce(() => ask(member, { withdrawal_no, amount: 1000 }))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.withdrawal_no}`))).toEqual(new Set([`200 ${withdrawal_no}`]))
    expect(await money(member)).toEqual([0, 1000])
    expect((await member.call('GET', '/muser/ticket/withdraw/fetch')).body.total).toBe(1)
    await decide(withdrawal_no, 'approval')
    await rules({ 'withdrawal.enabled': false })
    expect((await ask(member, { withdrawal_no, amount: 1000 })).body).toMatchObject({ withdrawal_no, status: 'approved' })
  })

  test('a number makes nothing else: another amount, another destination, another member', async () => {
    const [member, stranger] = [await earner(), await earner()]
    const withdrawal_no = `FORM${member.id}TAKEN`
    expect((await ask(member, { withdrawal_no })).status).toBe(200)
    for (const [by, values] of [
      [member, { amount: 400 }],
      [member, { withdraw_account: 'otto@example.com' }],
      [stranger, {}],
    ] as const) {
      const refused = await ask(by, { withdrawal_no, ...values })
      expect([refused.status, refused.body.code]).toEqual([409, 'withdrawal.number_taken'])
    }
    expect([await money(member), await money(stranger)]).toEqual([
      [500, 500],
      [1000, 0],
    ])
    const people = await atOnce(() => earner())
    const answers = await atOnce((n) => askAtOnce(people[n]!, 100, `RACE${member.id}`))
    expect(answers.filter((one) => one === 'done')).toHaveLength(1)
    expect(answers.filter((one) => one === 'withdrawal.number_taken')).toHaveLength(RACES - 1)
  })
})

test('simultaneous requests and decisions lose nothing and do not deadlock', async () => {
  const member = await earner(2000)
  const numbers = await Promise.all([1, 2, 3, 4].map(async () => (await ask(member, { amount: 100 })).body.withdrawal_no))
  await atOnce<unknown>((n) => (n % 2 ? askAtOnce(member, 100) : decide(numbers[n % 4], 'rejection', { reason: 'test' })))
  const { rows } = await t.database.pool.query(
    `select coalesce(sum(amount), 0)::bigint as held from withdrawals where account_id = $1 and status = 'requested'`,
    [member.id],
  )
  expect(await money(member)).toEqual([2000 - Number(rows[0].held), Number(rows[0].held)])
})

test("another member's withdrawal is not found and not listed", async () => {
  const [owner, stranger] = [await earner(), await t.member()]
  const no = (await ask(owner)).body.withdrawal_no
  expect((await stranger.call('POST', '/muser/ticket/withdraw/cancel', { withdrawal_no: no })).status).toBe(404)
  expect((await stranger.call('GET', '/muser/ticket/withdraw/fetch')).body.total).toBe(0)
  expect((await owner.call('GET', '/muser/ticket/withdraw/fetch')).body.items[0].status).toBe('requested')
})

test('a withdrawal needs a session confirmed within fifteen minutes, and nothing is held before', async () => {
  const member = await earner()
  t.travel(15 * 60_000 + 1000)
  const asked = { withdraw_method: 'Alipay', withdraw_account: 'anna@example.com', amount: 500 }
  expect((await member.once('POST', '/muser/ticket/withdraw', asked)).body.code).toBe('session.confirm_needed')
  expect(await money(member)).toEqual([1000, 0])
  expect((await member.call('POST', '/muser/ticket/withdraw', asked)).body.status).toBe('requested')
})

test('an unavailable method, too little, too much and closed withdrawals each have their own error', async () => {
  const member = await earner()
  const method = await ask(member, { withdraw_method: 'Gold' })
  expect([method.status, Object.keys(method.body.errors)]).toEqual([422, ['withdraw_method']])
  const little = await ask(member, { amount: 99 })
  expect([little.status, little.body.code, little.body.details]).toEqual([422, 'withdrawal.below_minimum', { min_amount: 100 }])
  expect((await ask(member, { amount: 1001 })).body.code).toBe('commission.insufficient')
  for (const field of ['withdraw_account', 'amount']) {
    expect(Object.keys((await ask(member, { [field]: '' })).body.errors), field).toEqual([field])
  }
  await rules({ 'withdrawal.enabled': false })
  expect((await ask(member)).body.code).toBe('withdrawal.closed')
  expect((await member.call('GET', '/muser/ticket/withdraw/terms')).body).toEqual({
    open: false,
    methods: ['Alipay', 'PayPal'],
    min_amount: 100,
    fee_percent: 0,
    currency: 'CNY',
  })
  expect(await money(member)).toEqual([1000, 0])
})

test('a fee never takes the whole amount', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1_000_000_000_00 }), fc.integer({ min: 0, max: 50 }), (amount, percent) => {
      const fee = withdrawalFee(amount, percent)
      expect(fee).toBeLessThan(amount)
      expect(BigInt(fee) * 100n >= BigInt(amount) * BigInt(percent)).toBe(true)
    }),
  )
  await rules({ 'withdrawal.min': 1, 'withdrawal.fee_percent': 50 })
  expect((await ask(await earner(), { amount: 1 })).body.code).toBe('withdrawal.below_minimum')
})

test('a bulk approval does what the operator saw, or nothing', async () => {
  const members = await Promise.all([earner(), earner(), earner()])
  const target = `bulk-${members[0].id}`
  const asked: Answer[] = []
  for (const member of members) asked.push(await ask(member, { withdraw_method: 'PayPal', withdraw_account: target }))
  await ask(members[0], { withdraw_account: target })
  const filter = { method: 'PayPal', q: target }
  const { waiting } = (await shop.admin.call('GET', '/admin/withdrawals', { ...filter, status: 'paid' })).body
  expect(waiting).toEqual({ count: 3, amount: 1500, currency: 'CNY' })
  for (const expected of [2, 4]) {
    const refused = await shop.admin.call('POST', '/admin/withdrawals/approval', { ...filter, expected })
    expect([refused.status, refused.body.code], String(expected)).toEqual([409, 'withdrawal.count_changed'])
  }
  const answers = await atOnce(() => shop.admin.call('POST', '/admin/withdrawals/approval', { ...filter, expected: 3 }))
  expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([{ approved: 3 }])
  const rows = await audited(t, 'withdrawal')
  expect(rows).toMatchObject([{ action: 'withdrawal.approve_many', actorId: shop.admin.id, before: { status: 'requested' } }])
  expect(rows[0]!.after).toMatchObject({ status: 'approved', count: 3, ids: asked.map(({ body }) => body.withdrawal_no) })
  const found = await shop.admin.call('GET', '/admin/withdrawals', { q: target, sort: 'amount' })
  expect(found.body.items.map((item: { status: string }) => item.status).toSorted()).toEqual([
    'approved',
    'approved',
    'approved',
    'requested',
  ])
  expect(found.body.methods).toEqual(['Alipay', 'PayPal'])
})

test('the export is the list, with formulas disabled', async () => {
  const member = await earner()
  const no = (await ask(member, { withdraw_account: '=cmd()' })).body.withdrawal_no
  await decide(no, 'approval')
  const { csv, rows } = (await shop.admin.call('GET', '/admin/withdrawals/export', { q: no, status: 'approved' })).body
  expect(rows).toBe(1)
  expect(csv.split('\r\n')[1]).toMatch(new RegExp(`^${no},${member.email},approved,CNY,5.00,0.00,5.00,Alipay,'=cmd\\(\\),`))
})
