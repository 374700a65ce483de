import type { GatewayEntryInput } from '@portico/contract/months-admin'
import { and, desc, eq, gte, lt } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError, foundRow } from '../errors.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import type { MonthSpan } from './month-span.ts'
import { type GatewayEntryRow, gatewayEntries } from './months.table.ts'

const entity = 'gateway_entry'

/** Enters what a gateway kept or paid out. The ledger does not change. Throws 422 for a method that no gateway stands behind. */
export async function addGatewayEntry(
  { transaction }: Database,
  by: Caller,
  input: GatewayEntryInput,
  now: Date,
): Promise<GatewayEntryRow> {
  const { method_id: methodId, happened_at, kind, currency, amount, note } = input
  return transaction(async (tx) => {
    const [method] = await tx.select({ driver: paymentMethods.driver }).from(paymentMethods).where(eq(paymentMethods.id, methodId))
    if (!method || method.driver === 'balance') throw new AppError('input.invalid', { fields: { method_id: 'not_found' } })
    const values = { methodId, kind, currency, amount, note, happenedAt: new Date(happened_at), byAccountId: by.accountId }
    const after = writtenRow(await tx.insert(gatewayEntries).values(values).returning())
    await record(tx, by, { action: 'gateway_entry.create', entity, id: after.id, after, reason: note }, now)
    return after
  })
}

/** Removes an entry. Throws `not_found`. */
export async function removeGatewayEntry({ transaction }: Database, by: Caller, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [removed] = await tx.delete(gatewayEntries).where(eq(gatewayEntries.id, id)).returning()
    await record(tx, by, { action: 'gateway_entry.delete', entity, id, before: foundRow(removed) }, now)
  })
}

export type EnteredRow = GatewayEntryRow & { method: string; by: string }

/** Entries of a month, newest first. */
export async function entriesWithin(db: Db, { since, until }: MonthSpan): Promise<EnteredRow[]> {
  const { happenedAt } = gatewayEntries
  const rows = await db
    .select({ entry: gatewayEntries, method: paymentMethods.name, by: accounts.label })
    .from(gatewayEntries)
    .innerJoin(paymentMethods, eq(paymentMethods.id, gatewayEntries.methodId))
    .innerJoin(accounts, eq(accounts.id, gatewayEntries.byAccountId))
    .where(and(gte(happenedAt, since), lt(happenedAt, until)))
    .orderBy(desc(happenedAt), desc(gatewayEntries.id))
  return rows.map(({ entry, method, by }) => ({ ...entry, method, by }))
}
