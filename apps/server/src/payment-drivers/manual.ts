import { newTypedCode } from '../typed-code.ts'
import { field, type PaymentDriver } from './driver.ts'

/** Shows how to pay, such as a bank account, and a reference for it. Only an operator can confirm the payment. */
export const manual: PaymentDriver = {
  driver: 'manual',
  fields: [field('instructions', 'long_text')],
  canCharge: () => true,
  start: async ({ config }) => ({ type: 2, data: config['instructions'] ?? '', externalId: newTypedCode() }),
}
