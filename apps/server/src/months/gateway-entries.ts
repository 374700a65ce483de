import type { GatewayEntryInput } from '@portico/contract/months-admin'
import { and, desc, eq, gte, lt } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Caller } from '../actor.ts'
import { plainRecords } from '../audit/plain-records.ts'
import { record } from '../audit/record.ts'
import type { Database, Db } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError } from '../errors.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { toColumns } from '../to-columns.ts'
import type { MonthSpan } from './month-span.ts'
import { type GatewayEntryRow, gatewayEntries } from './months.table.ts'

const entries = plainRecords(gatewayEntries, 'gateway_entry')

/** Enters what a gateway kept or paid out. The ledger does not change. Throws 422 for a method that no gateway stands behind. */
export async function addGatewayEntry(
  { transaction }: Database,
  by: Caller,
  input: GatewayEntryInput,
  now: Date,
): Promise<GatewayEntryRow> {
  return transaction(async (tx) => {
    const isIt = eq(paymentMethods.id, input.method_id)
    const [method] = await tx.select({ driver: paymentMethods.driver }).from(paymentMethods).where(isIt)
    if (!method || method.driver === 'balance') throw new AppError('input.invalid', { fields: { method_id: 'not_found' } })
    const values = { ...toColumns(gatewayEntries, input), byAccountId: by.accountId }
    const after = writtenRow(await tx.insert(gatewayEntries).values(values).returning())
    await record(tx, by, { action: 'gateway_entry.create', entity: 'gateway_entry', id: after.id, after, reason: input.note }, now)
    return after
  })
}

/** Removes an entry. Throws `not_found`. */
export async function removeGatewayEntry({ transaction }: Database, by: Caller, id: number, now: Date): Promise<void> {
  await transaction((tx) => entries.delete(tx, by, id, now))
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
