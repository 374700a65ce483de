import { field, type PaymentDriver } from './driver.ts'

/** Shows how to pay, such as a bank account; only an operator confirms that the money came. */
export const manual: PaymentDriver = {
  driver: 'manual',
  fields: [field('instructions', 'long_text')],
  canCharge: () => true,
  start: async ({ config }) => ({ type: 2, data: config['instructions'] ?? '', externalId: null }),
}
