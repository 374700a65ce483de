import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Reseal, SecretBox } from '../db/secret-box.ts'
import type { DriverConfig } from '../payment-drivers/driver.ts'
import { drivers } from '../payment-drivers/drivers.ts'
import { allowKeptAddresses } from '../payment-drivers/method-addresses.ts'
import { type PaymentMethodRow, paymentMethods } from './payments.table.ts'

type Method = Pick<PaymentMethodRow, 'driver' | 'uuid'>

const place = ({ uuid }: Method, key: string): string => `payment_methods/${uuid}/config.${key}`
const secretFields = ({ driver }: Method) => drivers[driver].fields.filter(({ kind }) => kind === 'secret')

/** Decrypts a method's settings for its driver, which may then call the method's addresses. */
export function openConfig(secrets: SecretBox, method: PaymentMethodRow): DriverConfig {
  allowKeptAddresses(method)
  const config = { ...method.config }
  for (const { key } of secretFields(method)) {
    const stored = config[key]
    if (stored) config[key] = secrets.open(place(method, key), stored)
  }
  return config
}

/** The settings to store. An unchanged secret keeps its stored form from `before`. Throws `secret.no_key`. */
export function sealConfig(secrets: SecretBox, method: Method, config: DriverConfig, before: DriverConfig): DriverConfig {
  const sealed = { ...config }
  for (const { key } of secretFields(method)) {
    const [secret, stored] = [config[key], before[key]]
    if (!secret) continue
    const isSame = stored !== undefined && secrets.open(place(method, key), stored) === secret
    sealed[key] = isSame ? stored : secrets.seal(place(method, key), secret)
  }
  return sealed
}

/** Disables a method that loses a required secret. */
export async function resealMethods(tx: Tx, reseal: Reseal): Promise<void> {
  const methods = await tx.select().from(paymentMethods).orderBy(asc(paymentMethods.id)).for('update')
  for (const method of methods) {
    const config = { ...method.config }
    let { enabled } = method
    for (const { key, required } of secretFields(method)) {
      const stored = config[key]
      if (!stored) continue
      const next = reseal(place(method, key), stored)
      if (next !== null) config[key] = next
      else {
        delete config[key]
        if (required) enabled = false
      }
    }
    if (JSON.stringify(config) !== JSON.stringify(method.config)) {
      await tx.update(paymentMethods).set({ config, enabled }).where(eq(paymentMethods.id, method.id))
    }
  }
}
