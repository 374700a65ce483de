import type { Driver } from '@portico/contract/payments-admin'
import type { PaymentDriver } from './driver.ts'
import { alipayF2f, alipayPage } from './alipay.ts'
import { balance } from './balance.ts'
import { bepusdt } from './bepusdt.ts'
import { btcpay } from './btcpay.ts'
import { epay } from './epay.ts'
import { manual } from './manual.ts'
import { paypal } from './paypal.ts'
import { stripe } from './stripe.ts'
import { wechatNative } from './wechat.ts'

/** All payment drivers. */
export const drivers: Record<Driver, PaymentDriver> = {
  manual,
  alipay_page: alipayPage,
  alipay_f2f: alipayF2f,
  wechat_native: wechatNative,
  epay,
  stripe,
  paypal,
  btcpay,
  bepusdt,
  balance,
}
