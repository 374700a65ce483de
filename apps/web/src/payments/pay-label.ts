import type { PaymentChoice } from '@portico/contract/checkout'
import type { useT } from '../i18n.ts'

/** Label of the pay button. Without a gateway it says where to send money. */
export function payLabel(t: ReturnType<typeof useT>, { driver }: PaymentChoice, amount: string): string {
  return t(driver === 'manual' ? 'pay.submit_manual' : 'pay.submit', { amount })
}
