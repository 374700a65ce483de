import type { RestDecision } from '@portico/contract/orders-admin'
import { eq } from 'drizzle-orm'
import { changeUser } from '../../src/members/change-user.ts'
import { assignOrder } from '../../src/orders/assign-order.ts'
import { plans } from '../../src/plans/plans.table.ts'
import { lockSubscription } from '../../src/subscriptions/change-subscription.ts'
import { giveGift } from '../../src/subscriptions/gift-subscription.ts'
import { isActive } from '../../src/subscriptions/state.ts'
import { operator, refusable } from './money-calls.ts'
import { standingOf } from './money-facts.ts'
import { checkCredit, unusedNow } from './money-purchases.ts'
import { context, GB, openPaid, type Person, PERIODS_SOLD, remember, takeOver, type World } from './money-world.ts'

type Choice = { a: number; b: number }
const RESET_MODES = ['monthly', 'first_of_month', 'yearly', 'january_first', 'never'] as const

/** An operator's gift of traffic to a running plan, which is worth nothing. */
export async function giveTraffic(world: World, person: Person, gigabytes: number): Promise<void> {
  await world.t.database.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, person.id)
    if (subscription.planId === null || !isActive(subscription, world.now)) return
    const gift = { kind: 'traffic', bytes: gigabytes * GB, keeps: false } as const
    await giveGift(tx, subscription, gift, world.now, world.settings['site.timezone'])
  })
}

/** An operator changes the quota of a plan, or when its traffic resets. */
export async function editPlan(world: World, planId: number, { a, b }: Choice): Promise<void> {
  const resetMode = RESET_MODES[a % RESET_MODES.length]!
  const set = [{ transferEnable: (5 + (a % 10)) * GB }, { resetMode }][b % 2]!
  await world.t.database.db.update(plans).set(set).where(eq(plans.id, planId))
}

/** Staff move a member to another plan, for a month, for good or until the day before, or end the plan. */
export async function movePerson(world: World, person: Person, { a, b }: Choice): Promise<void> {
  const { database } = world.t
  const { rows } = await database.pool.query<{ version: number; plan_id: string | null }>(
    'select a.version, s.plan_id from accounts a join subscriptions s on s.account_id = a.id where a.id = $1',
    [person.id],
  )
  const [{ version, plan_id: held }] = rows as [(typeof rows)[number]]
  const planId = a % 5 === 4 ? null : plentiful(world, a)
  if (held === null ? planId === null : Number(held) === planId) return
  const ends = [{}, { expired_at: null }, { expired_at: new Date(world.now.getTime() + 30 * 86_400_000).toISOString() }]
  const change = { plan_id: planId, ...(planId === null ? {} : (ends[b % 4] ?? {})) }
  const decision = decide(b)
  const [unused, before] = [unusedNow(world, person), person.balance + person.debt]
  const standing = world.facts && standingOf(world, world.facts, person)
  const wanted = { version, change, decision }
  const moved = await refusable(changeUser(database, operator(world), person.id, wanted, context(world)).then(() => true))
  if (!moved) return
  await takeOver(world, person)
  if (decision.rest === 'none') person.named += unused ?? Infinity
  const credited = person.balance + person.debt - before
  const isRight = unused === null || credited === (decision.rest === 'credit' ? unused : 0)
  if (!isRight) throw new Error(`a move credited ${credited}: ${JSON.stringify({ decision, unused, standing, now: world.now })}`)
}

/** Staff give a member an order that nobody pays. */
export async function assign(world: World, person: Person, { a, b }: Choice): Promise<void> {
  const [planId, decision] = [plentiful(world, a), decide(b)]
  const order = { email: person.email, planId, period: PERIODS_SOLD[a % PERIODS_SOLD.length]!, totalAmount: (b % 3) * 1000, decision }
  const unused = unusedNow(world, person)
  const row = await refusable(assignOrder(world.t.database, operator(world), order, context(world)))
  if (!row) return
  if (decision.rest !== 'none') checkCredit(world, person, row)
  else if (row.type === 'change') person.named += unused ?? Infinity
  remember(world, person, row)
  await openPaid(world)
}

/** The last plan has one place, which staff do not give away. */
const plentiful = (world: World, a: number): number => world.planIds[a % 2]!

const decide = (b: number): RestDecision => ({ rest: (['carry', 'credit', 'none'] as const)[b % 3]!, reason: 'r' })
