import { type MessageKey, t } from '../i18n.ts'

/** Default names of some drivers, per language. */
export const OWN_NAMES = [
  { driver: 'balance', names: ['Balance', '余额'], key: 'pay.own_balance', heading: 'pay.heading_balance' },
  { driver: 'manual', names: ['Bank transfer', '银行转账'], key: 'pay.own_transfer', heading: 'pay.heading_transfer' },
] as const satisfies { driver: string; names: string[]; key: MessageKey; heading: MessageKey }[]

/** The name of a payment method. Its driver's own name is in the reader's language, unless the operator renamed it. */
export function methodName(name: string): string {
  const own = ownOf(name)
  return own ? t(own.key) : name
}

/** The heading of a payment with the method. */
export function methodHeading(name: string): string {
  const own = ownOf(name)
  return own ? t(own.heading) : t('pay.heading', { method: name })
}

const ownOf = (name: string) => OWN_NAMES.find(({ names }) => names.some((one) => one === name))
