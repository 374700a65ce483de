import type { Driver } from '@portico/contract/payments-admin'
import type { PaymentDriver } from './driver.ts'
import { balance } from './drivers/balance.ts'
import { epay } from './drivers/epay.ts'
import { manual } from './drivers/manual.ts'
import { stripe } from './drivers/stripe.ts'

/** Every kind of gateway there is. */
export const drivers: Record<Driver, PaymentDriver> = { balance, epay, stripe, manual }
