import { AppError } from '../errors.ts'
import { allowPrivate, isAllowed, isRefused, leadsInside, placeOf } from '../outgoing/private-addresses.ts'
import type { PaymentMethodRow } from '../payments/payments.table.ts'
import type { DriverConfig } from './driver.ts'
import { drivers } from './drivers.ts'

type Method = Pick<PaymentMethodRow, 'driver' | 'config'>

/** Checks the addresses of a method. Those in `before` are skipped. Throws `input.invalid` for addresses that would not be called. */
export async function checkAddresses({ driver, config }: Method, before: DriverConfig): Promise<void> {
  const fields: Record<string, 'payment.private_address'> = {}
  for (const [key, url] of addressesOf({ driver, config })) {
    if (config[key] !== before[key] && (await isRefused(url))) fields[`config.${key}`] = 'payment.private_address'
  }
  if (Object.keys(fields).length > 0) throw new AppError('input.invalid', { fields })
}

export function hasSameAddresses(driver: Method['driver'], before: DriverConfig, after: DriverConfig): boolean {
  return drivers[driver].fields.every(({ key, kind }) => kind !== 'url' || before[key] === after[key])
}

/** Lets this process call the private addresses of a method that was saved before such addresses were refused. */
export function allowKeptAddresses(method: PaymentMethodRow): void {
  if (method.keepsAddresses) allowPrivate(addressesOf(method).map(([, url]) => placeOf(url)))
}

/** The private addresses, as `host:port`, that are called only because the method was saved before they were refused. */
export async function keptPrivateAddresses(method: PaymentMethodRow, allowed: string[]): Promise<string[]> {
  if (!method.keepsAddresses) return []
  const known = new Set(allowed.map((place) => place.toLowerCase()))
  const found: string[] = []
  for (const [, url] of addressesOf(method)) if (!isAllowed(url, known) && (await leadsInside(url))) found.push(placeOf(url))
  return found
}

function addressesOf({ driver, config }: Method): [string, URL][] {
  return drivers[driver].fields.flatMap(({ key, kind }) => {
    const url = kind === 'url' ? URL.parse(config[key] ?? '') : null
    return url ? [[key, url]] : []
  })
}
