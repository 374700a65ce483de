import { minorDigits, toDecimal } from '@portico/contract/money'
import type { Driver, DriverField, PaymentMethod, PaymentMethodInput } from '@portico/contract/payments-admin'
import { t } from '../i18n.ts'
import { formatFixed, parseFixed } from '../ui/form/fixed-point.ts'
import { toTranslationsForm } from '../ui/form/in-languages.tsx'
import { rateText, readRate } from './exchange-rate.ts'
import { OWN_NAMES } from './method-name.ts'

const ONLY_CNY: Driver[] = ['alipay_page', 'alipay_f2f', 'wechat_native', 'epay', 'bepusdt']

export type DriverForm = { driver: Driver; fields: DriverField[] }

/** Form of a method: decimals as text, '' for unset. */
export type MethodForm = Pick<PaymentMethodInput, 'driver' | 'name' | 'config' | 'currency' | 'enabled'> & {
  translations: ReturnType<typeof toTexts>
} & Record<'icon' | 'fee_percent' | 'fee_fixed' | 'underpaid_tolerance' | 'exchange_rate' | 'notify_origin', string>

export function toMethodForm(method: PaymentMethod | null, driver: DriverForm, site: string): MethodForm {
  const currency = method?.currency ?? (ONLY_CNY.includes(driver.driver) ? 'CNY' : site)
  const rate = method?.exchange_rate ?? null
  return {
    driver: driver.driver,
    name: method?.name ?? ownName(driver.driver),
    translations: toTexts(method),
    icon: method?.icon ?? '',
    config: Object.fromEntries(driver.fields.map(({ key }) => [key, method?.config[key] ?? ''])),
    fee_percent: formatFixed(method?.fee_percent ?? 0, 2),
    fee_fixed: toDecimal(method?.fee_fixed ?? 0, site),
    currency,
    underpaid_tolerance: toDecimal(method?.underpaid_tolerance ?? 0, currency),
    exchange_rate: rate === null ? '' : rateText(rate, site, currency),
    notify_origin: method?.notify_origin ?? '',
    enabled: method?.enabled ?? true,
  }
}

function toTexts(method: PaymentMethod | null) {
  return toTranslationsForm(method?.translations, { name: '', instructions: '' })
}

/** Default name for balance and transfer; '' for others, which operators name. */
function ownName(driver: Driver): string {
  const own = OWN_NAMES.find((one) => one.driver === driver)
  return own ? t(own.key) : ''
}

/** The request body. The rate is left out if the method charges the site's own currency. */
export function toMethodInput(form: MethodForm, site: string): PaymentMethodInput {
  const rate = form.currency === site || form.exchange_rate.trim() === '' ? null : readRate(form.exchange_rate, site, form.currency)
  return {
    ...form,
    icon: form.icon.trim() || null,
    fee_percent: parseFixed(form.fee_percent || '0', 2),
    fee_fixed: parseFixed(form.fee_fixed || '0', minorDigits(site)),
    underpaid_tolerance: parseFixed(form.underpaid_tolerance || '0', minorDigits(form.currency)),
    exchange_rate: rate,
    notify_origin: form.notify_origin.trim() || null,
  }
}
