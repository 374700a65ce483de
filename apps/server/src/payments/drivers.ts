import type { Driver } from '@portico/contract/payments-admin'
import type { PaymentDriver } from './driver.ts'
import { alipayF2f, alipayPage } from './drivers/alipay.ts'
import { balance } from './drivers/balance.ts'
import { bepusdt } from './drivers/bepusdt.ts'
import { btcpay } from './drivers/btcpay.ts'
import { epay } from './drivers/epay.ts'
import { manual } from './drivers/manual.ts'
import { paypal } from './drivers/paypal.ts'
import { stripe } from './drivers/stripe.ts'
import { wechatNative } from './drivers/wechat.ts'

/** Every kind of gateway there is. */
export const drivers: Record<Driver, PaymentDriver> = {
  balance,
  alipay_page: alipayPage,
  alipay_f2f: alipayF2f,
  wechat_native: wechatNative,
  epay,
  stripe,
  paypal,
  btcpay,
  bepusdt,
  manual,
}
