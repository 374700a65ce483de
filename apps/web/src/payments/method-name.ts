import { t } from '../i18n.ts'

/** The names that a balance method gets on its own, one for each language. */
const OWN_NAMES = ['Balance', '余额']

/** The name of a payment method. The balance goes by its own name in the reader's language, unless the operator renamed it. */
export function methodName(name: string): string {
  return OWN_NAMES.includes(name) ? t('pay.own_balance') : name
}
