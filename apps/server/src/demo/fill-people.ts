import type { Period } from '@portico/contract/periods'
import { eq } from 'drizzle-orm'
import { setLastLogin } from '../accounts/write-account.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { emailIdentity } from '../identities/write-identity.ts'
import { createAccount } from '../members/register.ts'
import type { App } from '../app.ts'
import { dayKey } from '../calendar.ts'
import { payCommissions } from '../commissions/pay-commissions.ts'
import { type Caller, callerOf } from '../actor.ts'
import { makeOwnCode } from '../invites/make-invite-code.ts'
import { countView } from '../invites/use-invite-code.ts'
import { adjustBalance } from '../ledger/adjust-balance.ts'
import { memberBalance } from '../ledger/post.ts'
import { countDeferred } from '../months/count-deferred.ts'
import type { Wanted } from '../orders/make-offer.ts'
import { fulfillOrder } from '../orders/fulfill-order.ts'
import { placeOrder } from '../orders/place-order.ts'
import { markPaid } from '../payments/mark-paid.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { redeemCode } from '../redeem-codes/redeem-code.ts'
import { decideWithdrawal } from '../withdrawals/decide-withdrawal.ts'
import { requestWithdrawal } from '../withdrawals/request-withdrawal.ts'
import { type CardUse, WELCOME_CODE } from './fill-offers.ts'

const DAY = 24 * 3600_000
// Notes are read in both languages.
const [PAID, GIFT] = ['ICBC 6222', 'Welcome gift / 新会员礼金']
const MEMBERS = 36
// A month is renewed while it runs.
const MONTH = 28
export const DEMO_PASSWORD = 'demo-password'

export type DemoMember = { id: number; email: string; appetite: number; joinedDaysAgo: number }
type Person = { n: number; joinedDaysAgo: number }
type Bought = { accountId: number; tradeNo: string; total: number }

/** Period a person buys: long-time invited friends and one in five pay yearly. */
const periodOf = ({ n, joinedDaysAgo }: Person): Period =>
  n % 5 === 0 || (joinedDaysAgo >= 28 && (n % 4 === 1 || n % 4 === 2)) ? 'year_price' : 'month_price'
type Happening = (at: Date) => Promise<unknown>

/**
 * Plays the days up to now in order: people join, most with a paid plan and some by invite code; commission falls due, and on some
 * days something else happens. Returns the buyers, the first member first.
 */
export async function liveDays(
  app: App,
  by: Caller,
  { planIds, cards, days }: { planIds: number[]; cards: CardUse[]; days: number },
): Promise<DemoMember[]> {
  const { database } = app
  // The first joined on the first day; the last, who was invited, joined yesterday.
  const joined = (n: number): number => (n === 0 ? days - 1 : n === MEMBERS - 3 ? 1 : (n * 37) % 56)
  const people = Array.from({ length: MEMBERS }, (_, n): Person => ({ n, joinedDaysAgo: joined(n) }))
  const town = openTown(app, by, planIds)
  for (let daysAgo = days; daysAgo >= 0; daysAgo--) {
    const at = new Date(app.now().getTime() - daysAgo * DAY)
    const due = people.filter(({ joinedDaysAgo }) => joinedDaysAgo === daysAgo || joinedDaysAgo === daysAgo + MONTH)
    for (const person of due.toSorted((a, b) => minutesBefore(b) - minutesBefore(a))) {
      const then = new Date(at.getTime() - minutesBefore(person) * 60_000)
      await (person.joinedDaysAgo === daysAgo ? town.join(person, then) : town.renew(person, then))
    }
    await payCommissions(database, at)
    await countDeferred(database, { now: at, settings: app.settings() })
    for (const card of cards.filter((use) => use.daysAgo === daysAgo)) await town.redeem(card, at)
    for (const happen of town.happenings.get(daysAgo) ?? []) await happen(at)
  }
  return [...town.members].toSorted(([a], [b]) => a - b).map(([, member]) => member)
}

/** People do not all buy at the same minute of the day. */
const minutesBefore = ({ n }: Person): number => (n * 197) % 840

