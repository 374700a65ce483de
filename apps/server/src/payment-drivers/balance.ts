import type { PaymentDriver } from './driver.ts'

/** Pays from the member's balance, in the order's own currency. */
export const balance: PaymentDriver = { driver: 'balance', fields: [], canCharge: () => true }
