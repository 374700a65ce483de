import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull, max } from 'drizzle-orm'
import type { PaymentMethodChange, PaymentMethodInput } from '@portico/contract/payments-admin'
import { LANGUAGES } from '@portico/contract/translations'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { reorder } from '../db/reorder.ts'
import type { SecretBox } from '../db/secret-box.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError, foundRow } from '../errors.ts'
import type { DriverConfig } from '../payment-drivers/driver.ts'
import { checkConfig } from '../payment-drivers/driver-config.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { checkAddresses, hasSameAddresses } from '../payment-drivers/method-addresses.ts'
import { toColumns } from '../to-columns.ts'
import { openConfig, sealConfig } from './method-secrets.ts'
import { paymentAttempts, type PaymentMethodRow, paymentMethods } from './payments.table.ts'

/** All methods except withdrawn ones, in the operator's order. */
export function listMethods(db: Db): Promise<PaymentMethodRow[]> {
  return db.select().from(paymentMethods).where(isNull(paymentMethods.deletedAt)).orderBy(asc(paymentMethods.sort), asc(paymentMethods.id))
}

export async function createMethod(
  { transaction, secrets }: Database,
  by: Actor,
  input: PaymentMethodInput,
  now: Date,
): Promise<PaymentMethodRow> {
  const driver = drivers[input.driver]
  const { config: entered, ...terms } = input
  const config = checkConfig(driver, entered, {})
  checkCurrency(input.driver, input.currency)
  await checkAddresses({ driver: input.driver, config }, {})
  return transaction(async (tx) => {
    const [last] = await tx.select({ sort: max(paymentMethods.sort) }).from(paymentMethods)
    const address = { driver: input.driver, uuid: randomBytes(12).toString('hex') }
    const values = { ...toColumns(paymentMethods, terms), ...address, config: sealConfig(secrets, address, config, {}) }
    const rest = { sort: (last?.sort ?? 0) + 1, createdAt: now }
    const after = writtenRow(
      await tx
        .insert(paymentMethods)
        .values({ ...values, ...rest })
        .returning(),
    )
    await record(tx, by, { action: 'payment_method.create', entity: 'payment_method', id: after.id, after }, now)
    return after
  })
}

/**
 * Changes a method; absent fields stay, and empty secrets in `config` too. Open payments use the new settings; a new checkout makes a new
 * attempt.
 */
export async function updateMethod(
  { db, transaction, secrets }: Database,
  by: Actor,
  id: number,
  change: PaymentMethodChange,
  now: Date,
): Promise<PaymentMethodRow> {
  const { config: entered, ...terms } = change
  // Before the transaction: a name server may take seconds.
  if (entered !== undefined) await checkChanged(db, secrets, id, entered)
  return transaction(async (tx) => {
    const before = await lockMethod(tx, id)
    if (change.currency !== undefined) checkCurrency(before.driver, change.currency)
    const config = entered === undefined ? before.config : newConfig(secrets, before, entered)
    const keepsAddresses = before.keepsAddresses && hasSameAddresses(before.driver, before.config, config)
    const set = { ...toColumns(paymentMethods, terms), config, keepsAddresses }
    const after = writtenRow(await tx.update(paymentMethods).set(set).where(eq(paymentMethods.id, id)).returning())
    if (isConfiguredAnew(before, after)) await expireAttempts(tx, id)
    await record(tx, by, { action: 'payment_method.update', entity: 'payment_method', id, before, after }, now)
    return after
  })
}

async function checkChanged(db: Db, secrets: SecretBox, id: number, given: DriverConfig): Promise<void> {
  const method = foundRow(await db.select().from(paymentMethods).where(eq(paymentMethods.id, id)))
  const config = checkConfig(drivers[method.driver], given, openConfig(secrets, method))
  await checkAddresses({ driver: method.driver, config }, method.config)
}

function newConfig(secrets: SecretBox, before: PaymentMethodRow, given: DriverConfig): DriverConfig {
  return sealConfig(secrets, before, checkConfig(drivers[before.driver], given, openConfig(secrets, before)), before.config)
}

/** A method that was ever used is only withdrawn: it can no longer be chosen, but its notifications are still verified. */
export async function deleteMethod({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await lockMethod(tx, id)
    const used = await tx.select({ id: paymentAttempts.id }).from(paymentAttempts).where(eq(paymentAttempts.methodId, id)).limit(1)
    if (used.length > 0) await tx.update(paymentMethods).set({ deletedAt: now }).where(eq(paymentMethods.id, id))
    else await tx.delete(paymentMethods).where(eq(paymentMethods.id, id))
    await record(tx, by, { action: 'payment_method.delete', entity: 'payment_method', id, before }, now)
  })
}

/** Puts the given methods in this order; unknown ids are ignored. */
export async function sortMethods({ transaction }: Database, by: Actor, ids: number[], now: Date): Promise<void> {
  await transaction(async (tx) => {
    const sides = await reorder(tx, paymentMethods, ids, isNull(paymentMethods.deletedAt))
    await record(tx, by, { action: 'payment_method.sort', entity: 'payment_method', ...sides }, now)
  })
}

/** The method to which a notification is addressed, even if withdrawn or disabled. */
export async function findNotified(db: Db, driver: string, uuid: string): Promise<PaymentMethodRow | null> {
  if (!/^[0-9a-f]{24}$/.test(uuid)) return null
  const [method] = await db.select().from(paymentMethods).where(eq(paymentMethods.uuid, uuid))
  return method?.driver === driver ? method : null
}

// `for update` conflicts with the foreign-key lock of an attempt being inserted.
async function lockMethod(tx: Tx, id: number): Promise<PaymentMethodRow> {
  return foundRow(
    await tx
      .select()
      .from(paymentMethods)
      .where(and(eq(paymentMethods.id, id), isNull(paymentMethods.deletedAt)))
      .for('update'),
  )
}

function isConfiguredAnew(before: PaymentMethodRow, after: PaymentMethodRow): boolean {
  const { fields } = drivers[before.driver]
  const isReworded = LANGUAGES.some(
    (language) => before.translations[language]?.instructions !== after.translations[language]?.instructions,
  )
  return isReworded || before.notifyOrigin !== after.notifyOrigin || fields.some(({ key }) => before.config[key] !== after.config[key])
}

async function expireAttempts(tx: Tx, methodId: number): Promise<void> {
  const open = and(eq(paymentAttempts.methodId, methodId), eq(paymentAttempts.status, 'pending'))
  await tx.update(paymentAttempts).set({ status: 'expired' }).where(open)
}

function checkCurrency(driver: PaymentMethodRow['driver'], currency: string): void {
  if (!drivers[driver].canCharge(currency)) throw new AppError('input.invalid', { fields: { currency: 'payment.currency_unsupported' } })
}
