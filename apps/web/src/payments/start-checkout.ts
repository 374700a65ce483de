import { type Checkout, checkoutOrder, type PaymentChoice } from '@portico/contract/checkout'
import { call } from '../api/call.ts'
import { t } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { webAddress } from './web-address.ts'

/** Chosen way to pay. */
export interface Way {
  method: PaymentChoice
  savesCard: boolean
}

/** Starts a payment, or returns the one that was started before. */
export function startCheckout(tradeNo: string, { method, savesCard }: Way): Promise<Checkout> {
  return call(checkoutOrder, { body: { trade_no: tradeNo, method: method.id, save_card: savesCard } })
}

/** Leaves for the gateway's page, if the payment is made there. */
export function goToGateway({ type, data }: Checkout): void {
  if (type !== 1) return
  const address = webAddress(data)
  if (address) location.assign(address)
  else showToast({ kind: 'error', message: t('pay.bad_address') })
}
