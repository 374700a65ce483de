import { outages } from '../../src/outages/outages.table.ts'
import { giveCompensation } from '../../src/outages/compensate.ts'
import { changeUser } from '../../src/members/change-user.ts'
import { giveTrial } from '../../src/members/give-trial.ts'
import { actOnMember } from '../../src/members/act-on-member.ts'
import { redeemCode } from '../../src/redeem-codes/redeem-code.ts'
import { newCode } from '../../src/redeem-codes/code-text.ts'
import { redeemBatches, redeemCodes, redeemTemplates } from '../../src/redeem-codes/redeem-codes.table.ts'
import { by, operator, refusable } from './money-calls.ts'
import { buy, unusedNow } from './money-purchases.ts'
import { context, notePlace, type Person, takeOver, type World } from './money-world.ts'

// What moves the end of a term, or its cycles, under orders that are already paid. None of it is worth anything.

const DAY = 86_400_000

type Choice = { a: number; b: number }

/** A code of one to thirty days. */
export function redeemDays(world: World, person: Person, { a }: Choice): Promise<void> {
  return redeemNew(world, person, { kind: 'days', value: 1 + (a % 30) })
}

/** A code for a plan that the member may hold, for ten to a hundred days. */
export function redeemPlan(world: World, person: Person, { a, b }: Choice): Promise<void> {
  return redeemNew(world, person, { kind: 'plan', value: 10 + (a % 91), planId: world.planIds[b % 2]! })
}

async function redeemNew(world: World, person: Person, what: { kind: 'days' | 'plan'; value: number; planId?: number }): Promise<void> {
  const { db } = world.t.database
  const at = { createdAt: world.now }
  const [template] = await db
    .insert(redeemTemplates)
    .values({ name: 'g', ...what, ...at })
    .returning()
  const [batch] = await db
    .insert(redeemBatches)
    .values({ templateId: template!.id, name: 'g', count: 1, maxUses: 1, ...at })
    .returning()
  const code = newCode()
  await db.insert(redeemCodes).values({ code, batchId: batch!.id, maxUses: 1 })
  const when = { now: world.now, zone: world.settings['site.timezone'], currency: 'CNY', siteMode: 'monthly' as const }
  await note(world, redeemCode(world.t.database, by(person), code, when))
}

/** Staff add one to thirty days. */
export async function extend(world: World, person: Person, { a }: Choice): Promise<void> {
  const [act, why] = [
    { kind: 'extend' as const, days: 1 + (a % 30) },
    { reason: 'r', tells: a % 2 === 0 },
  ]
  const at = { now: world.now, zone: world.settings['site.timezone'] }
  await note(
    world,
    world.t.database.transaction((tx) => actOnMember(tx, operator(world), person.id, act, why, at)),
  )
}

/** All members of the node are compensated for an outage, with one to seven days. */
export async function compensate(world: World, { a }: Choice): Promise<void> {
  const { database } = world.t
  const compensation = { kind: 'days' as const, days: 1 + (a % 7) }
  const over = { beganAt: new Date(world.now.getTime() - DAY), endedAt: world.now }
  const values = { nodeId: world.nodeId, reason: 'silent' as const, compensation, ...over }
  const [outage] = await database.db.insert(outages).values(values).returning()
  await note(world, giveCompensation(database, { id: outage!.id, barred: null }, world.now, world.settings['site.timezone']))
}

/** An operator sets the used traffic. What was used stays used; what they add is lost. */
export async function editUsage(world: World, person: Person, { a }: Choice): Promise<void> {
  const held = await heldBy(world, person)
  if (!held?.plan_id) return
  const d = (a % 3) * 2 ** 30
  if (d > Number(held.used)) person.named += unusedNow(world, person) ?? Infinity
  await edit(world, person, { version: held.version, change: { u: 0, d } })
}

const ZONES = ['Asia/Shanghai', 'UTC', 'America/Los_Angeles', 'Pacific/Auckland'] as const

/** The site moves to another zone. Cycles that were sold do not. */
export function changeZone(world: World, { a }: Choice): Promise<void> {
  const zone = ZONES[a % ZONES.length]!
  if (zone !== world.settings['site.timezone']) world.gifts++
  world.settings = { ...world.settings, 'site.timezone': zone }
  return Promise.resolve()
}

/** A member who has bought and redeemed nothing gets a trial, and buys another plan although plans cannot be changed. */
export async function tryOut(world: World, person: Person): Promise<void> {
  const held = await heldBy(world, person)
  const redeemed = `select from redeem_uses where account_id = $1 and rewards ->> 'kind' = 'plan'`
  if (held?.plan_id || person.orders.length > 0 || (await world.t.database.pool.query(redeemed, [person.id])).rowCount) return
  const [trialPlan, planId] = [world.planIds[0]!, world.planIds[1]!]
  const settings = { ...world.settings, 'account.trial_plan': trialPlan, 'account.trial_hours': 48, 'change.enabled': false }
  const identity = { provider: 'email', subject: person.email } as Parameters<typeof giveTrial>[2]
  await world.t.database.transaction((tx) => giveTrial(tx, person.id, identity, settings, world.now))
  const { settings: usual } = world
  world.settings = settings
  await buy(world, person, { planId, period: 'month_price', couponCode: null, useBalance: true })
  world.settings = usual
  if (person.orders.length === 0) throw new Error('a member on trial could not buy')
  world.gifts++
}

type Edit = { version: number; change: Parameters<typeof changeUser>[3]['change'] }

export async function edit(world: World, person: Person, wanted: Edit): Promise<boolean> {
  const done = await note(
    world,
    changeUser(world.t.database, operator(world), person.id, wanted, context(world)).then(() => true),
  )
  if (done) await takeOver(world, person)
  return done === true
}

type Held = { version: number; plan_id: string | null; expires_at: Date | null; used: string }

export async function heldBy({ t }: World, person: Person): Promise<Held | undefined> {
  const sql =
    'select a.version, s.plan_id, s.expires_at, s.up + s.down as used from accounts a join subscriptions s on s.account_id = a.id where a.id = $1'
  return (await t.database.pool.query<Held>(sql, [person.id])).rows[0]
}

/** Counts what was not refused, so that a run shows that something was given. */
async function note<T>(world: World, work: Promise<T>): Promise<T | undefined> {
  const done = await refusable(work.then((result) => ({ result })))
  if (!done) return undefined
  world.gifts++
  for (const person of world.people) await notePlace(world, person)
  return done.result
}
