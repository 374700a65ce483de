import type { ErrorCode } from '@portico/contract/errors'
import type { DriverField } from '@portico/contract/payments-admin'
import { AppError } from '../errors.ts'
import type { DriverConfig, PaymentDriver } from './driver.ts'

/**
 * The settings to store: only the driver's own fields, checked. An empty secret keeps the stored one unless an address changed: operators
 * who can edit a method must not be able to send its secret elsewhere. Throws `input.invalid` with fields `config.…`.
 */
export function checkConfig(driver: PaymentDriver, given: DriverConfig, stored: DriverConfig): DriverConfig {
  const faults: Record<string, ErrorCode> = {}
  const valueOf = ({ key, kind }: DriverField): string => {
    const value = (given[key] ?? '').trim()
    return kind === 'url' ? value.replace(/\/+$/, '') : value
  }
  const moved = driver.fields.some((each) => each.kind === 'url' && valueOf(each) !== (stored[each.key] ?? ''))
  const config: DriverConfig = {}
  for (const each of driver.fields) {
    const value = valueOf(each)
    const kept = each.kind === 'secret' ? (stored[each.key] ?? '') : ''
    if (value === '' && kept !== '' && moved) faults[`config.${each.key}`] = 'payment.secret_again'
    else if (value === '' && kept === '' && each.required) faults[`config.${each.key}`] = 'payment.field_required'
    else if (value !== '' && !isWellFormed(driver, each, value)) faults[`config.${each.key}`] = 'payment.field_invalid'
    if (value || kept) config[each.key] = value || kept
  }
  if (Object.keys(faults).length > 0) throw new AppError('input.invalid', { fields: faults })
  return config
}

function isWellFormed(driver: PaymentDriver, { key, kind, choices }: DriverField, value: string): boolean {
  if (kind === 'choice' && !choices.includes(value)) return false
  if (kind === 'url' && !isWebAddress(value)) return false
  return (driver.patterns?.[key]?.test(value) ?? true) && (driver.checks?.[key]?.(value) ?? true)
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === ''
}