function openTown(app: App, by: Caller, planIds: number[]) {
  const { database } = app
  const members = new Map<number, DemoMember>()
  const orders = new Map<number, Bought>()
  const codes = new Map<number, string>()
  const currency = app.settings()['site.currency']

  async function join({ n, joinedDaysAgo }: Person, at: Date): Promise<void> {
    const email = n === 0 ? 'member@example.com' : `member${n}@example.com`
    // The first and the fourth member invite friends.
    const code = codes.get(n % 4 === 1 ? 0 : n % 4 === 2 ? 3 : -1)
    // Not everyone who opens the link registers.
    for (let views = code ? 1 + (n % 3) : 0; views > 0; views--) await countView(database.db, code ?? '')
    const invitation = code ? { invitation: { code, forced: false, network: `198.51.100.${n}` } } : {}
    const { id } = await database.transaction((tx) =>
      createAccount(tx, { identity: emailIdentity(email, at), password: DEMO_PASSWORD, ...invitation }, at),
    )
    await logIn({ n, joinedDaysAgo }, id, at)
    if (n === 0 || n === 3) codes.set(n, (await makeOwnCode(database, callerOf(id), { now: at, settings: app.settings() })).code)
    if (n % 9 === 8) return
    members.set(n, { id, email, appetite: 1 + ((n * 13 + 3) % 7), joinedDaysAgo })
    const period = periodOf({ n, joinedDaysAgo })
    const couponCode = n % 6 === 3 ? WELCOME_CODE : null
    // One order stays unpaid.
    await buy(n, { planId: planIds[n % 3] ?? 0, period, couponCode, useBalance: false }, { at, pays: n !== 4 })
    const gift = { accountId: id, amount: 500 * (n % 4), currency, reason: GIFT }
    if (gift.amount > 0 && n !== 4) await adjustBalance(database, by, gift, at)
  }

  /** Renews for most who pay monthly. */
  async function renew(person: Person, at: Date): Promise<void> {
    const { n } = person
    if (periodOf(person) !== 'month_price' || !orders.has(n) || n % 7 === 5) return
    await buy(n, { planId: planIds[n % 3] ?? 0, period: 'month_price', couponCode: null, useBalance: false }, { at, pays: true })
  }

  /** Signs members in some time after they joined. The first one signs in when somebody tries the demo. */
  async function logIn({ n, joinedDaysAgo }: Person, id: number, joined: Date): Promise<void> {
    if (n === 0) return
    const back = new Date(
      joined.getTime() + joinedDaysAgo * DAY * (((n * 7) % 10) / 10) + ((n * 173) % 600) * (joinedDaysAgo > 0 ? 60_000 : 0),
    )
    const last = back < app.now() ? back : joined
    await database.transaction((tx) => setLastLogin(tx, eq(accounts.id, id), last))
  }

  async function buy(n: number, wanted: Wanted, { at, pays }: { at: Date; pays: boolean }): Promise<void> {
    const context = { now: at, settings: app.settings() }
    const accountId = members.get(n)?.id ?? 0
    const order = await placeOrder(database, callerOf(accountId), wanted, context)
    if (!pays) return
    await markPaid(database, by, { tradeNo: order.tradeNo, note: `${PAID} ${String(1000 + n * 37)}`, receipts: [] }, at)
    await fulfillOrder(database, order.id, context)
    orders.set(n, { accountId, tradeNo: order.tradeNo, total: order.totalAmount })
  }

  function redeem({ member, code }: CardUse, now: Date): Promise<unknown> {
    const { 'site.timezone': zone, 'subscription.reset_mode': siteMode } = app.settings()
    return redeemCode(database, callerOf(members.get(member)?.id ?? 0), code, { now, zone, currency, siteMode })
  }

  async function refund(n: number, share: number, way: 'balance' | 'manual', { at, reason }: { at: Date; reason: string }): Promise<void> {
    const order = orders.get(n)
    if (!order) return
    const amount = Math.floor(order.total * share)
    const refundNo = `DEMOREFUND${String(n).padStart(4, '0')}`
    await refundOrder(
      database,
      by,
      { tradeNo: order.tradeNo, refundNo, way, amount, attemptNo: null, reason, endTerm: null },
      {
        now: at,
        settings: app.settings(),
      },
    )
  }

  /** Requests part of the available commission. Returns the number, or null when it is less than the minimum. */
  async function withdraw(n: number, share: number, at: Date): Promise<string | null> {
    const { id: accountId, email } = members.get(n) ?? { id: 0, email: '' }
    const amount = Math.floor((await memberBalance(database.db, accountId, currency, 'commission')) * share)
    if (amount < app.settings()['withdrawal.min']) return null
    const input = { withdrawalNo: null, amount, method: 'Alipay', destination: email }
    return (await requestWithdrawal(database, callerOf(accountId), input, { now: at, settings: app.settings() })).withdrawalNo
  }

  async function paidOut(n: number, share: number, at: Date): Promise<void> {
    const withdrawalNo = await withdraw(n, share, at)
    if (!withdrawalNo) return
    await decideWithdrawal(database, by, { withdrawalNo, action: 'approve' }, { now: hoursAfter(at, 4), settings: app.settings() })
    await decideWithdrawal(
      database,
      by,
      { withdrawalNo, action: 'pay', proof: `Alipay ${dayKey(at, 'UTC').replaceAll('-', '')}` },
      { now: hoursAfter(at, 20), settings: app.settings() },
    )
  }

  async function turnedDown(n: number, share: number, at: Date): Promise<void> {
    const withdrawalNo = await withdraw(n, share, at)
    const reason = 'The account name does not match. / 收款人姓名不符，请重新申请。'
    if (withdrawalNo)
      await decideWithdrawal(database, by, { withdrawalNo, action: 'reject', reason }, { now: hoursAfter(at, 6), settings: app.settings() })
  }

  const happenings = new Map<number, Happening[]>([
    [26, [(at) => buy(6, { topupAmount: 10_000 }, { at, pays: true })]],
    [25, [(at) => paidOut(0, 0.6, at)]],
    [20, [(at) => turnedDown(3, 1, at)]],
    [12, [(at) => refund(14, 1, 'manual', { at, reason: 'Not what I needed / 不合适' }), (at) => paidOut(3, 1, at)]],
    [9, [(at) => refund(7, 0.25, 'balance', { at, reason: 'Sorry for the slow evening / 晚间较慢，致歉' })]],
    [5, [(at) => buy(10, { topupAmount: 30_000 }, { at, pays: true })]],
    [1, [(at) => withdraw(0, 0.8, at)]],
  ])
  return { members, happenings, join, renew, redeem }
}

function hoursAfter(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * 3600_000)
}
