import type { Plan } from '@portico/contract/plans'
import type { Settings } from '@portico/contract/settings-admin'
import type { ListedPlan } from './list-plans.ts'
import { resetModeOf } from './reset-mode-of.ts'

export function toPlan({ plan, placesLeft }: ListedPlan, settings: Settings): Omit<Plan, 'promotions'> {
  return {
    id: plan.id,
    name: plan.name,
    content: plan.content,
    tags: plan.tags,
    currency: settings['site.currency'],
    transfer_enable: plan.transferEnable,
    reset_mode: resetModeOf(plan, settings),
    speed_limit: plan.speedLimit,
    device_limit: plan.deviceLimit,
    places_left: placesLeft,
    month_price: plan.month_price,
    quarter_price: plan.quarter_price,
    half_year_price: plan.half_year_price,
    year_price: plan.year_price,
    two_year_price: plan.two_year_price,
    three_year_price: plan.three_year_price,
    onetime_price: plan.onetime_price,
    reset_price: plan.reset_price,
  }
}
