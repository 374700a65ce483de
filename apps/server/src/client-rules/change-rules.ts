import { type ClientRuleInput, MAX_CLIENT_RULES } from '@portico/contract/client-rules-admin'
import { and, asc, eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { lockOrder, reorder } from '../db/reorder.ts'
import { AppError } from '../errors.ts'
import { isTemplateFormat } from '../formats/templates/link-template.ts'
import { templateVersions } from '../templates/templates.table.ts'
import { toColumns } from '../to-columns.ts'
import { type ClientRuleRow, clientRules } from './client-rules.table.ts'
import { type Asking, leftWithout } from './outcome.ts'
import { readDay } from './read-day.ts'

const records = plainRecords(clientRules, 'client_rule')

/** Rules in their order. */
export async function listRules(db: Db): Promise<ClientRuleRow[]> {
  return db.select().from(clientRules).orderBy(asc(clientRules.sort), asc(clientRules.id))
}

/** Adds a rule at the end. Throws `client_rule.too_many`, `client_rule.no_template`, `client_rule.unreadable`. */
export function createRule(database: Database, by: Actor, input: ClientRuleInput, now: Date): Promise<ClientRuleRow> {
  return changing(database, now, async (tx) => {
    await checkTemplate(tx, input)
    const all = await listRules(tx)
    if (all.length >= MAX_CLIENT_RULES) throw new AppError('client_rule.too_many')
    return records.create(tx, by, { ...toColumns(clientRules, input), sort: (all.at(-1)?.sort ?? 0) + 1, createdAt: now }, now)
  })
}

/** Throws as `createRule`. */
export function updateRule(database: Database, by: Actor, id: number, input: ClientRuleInput, now: Date): Promise<ClientRuleRow> {
  return changing(database, now, async (tx) => {
    await checkTemplate(tx, input)
    return records.update(tx, by, id, toColumns(clientRules, input), now)
  })
}

/** Switches a rule off or on. Throws `client_rule.unreadable`. */
export function setRule(database: Database, by: Actor, id: number, enabled: boolean, now: Date): Promise<ClientRuleRow> {
  return changing(database, now, (tx) => records.update(tx, by, id, { enabled }, now))
}

/** Throws `client_rule.unreadable`: a rule behind it may then apply. */
export async function deleteRule(database: Database, by: Actor, id: number, now: Date): Promise<void> {
  await changing(database, now, (tx) => records.delete(tx, by, id, now))
}

/** Puts the given rules in this order. Throws `client_rule.unreadable`. */
export async function sortRules(database: Database, by: Actor, ids: number[], now: Date): Promise<void> {
  await changing(database, now, async (tx) => {
    await record(tx, by, { action: 'client_rule.sort', entity: 'client_rule', ...(await reorder(tx, clientRules, ids)) }, now)
  })
}

/** One change at a time, because whether a client is left without a format follows from all rules together. */
async function changing<T>({ db, transaction }: Database, now: Date, change: (tx: Tx) => Promise<T>): Promise<T> {
  // Read before, so that no other change waits for it.
  const { askings } = await readDay(db, now)
  return transaction(async (tx) => {
    await lockOrder(tx, clientRules)
    const changed = await change(tx)
    refuseUnreadable(await listRules(tx), askings)
    return changed
  })
}

function refuseUnreadable(rules: ClientRuleRow[], askings: Asking[]): void {
  const clients = leftWithout(rules, askings)
  if (clients.length > 0)
    throw new AppError('client_rule.unreadable', { fields: { format: 'client_rule.unreadable' }, details: { clients } })
}

async function checkTemplate(tx: Tx, { format, template }: ClientRuleInput): Promise<void> {
  if (template === null || template === 0 || format === null || !isTemplateFormat(format)) return
  const found = await tx.$count(templateVersions, and(eq(templateVersions.format, format), eq(templateVersions.version, template)))
  if (found === 0) throw new AppError('client_rule.no_template', { fields: { template: 'client_rule.no_template' } })
}
