import { MOVING_STEPS, type MovingStep, type MovingStepName } from '@portico/contract/moving-admin'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { movingLooks, type SeenStep } from '../additions.ts'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import { messages } from '../messages/messages.table.ts'
import { nodeStatus } from '../nodes/node-status.ts'
import { nodeReports, nodes } from '../nodes/nodes.table.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { listAddresses } from './addresses.ts'
import { movingSteps } from './moving.table.ts'

const NOTHING: SeenStep = { finding: null, n: null, of: null, at: null, isDone: false }

/** The steps in their order: what the site sees of each, and what staff say. */
export async function readChecklist(app: App): Promise<MovingStep[]> {
  const [told, seen] = await Promise.all([app.database.db.select().from(movingSteps), look(app)])
  const toldAt = new Map(told.map((step) => [step.name, step.toldAt.toISOString()]))
  return MOVING_STEPS.map((name) => {
    const { isDone, ...what } = seen[name] ?? NOTHING
    const at = toldAt.get(name) ?? null
    return { name, state: isDone ? 'seen' : at === null ? 'open' : 'told', ...what, told_at: at }
  })
}

/** Notes that staff say a step is done, or that it is not. May be called twice. */
export async function tellStep(app: App, by: Actor, name: MovingStepName, done: boolean): Promise<void> {
  const now = app.now()
  await app.database.transaction(async (tx) => {
    const [before] = await tx.select().from(movingSteps).where(eq(movingSteps.name, name)).for('update')
    if (done === (before !== undefined)) return
    if (done) await tx.insert(movingSteps).values({ name, toldAt: now }).onConflictDoNothing()
    else await tx.delete(movingSteps).where(eq(movingSteps.name, name))
    await record(tx, by, { action: 'moving_step.tell', entity: 'moving_step', id: name, before: { done: !done }, after: { done } }, now)
  })
}

async function look(app: App): Promise<Partial<Record<MovingStepName, SeenStep>>> {
  const added = Promise.all(movingLooks.all.map(async ({ step, look: see }) => [step, await see(app)] as const))
  const [mail, payments, addresses, calling, others] = await Promise.all([
    lookAtMail(app),
    lookAtPayments(app),
    lookAtAddresses(app),
    lookAtNodes(app),
    added,
  ])
  return { mail, payments, ...addresses, nodes: calling, ...Object.fromEntries(others) }
}

/** Mail works if the last one that was tried was taken. */
async function lookAtMail({ settings, database: { db } }: App): Promise<SeenStep> {
  if (settings()['mail.host'] === '' || settings()['mail.from'] === '') return { ...NOTHING, finding: 'mail_missing' }
  const tried = and(eq(messages.channel, 'email'), inArray(messages.status, ['sent', 'failed']))
  const [last] = await db
    .select({ at: messages.at, status: messages.status })
    .from(messages)
    .where(tried)
    .orderBy(sql`${messages.at} desc, ${messages.id} desc`)
    .limit(1)
  if (!last) return { ...NOTHING, finding: 'mail_untried' }
  const isDone = last.status === 'sent'
  return { ...NOTHING, finding: isDone ? 'mail_sent' : 'mail_failed', at: last.at.toISOString(), isDone }
}

/** Whether members can pay here. What is in flight at the old panel's gateways nobody sees from here. */
async function lookAtPayments({ database: { db } }: App): Promise<SeenStep> {
  const open = and(isNull(paymentMethods.deletedAt), eq(paymentMethods.enabled, true), ne(paymentMethods.driver, 'balance'))
  const n = await db.$count(paymentMethods, open)
  return { ...NOTHING, finding: n > 0 ? 'payments_set' : 'payments_none', n }
}

async function lookAtAddresses(app: App): Promise<Record<'domains' | 'certificates', SeenStep>> {
  const addresses = await listAddresses(app)
  const here = addresses.filter(({ finding }) => finding === 'here')
  const secure = here.filter(({ origin }) => origin.startsWith('https:')).length
  const of = addresses.length
  return {
    domains: { ...NOTHING, finding: 'addresses_here', n: here.length, of, isDone: here.length === of },
    certificates: { ...NOTHING, finding: 'addresses_secure', n: secure, of, isDone: secure === of },
  }
}

export async function lookAtNodes({ database: { db }, now }: App): Promise<SeenStep> {
  const rows = await db
    .select({ lastPullAt: nodeReports.lastPullAt, lastPushAt: nodeReports.lastPushAt })
    .from(nodes)
    .leftJoin(nodeReports, eq(nodeReports.nodeId, sql`coalesce(${nodes.parentId}, ${nodes.id})`))
    .where(and(isNull(nodes.deletedAt), eq(nodes.state, 'enabled')))
  const n = rows.filter((report) => nodeStatus(report, now()) !== 'offline').length
  const isDone = rows.length > 0 && n === rows.length
  return { ...NOTHING, finding: rows.length > 0 ? 'nodes_calling' : 'nodes_none', n, of: rows.length, isDone }
}
