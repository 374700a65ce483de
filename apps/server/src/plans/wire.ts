import { eachPeriod } from '@portico/contract/periods'
import type { Plan } from '@portico/contract/plans'
import type { Settings } from '@portico/contract/settings-admin'
import { toLimits } from '../subscriptions/conditions.ts'
import type { ListedPlan } from './list-plans.ts'

export function toPlan({ plan, placesLeft }: ListedPlan, settings: Settings): Omit<Plan, 'promotions'> {
  return {
    id: plan.id,
    name: plan.name,
    content: plan.content,
    tags: plan.tags,
    currency: settings['site.currency'],
    transfer_enable: plan.transferEnable,
    reset_mode: plan.resetMode ?? settings['subscription.reset_mode'],
    ...toLimits(plan),
    places_left: placesLeft,
    ...eachPeriod((period) => plan[period]),
  }
}
