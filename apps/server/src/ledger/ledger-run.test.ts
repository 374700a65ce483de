import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startEpay } from '../../test/gateways/epay.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { jobActor } from '../actor.ts'
import { checkLedger } from './check-ledger.ts'

const [t, epay] = await Promise.all([forFile(startApp()), forFile(startEpay())])
const shop = await openShop(t)

const MEMBERS = 3
const ACTIONS = [
  'place',
  'place',
  'checkout',
  'balance',
  'notify',
  'notify',
  'notify_twice',
  'notify_less',
  'cancel',
  'open',
  'give',
  'take',
] as const
type Command = { who: number; action: (typeof ACTIONS)[number]; amount: number }
type Buyer = { member: Member; tradeNo: string; attemptNo: string }

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.record({ who: fc.nat(MEMBERS - 1), action: fc.constantFrom(...ACTIONS), amount: fc.integer({ min: 1, max: 2500 }) }),
  { minLength: 30, maxLength: 60 },
)

test('with any mix of simultaneous calls by members, gateway and operator, every sum is right', async () => {
  const [gateway, balance, plan] = [
    await shop.epay(epay, { fee_percent: 130 }),
    await shop.method({ driver: 'balance', fee_fixed: 7 }),
    await t.plan(),
  ]

  async function act({ action, amount }: Command, buyer: Buyer): Promise<number> {
    const { member } = buyer
    const trade = { trade_no: buyer.tradeNo }
    if (action === 'place') {
      // Half of them do not use the balance, so that the gateway has work too.
      const wanted = { plan_id: plan.id, period: 'month_price', use_balance: amount % 2 === 0 }
      const { status, body } = await member.call('POST', '/muser/order/save', wanted)
      if (status === 200) Object.assign(buyer, { tradeNo: body.trade_no, attemptNo: '' })
      return status
    }
    if (action === 'open') return t.runJobs().then(() => 200)
    if (action === 'give' || action === 'take') {
      const change = shop.give(member, action === 'give' ? amount : -amount)
      return change.then(() => 200).catch((error: { code?: string }) => (error.code === 'balance.insufficient' ? 409 : 500))
    }
    if (buyer.tradeNo === '') return 200
    if (action === 'cancel') return (await member.call('POST', '/muser/order/cancel', trade)).status
    if (action === 'balance') return (await shop.checkout(member, buyer.tradeNo, balance)).status
    if (action === 'checkout') {
      const { status, body } = await shop.checkout(member, buyer.tradeNo, gateway)
      if (status === 200) {
        await fetch(body.data)
        buyer.attemptNo = new URL(body.data).searchParams.get('out_trade_no')!
      }
      return status
    }
    if (buyer.attemptNo === '') return 200
    const notify = (otherwise: Record<string, string>) => epay.send(gateway.notify_url, epay.notification(buyer.attemptNo, otherwise))
    if (action === 'notify_twice') {
      // Two payments for one order: at least one finds that the order no longer waits.
      const answers = await Promise.all(['a', 'b'].map((number) => notify({ trade_no: `${buyer.attemptNo}${number}${amount}` })))
      return Math.max(...answers.map(({ status }) => status))
    }
    const otherwise =
      action === 'notify_less' ? { money: '3.00', trade_no: `less${amount}` } : { trade_no: `${buyer.attemptNo}${amount % 2}` }
    return (await notify(otherwise)).status
  }

  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const buyers = await Promise.all(
        Array.from({ length: MEMBERS }, async (): Promise<Buyer> => {
          const made = { member: await t.member(), tradeNo: '', attemptNo: '' }
          await shop.give(made.member, 1500)
          return made
        }),
      )
      for (let at = 0; at < list.length; at += 6) {
        const together = list.slice(at, at + 6)
        const statuses = await Promise.all(together.map((command) => act(command, buyers[command.who]!)))
        expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
        for (const [n, { action }] of together.entries()) {
          const key = `${action} ${statuses[n]}`
          seen.set(key, (seen.get(key) ?? 0) + 1)
        }
      }
      await t.runJobs()
      await expectSumsRight(buyers)
    }),
    { numRuns: 12, seed: Number(process.env['FC_SEED'] ?? 20_261_121) },
  )
  // The run would prove little unless all of this happened.
  const outcomes = await rows('select distinct outcome from payment_receipts order by outcome')
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['credited', 'settled', 'underpaid']))
  for (const action of ['place', 'balance', 'notify', 'cancel']) expect(seen.get(`${action} 200`) ?? 0, action).toBeGreaterThan(5)
}, 120_000)

async function rows(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await t.database.pool.query(statement, values)).rows
}

async function expectSumsRight(buyers: Buyer[]): Promise<void> {
  const ids = buyers.map(({ member }) => member.id)
  // Checks every transaction, stored balance and held amount, and that each order's price was posted once.
  expect((await checkLedger(t.database, jobActor('check_ledger'), t.app.now())).faults).toEqual([])
  expect(await rows(`select id from ledger_accounts where kind = 'member' and balance < 0`), 'balances below zero').toEqual([])
  const [received] = await rows('select coalesce(sum(amount), 0)::bigint as total from payment_receipts')
  expect((await shop.ledger('gateway')) + Number(received!['total']), 'all that gateways sent is booked').toBe(0)
  expect(await rows(`select trade_no from orders where account_id = any($1) and status = 'processing'`, [ids]), 'paid, not opened').toEqual(
    [],
  )
  for (const { member } of buyers) {
    const [done] = await rows(`select count(*)::int as n from orders where account_id = $1 and status = 'completed'`, [member.id])
    const months = Number(done!['n'])
    const { expiresAt } = await shop.term(member)
    const days = expiresAt ? (expiresAt.getTime() - t.app.now().getTime()) / 86_400_000 : 0
    expect(days, `${months} months were bought`).toBeGreaterThan(months * 30.4 - 3.5)
    expect(days, `${months} months were bought`).toBeLessThan(months * 30.5 + 3.5)
  }
}
