import type { PaymentChoice } from '@portico/contract/orders'
import type { useT } from '../i18n.ts'

/** What the button that pays says. Without a gateway it only shows where to send the money. */
export function payLabel(t: ReturnType<typeof useT>, { driver }: PaymentChoice, amount: string): string {
  return t(driver === 'manual' ? 'pay.submit_manual' : 'pay.submit', { amount })
}
