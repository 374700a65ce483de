import { eachLimit } from '@portico/contract/plan-limits'
import type { Plan } from '@portico/contract/plans'

/** A plan on sale without limits: 10.00 a month, 100.01 a year. */
export const basicPlan: Plan = {
  id: 1,
  name: 'Basic',
  content: '',
  tags: [],
  currency: 'CNY',
  transfer_enable: 1,
  reset_mode: 'monthly',
  ...eachLimit(() => null),
  places_left: null,
  month_price: 1000,
  quarter_price: null,
  half_year_price: null,
  year_price: 10_001,
  two_year_price: null,
  three_year_price: null,
  onetime_price: 5,
  reset_price: null,
  promotions: [],
}
