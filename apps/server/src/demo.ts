import type { PaymentMethodInput } from '@portico/contract/payments-admin'
import type { Period } from '@portico/contract/periods'
import type { PlanInput } from '@portico/contract/plans-admin'
import { emptySettings, type Protocol } from '@portico/contract/protocols'
import { eq } from 'drizzle-orm'
import { accounts } from './accounts/accounts.table.ts'
import { createAccount } from './accounts/register.ts'
import type { App } from './app.ts'
import { createGroup } from './groups/groups.ts'
import type { Caller } from './http/router.ts'
import { adjustBalance } from './ledger/adjust-balance.ts'
import { createNode } from './nodes/change-nodes.ts'
import { openOrder } from './orders/open-order.ts'
import { placeOrder } from './orders/place-order.ts'
import { markPaid } from './payments/mark-paid.ts'
import { createMethod } from './payments/payment-methods.ts'
import { createPlan } from './plans/change-plans.ts'
import { plans } from './plans/plans.table.ts'
import { applyPush } from './traffic/apply-push.ts'
import { countTraffic } from './traffic/count-traffic.ts'

const GB = 2 ** 30
const DAY = 24 * 3600_000
const PASSWORD = 'demo-password'
const MEMBERS = 36

/** Fills an empty database with a believable business, by the same verbs that people use. Answers who can log in; null where there are plans. */
export async function fillDemo(app: App): Promise<{ email: string; password: string } | null> {
  const { database, log } = app
  const [some] = await database.db.select({ id: plans.id }).from(plans).limit(1)
  if (some) {
    log.warn('the database is not empty: no demo data was added')
    return null
  }
  const [admin] = await database.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.isAdmin, true)).limit(1)
  const by: Caller = { accountId: admin?.id ?? 0, sessionId: 0, isAdmin: true }
  const planIds = await shop(app, by)
  const nodeIds = await network(app, by)
  const members = await people(app, by, planIds)
  await usage(app, members, nodeIds)
  return { email: members[0]?.email ?? '', password: PASSWORD }
}

async function shop(app: App, by: Caller): Promise<number[]> {
  const { database } = app
  const [standard, premium] = [await createGroup(database.db, 'Standard'), await createGroup(database.db, 'Premium')]
  const offers: (Partial<PlanInput> & { name: string; group_id: number })[] = [
    {
      name: 'Light',
      group_id: standard,
      transfer_enable: 100 * GB,
      device_limit: 3,
      month_price: 1500,
      quarter_price: 4200,
      year_price: 15_000,
    },
    {
      name: 'Plus',
      group_id: premium,
      transfer_enable: 300 * GB,
      device_limit: 5,
      month_price: 3000,
      half_year_price: 16_200,
      year_price: 30_000,
      tags: ['Popular'],
    },
    {
      name: 'Studio',
      group_id: premium,
      transfer_enable: 1000 * GB,
      speed_limit: 1000,
      month_price: 8000,
      year_price: 80_000,
      capacity_limit: 50,
    },
    { name: 'Travel pack', group_id: standard, transfer_enable: 50 * GB, onetime_price: 2500 },
  ]
  const content = [
    'All standard locations\nUnlimited speed',
    'Every location\nPriority routes',
    'For teams and studios\nHighest priority',
    'Never expires\nUse it when you travel',
  ]
  const ids: number[] = []
  for (const [i, offer] of offers.entries()) {
    const input: PlanInput = { ...blankPlan, content: content[i] ?? '', ...offer }
    ids.push(await database.transaction((tx) => createPlan(tx, input)))
  }
  const method: PaymentMethodInput = {
    driver: 'balance',
    name: 'Balance',
    icon: null,
    config: {},
    fee_percent: 0,
    fee_fixed: 0,
    currency: app.settings()['site.currency'],
    exchange_rate: null,
    notify_origin: null,
    enabled: true,
  }
  await createMethod(database, by, method, app.now())
  const instructions = 'Please transfer the amount to our account and name your order number.'
  await createMethod(database, by, { ...method, driver: 'manual', name: 'Bank transfer', config: { instructions } }, app.now())
  return ids
}

