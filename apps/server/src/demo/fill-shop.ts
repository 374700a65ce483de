import type { PaymentMethodInput } from '@portico/contract/payments-admin'
import type { PlanInput } from '@portico/contract/plans-admin'
import type { App } from '../app.ts'
import { createGroup } from '../groups/groups.ts'
import type { Caller } from '../actor.ts'
import { createMethod } from '../payments/payment-methods.ts'
import { createPlan } from '../plans/change-plans.ts'

const GB = 2 ** 30

/** Creates groups, plans and payment methods. Returns the plan ids, cheapest first. */
export async function fillShop(app: App, by: Caller, at: Date): Promise<number[]> {
  const { database } = app
  const standard = await createGroup(database, by, 'Standard', at)
  const premium = await createGroup(database, by, 'Premium', at)
  const offers: (Partial<PlanInput> & { name: string; group_id: number })[] = [
    {
      name: 'Light',
      group_id: standard,
      transfer_enable: 100 * GB,
      device_limit: 3,
      month_price: 1500,
      quarter_price: 4200,
      year_price: 15_000,
    },
    {
      name: 'Plus',
      group_id: premium,
      transfer_enable: 300 * GB,
      device_limit: 5,
      month_price: 3000,
      half_year_price: 16_200,
      year_price: 30_000,
      tags: ['Popular'],
    },
    {
      name: 'Studio',
      group_id: premium,
      transfer_enable: 1000 * GB,
      speed_limit: 1000,
      month_price: 8000,
      year_price: 80_000,
      capacity_limit: 50,
    },
    { name: 'Travel pack', group_id: standard, transfer_enable: 50 * GB, onetime_price: 2500 },
  ]
  const content = [
    'All standard locations\nUnlimited speed',
    'Every location\nPriority routes',
    'For teams and studios\nHighest priority',
    'Never expires\nUse it when you travel',
  ]
  const ids: number[] = []
  for (const [i, offer] of offers.entries()) {
    const input: PlanInput = { ...blankPlan, content: content[i] ?? '', ...offer }
    ids.push(await createPlan(database, by, input, at))
  }
  const method: PaymentMethodInput = {
    driver: 'balance',
    name: 'Balance',
    icon: null,
    config: {},
    fee_percent: 0,
    fee_fixed: 0,
    currency: app.settings()['site.currency'],
    exchange_rate: null,
    notify_origin: null,
    enabled: true,
  }
  await createMethod(database, by, method, at)
  const instructions = 'Please transfer the amount to our account and name your order number.'
  await createMethod(database, by, { ...method, driver: 'manual', name: 'Bank transfer', config: { instructions } }, at)
  return ids
}

const blankPlan: Omit<PlanInput, 'name' | 'group_id'> = {
  content: '',
  tags: [],
  transfer_enable: GB,
  speed_limit: null,
  device_limit: null,
  capacity_limit: null,
  show: true,
  sell: true,
  renew: true,
  month_price: null,
  quarter_price: null,
  half_year_price: null,
  year_price: null,
  two_year_price: null,
  three_year_price: null,
  onetime_price: null,
  reset_price: null,
}
