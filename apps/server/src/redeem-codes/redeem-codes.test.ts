import type { RedeemTemplateInput } from '@portico/contract/redeem-codes-admin'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, expectOne, RACES } from '../../test/at-once.ts'
import { behindProxy, openCardDesk } from '../../test/card-desk.ts'
import { HOUR, openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { callerOf } from '../actor.ts'
import { previewCode } from './preview-code.ts'
import { redeemCode } from './redeem-code.ts'
import { redeemCodes } from './redeem-codes.table.ts'

const GB = 2 ** 30
const DAY = 24 * HOUR
const t = await forFile(startApp({ env: behindProxy }))
const [shop, desk] = await Promise.all([openShop(t), openCardDesk(t)])

const balance = async (member: Member): Promise<number> => (await member.call('POST', '/muser/info', {})).body.userInfo.balance
async function usedCount(codeId: number): Promise<number> {
  const [row] = await t.database.db.select().from(redeemCodes).where(eq(redeemCodes.id, codeId))
  return row!.usedCount
}
const when = () => ({ now: t.app.now(), zone: 'Asia/Shanghai', currency: 'CNY', siteMode: 'monthly' as const })
const inDays = (days: number): Date => new Date(t.app.now().getTime() + days * DAY)

test('a balance card shows its value, is redeemed once, and is in the ledger and the history', async () => {
  const member = await desk.member()
  const { code, codes } = await desk.cards({ name: 'Welcome', value: 700 })
  const preview = await desk.check(member, code)
  expect(preview.body).toMatchObject({ name: 'Welcome', kind: 'balance', value: 700, currency: 'CNY', refusal: null })
  expect([preview.body.before.balance, preview.body.after.balance]).toEqual([0, 700])
  expect([await balance(member), await usedCount(codes[0]!.id)]).toEqual([0, 0])

  const site = await shop.ledger('site')
  const redeemed = await desk.redeem(member, code)
  expect(redeemed.body).toMatchObject({ kind: 'balance', before: preview.body.before, after: preview.body.after })
  expect(await balance(member)).toBe(700)
  expect([await shop.ledger('member', member.id), await shop.ledger('site')]).toEqual([700, site - 700])
  expect((await desk.redeem(member, code)).body.code).toBe('redeem.already_used')
  expect(await balance(member)).toBe(700)

  const history = await member.call('GET', '/muser/vipcard/history')
  expect(history.body).toMatchObject({ total: 1, items: [{ code, name: 'Welcome', kind: 'balance', value: 700 }] })
  expect((await (await desk.member()).call('GET', '/muser/vipcard/history')).body.total).toBe(0)
})

test('a code is accepted in any spelling', async () => {
  const { code } = await desk.cards({}, { max_uses: 3 })
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/)
  const typed = [code.toLowerCase().replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `, code.replaceAll('0', 'o').replaceAll('1', 'l')]
  for (const text of typed) expect((await desk.redeem(await desk.member(), text)).status).toBe(200)
})

/** A member in each of the states. */
async function inState(state: string, plan: { id: number; groupId: number }): Promise<Member> {
  const member = await desk.member()
  const values: Record<string, object> = {
    active: { expiresAt: inDays(10), anchorDay: 1, nextResetAt: inDays(10), up: GB },
    expired: { expiresAt: inDays(-1), up: GB },
    permanent: { expiresAt: null, up: GB },
  }
  if (state !== 'no plan') await t.subscribe(member.id, plan.groupId, { planId: plan.id, ...values[state] })
  return member
}

const DAYS = 30
// Every gift in every state: gift-subscription.test.ts.
const matrix: [string, string, string][] = [
  ['balance', 'no plan', 'given'],
  ['balance', 'active', 'given'],
  ['balance', 'expired', 'given'],
  ['balance', 'permanent', 'given'],
  ['days', 'no plan', 'redeem.needs_plan'],
  ['days', 'active', 'given'],
  ['traffic', 'expired', 'redeem.needs_running_plan'],
  ['traffic', 'permanent', 'given'],
  ['reset', 'active', 'given'],
  ['plan', 'no plan', 'given'],
  ['plan', 'active', 'given'],
  ['plan', 'expired', 'given'],
  ['other plan', 'expired', 'given'],
  ['other plan', 'permanent', 'redeem.other_plan'],
]

test.each(matrix)('a %s card for a member with %s: %s; only a successful one is used up', async (kind, state, wanted) => {
  const [plan, other] = await Promise.all([t.plan(), t.plan({ transferEnable: 50 * GB })])
  const given: Record<string, Partial<RedeemTemplateInput>> = {
    balance: { kind: 'balance', value: 300 },
    days: { kind: 'days', value: DAYS },
    traffic: { kind: 'traffic', value: 5 * GB },
    reset: { kind: 'reset', value: 0 },
    plan: { kind: 'plan', value: DAYS, plan_id: plan.id },
    'other plan': { kind: 'plan', value: DAYS, plan_id: other.id },
  }
  const member = await inState(state, plan)
  const { code, codes } = await desk.cards(given[kind])
  const before = await t.subscription(member.id)
  const preview = await desk.check(member, code)
  const redeemed = await desk.redeem(member, code)
  const after = await t.subscription(member.id)
  if (wanted !== 'given') {
    expect([redeemed.status, redeemed.body.code]).toEqual([409, wanted])
    expect(preview.body).toMatchObject({ refusal: redeemed.body.message, after: null })
    expect([after, await usedCount(codes[0]!.id), await balance(member)]).toEqual([before, 0, 0])
    return
  }
  expect([redeemed.status, await usedCount(codes[0]!.id)]).toEqual([200, 1])
  // What was shown is what came, but for the moments between the calls.
  const close = (shown: { expired_at: string | null }) => ({ ...shown, expired_at: shown.expired_at?.slice(0, 10) ?? null })
  expect(close(preview.body.after)).toEqual(close(redeemed.body.after))
  expect(redeemed.body.after).toMatchObject({ expired_at: after.expiresAt?.toISOString() ?? null, transfer_enable: after.transferEnable })
  expect(redeemed.body.after.balance).toBe(await balance(member))
  if (kind === 'balance') expect(await balance(member)).toBe(300)
  if (kind === 'traffic') expect([after.transferEnable, after.extraBytes]).toEqual([before.transferEnable + 5 * GB, 5 * GB])
  if (kind === 'reset') expect([before.up, after.up]).toEqual([GB, 0])
  if (kind === 'days' || kind.endsWith('plan')) {
    const from = state === 'active' ? before.expiresAt! : t.app.now()
    expect(Math.abs(after.expiresAt!.getTime() - from.getTime() - DAYS * DAY)).toBeLessThan(HOUR)
    expect(after.planId).toBe(kind === 'other plan' ? other.id : plan.id)
  }
})

test('a permanent plan has no end, and no days can be added to it', async () => {
  const [member, plan] = [await desk.member(), await t.plan()]
  const forGood = await desk.cards({ kind: 'plan', value: 0, plan_id: plan.id })
  expect((await desk.redeem(member, forGood.code)).body.after).toMatchObject({ permanent: true, expired_at: null, plan_name: 'Basic' })
  const days = await desk.cards({ kind: 'days', value: 30 })
  expect((await desk.redeem(member, days.code)).body.code).toBe('redeem.permanent')
  expect((await t.subscription(member.id)).expiresAt).toBeNull()
})

test('a renewal after a card continues from the card’s end', async () => {
  const [member, plan] = [await desk.member(), await t.plan()]
  await desk.redeem(member, (await desk.cards({ kind: 'plan', value: 40, plan_id: plan.id })).code)
  await desk.redeem(member, (await desk.cards({ kind: 'days', value: 13 })).code)
  const { expiresAt } = await t.subscription(member.id)
  await shop.bought(plan, member)
  const month = (await t.subscription(member.id)).expiresAt!.getTime() - expiresAt!.getTime()
  expect(month).toBeGreaterThanOrEqual(28 * DAY)
  expect(month).toBeLessThanOrEqual(31 * DAY)
})

test('of many members at once one gets a single-use code; the others get the answer for unknown codes', async () => {
  const members = await atOnce(() => desk.member())
  const { code, codes } = await desk.cards({ value: 900 })
  const site = await shop.ledger('site')
  const answers = await Promise.all(members.map((member) => desk.redeem(member, code)))
  expectOne(answers, 'redeem.unusable')
  const balances = await Promise.all(members.map(balance))
  expect(balances.filter((amount) => amount === 900)).toHaveLength(1)
  expect(balances.filter((amount) => amount === 0)).toHaveLength(RACES - 1)
  expect([await shop.ledger('site'), await usedCount(codes[0]!.id)]).toEqual([site - 900, 1])
})

test('one member using a multi-use code many times at once uses it once', async () => {
  const member = await desk.member()
  const { code, codes } = await desk.cards({ value: 100 }, { max_uses: RACES })
  // By the verb itself: the limit on tries would hold most of them back.
  const answers = await atOnce(() =>
    redeemCode(t.database, callerOf(member.id), code, when()).catch((error: { code: string }) => error.code),
  )
  expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'redeem.already_used')).toHaveLength(RACES - 1)
  expect([await balance(member), await usedCount(codes[0]!.id)]).toEqual([100, 1])
})

test('a member uses one code of a batch, or as many as its kind allows', async () => {
  const [greedy, other] = [await desk.member(), await desk.member()]
  const single = await desk.cards({ value: 100 }, { count: 3 })
  const answers = await Promise.all(single.codes.map(({ code }) => desk.redeem(greedy, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'redeem.limit_reached')).toHaveLength(2)
  expect(await balance(greedy)).toBe(100)
  const twice = await desk.cards({ value: 100, max_per_member: 2 }, { count: 3 })
  for (const { code } of twice.codes) await desk.redeem(other, code)
  expect(await balance(other)).toBe(200)
})

test('an account that is closed and opened again has used its cards; another address has not', async () => {
  const { codes } = await desk.cards({ value: 100 }, { count: 2, max_uses: 3 })
  const [one, two] = [codes[0]!.code, codes[1]!.code]
  const first = await t.register('again@example.com')
  expect((await desk.redeem(first, one)).status).toBe(200)
  expect((await t.close(first)).status).toBe(200)
  const [second, other] = [await t.register('Again@example.com'), await t.register('other@example.com')]
  expect((await desk.redeem(second, one)).body.code).toBe('redeem.already_used')
  expect((await desk.redeem(second, two)).body.code).toBe('redeem.limit_reached')
  expect(await balance(second)).toBe(0)
  expect((await desk.redeem(other, two)).status).toBe(200)
})

test('a card for new members is refused to a member who has paid for a plan', async () => {
  const { code } = await desk.cards({ new_members_only: true }, { max_uses: 2 })
  const { member: payer } = await shop.bought(undefined, await desk.member())
  expect((await desk.redeem(payer, code)).body.code).toBe('redeem.new_members_only')
  const [free, taker] = [await t.plan({ month_price: 0 }), await desk.member()]
  const taken = await taker.call('POST', '/muser/order/save', { plan_id: free.id, period: 'month_price' })
  expect([taken.body.status, (await desk.redeem(taker, code)).status]).toEqual(['processing', 200])
  expect((await desk.redeem(await desk.member(), code)).status).toBe(200)
})

test('unknown, used, disabled, expired and not yet valid codes look the same to a stranger', async () => {
  const ahead = inDays(2).toISOString()
  const [used, ended, early, off, offBatch] = await Promise.all([
    desk.cards(),
    desk.cards({}, { expires_at: inDays(-1).toISOString() }),
    desk.cards({}, { starts_at: ahead }),
    desk.cards(),
    desk.cards(),
  ])
  await desk.redeem(await desk.member(), used.code)
  await desk.admin.call('PATCH', `/admin/vipcard/codes/${off.codes[0]!.id}`, { enabled: false })
  await desk.changeBatch(offBatch.batch, { enabled: false })
  const answers = []
  for (const code of ['00000-00000-00000-00000', '?', used.code, ended.code, early.code, off.code, offBatch.code]) {
    const stranger = await desk.member()
    for (const { status, body } of [await desk.check(stranger, code), await desk.redeem(stranger, code)])
      answers.push(JSON.stringify({ status, body }))
  }
  expect(new Set(answers).size).toBe(1)
  expect(JSON.parse(answers[0]!)).toMatchObject({ status: 422, body: { code: 'redeem.unusable', errors: { code: [expect.any(String)] } } })
})

test('a code is valid from its first moment until its end', async () => {
  const [begin, end] = [inDays(1), inDays(2)]
  const { code } = await desk.cards({}, { max_uses: 9, starts_at: begin.toISOString(), expires_at: end.toISOString() })
  const { id } = await desk.member()
  const at = (now: Date): Promise<string> =>
    previewCode(t.database.db, id, code, { ...when(), now }).then(
      () => 'usable',
      (error: { code: string }) => error.code,
    )
  expect(await at(new Date(begin.getTime() - 1))).toBe('redeem.unusable')
  expect(await at(begin)).toBe('usable')
  expect(await at(new Date(end.getTime() - 1))).toBe('usable')
  expect(await at(end)).toBe('redeem.unusable')
})

test('disabling a batch stops a redemption that waits for the code', async () => {
  const member = await desk.member()
  const { batch, code, codes } = await desk.cards()
  const release = await t.hold(`select from redeem_codes where id = ${codes[0]!.id} for update`)
  const waiting = desk.redeem(member, code)
  await expect.poll(t.waiting).toBe(1)
  await desk.changeBatch(batch, { enabled: false })
  await release()
  expect((await waiting).body.code).toBe('redeem.unusable')
  expect([await balance(member), await usedCount(codes[0]!.id)]).toEqual([0, 0])
  await desk.changeBatch(batch, { enabled: true })
  expect((await desk.redeem(member, code)).status).toBe(200)
})

test('five wrong codes in a minute block the account and its network; right codes and refusals do not', async () => {
  const [guesser, neighbour, other] = await Promise.all([t.member(), t.member(), t.member()])
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const { code } = await desk.cards({ kind: 'days', value: 3 }, { max_uses: 9 })
  // A valid code that the member cannot use may be tried any number of times.
  for (let i = 0; i < 8; i++)
    expect((await guesser.call('POST', '/api/vipcard/checkout', { code }, from('203.0.113.7'))).body.code).toBe('redeem.needs_plan')
  const wrong = await atOnce((i) =>
    guesser.call('POST', `/api/vipcard/${i % 2 ? 'check' : 'checkout'}`, { code: `${i}` }, from('203.0.113.7')),
  )
  expect(wrong.filter(({ body }) => body.code === 'redeem.unusable')).toHaveLength(5)
  const late = wrong.find(({ status }) => status === 429)!
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  const ask = (by: Member, address: string) => by.call('POST', '/api/vipcard/check', { code }, from(address))
  expect((await ask(guesser, '198.51.100.1')).status).toBe(429)
  expect((await ask(neighbour, '203.0.113.7')).status).toBe(429)
  expect((await ask(other, '198.51.100.1')).status).toBe(200)
})

test('malformed input is named', async () => {
  const member = await desk.member()
  for (const code of ['', 'x'.repeat(65), 7, null])
    expect((await member.call('POST', '/api/vipcard/checkout', { code })).body.errors).toHaveProperty('code')
})