const blankPlan: Omit<PlanInput, 'name' | 'group_id'> = {
  content: '',
  tags: [],
  transfer_enable: GB,
  speed_limit: null,
  device_limit: null,
  capacity_limit: null,
  show: true,
  sell: true,
  renew: true,
  month_price: null,
  quarter_price: null,
  half_year_price: null,
  year_price: null,
  two_year_price: null,
  three_year_price: null,
  onetime_price: null,
  reset_price: null,
}

async function network(app: App, by: Caller): Promise<number[]> {
  const places: [string, Protocol, number, number[]][] = [
    ['Hong Kong 01', 'shadowsocks', 100, [1, 2]],
    ['Hong Kong 02', 'vless', 100, [2]],
    ['Tokyo 01', 'trojan', 100, [1, 2]],
    ['Tokyo 02', 'hysteria2', 150, [2]],
    ['Singapore 01', 'vmess', 100, [1, 2]],
    ['Los Angeles 01', 'tuic', 80, [1, 2]],
    ['Frankfurt 01', 'anytls', 100, [1, 2]],
    ['London 01', 'vless', 200, [2]],
  ]
  const ids: number[] = []
  for (const [i, [name, protocol, rate, groupIds]] of places.entries()) {
    const host = `node${i + 1}.example.com`
    const input = {
      name,
      host,
      port: '443',
      server_port: 443,
      rate,
      tags: [],
      state: 'enabled',
      group_ids: groupIds,
      settings: emptySettings(protocol),
    } as const
    ids.push((await createNode(app.database, by, { ...input, tags: [], group_ids: groupIds }, app.now())).id)
  }
  return ids
}

type DemoMember = { id: number; email: string; appetite: number }

/** Members who came over the last two months, most with a paid plan, one with an order that waits. */
async function people(app: App, by: Caller, planIds: number[]): Promise<DemoMember[]> {
  const { database } = app
  const members: DemoMember[] = []
  for (let i = 0; i < MEMBERS; i++) {
    const joined = new Date(app.now().getTime() - ((i * 37) % 56) * DAY)
    const email = i === 0 ? 'member@example.com' : `member${i}@example.com`
    const { id } = await database.transaction((tx) => createAccount(tx, { email, password: PASSWORD }, joined))
    if (i % 9 === 8) continue
    members.push({ id, email, appetite: 1 + ((i * 13) % 7) })
    const planId = planIds[i % 3] ?? 0
    const period: Period = joined.getTime() < app.now().getTime() - 28 * DAY || i % 5 === 0 ? 'year_price' : 'month_price'
    const caller: Caller = { accountId: id, sessionId: 0, isAdmin: false }
    const order = await placeOrder(
      database,
      caller,
      { planId, period, couponCode: null, useBalance: false },
      { now: joined, settings: app.settings() },
    )
    if (i === 4) continue
    await markPaid(database, by, { tradeNo: order.tradeNo, note: 'Bank transfer received' }, joined)
    await openOrder(database, order.id, { now: joined, settings: app.settings() })
    const gift = { accountId: id, amount: 500 * (i % 4), currency: app.settings()['site.currency'], reason: 'Welcome gift' }
    if (gift.amount > 0) await adjustBalance(database, by, gift, joined)
  }
  return members
}

/** Two weeks of traffic, pushed day by day as nodes do. */
async function usage(app: App, members: DemoMember[], nodeIds: number[]): Promise<void> {
  for (let day = 14; day >= 0; day--) {
    const now = new Date(app.now().getTime() - day * DAY)
    for (const [n, nodeId] of nodeIds.entries()) {
      const users = members.filter((_, i) => (i + n + day) % 3 !== 0)
      const amount = (member: DemoMember): number =>
        Math.round(member.appetite * (0.02 + ((member.id * 7 + n * 5 + day * 3) % 11) / 60) * GB)
      const push = {
        accountIds: users.map((m) => m.id),
        ups: users.map((m) => Math.round(amount(m) / 9)),
        downs: users.map(amount),
        dropped: 0,
      }
      const given = { nodeId, rate: 100, quota: null, batchKey: `demo-${day}`, body: Buffer.from(`demo ${day} ${nodeId}`), push }
      await applyPush(app.database, given, now, app.settings()['site.timezone'])
    }
  }
  await countTraffic(app.database, app.now())
}
