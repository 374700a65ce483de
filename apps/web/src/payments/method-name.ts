import { type MessageKey, t } from '../i18n.ts'

/** The names that some drivers give their methods, one for each language. */
export const OWN_NAMES = [
  { driver: 'balance', names: ['Balance', '余额'], key: 'pay.own_balance' },
  { driver: 'manual', names: ['Bank transfer', '银行转账'], key: 'pay.own_transfer' },
] as const satisfies { driver: string; names: string[]; key: MessageKey }[]

/** The name of a payment method. Its driver's own name is in the reader's language, unless the operator renamed it. */
export function methodName(name: string): string {
  const own = OWN_NAMES.find(({ names }) => names.some((one) => one === name))
  return own ? t(own.key) : name
}
