import { RunningPromotion } from '@portico/contract/promotions'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import { toWire } from '../to-wire.ts'
import type { Discount } from './list-discounts.ts'

export function toRunning({ promotion, plans }: Discount, language: Language, now: Date): RunningPromotion {
  const { endsAt } = promotion
  return toWire(RunningPromotion, {
    ...inLanguage(promotion, language),
    plans: plans?.map((plan) => ({ id: plan.id, name: inLanguage(plan, language).name })) ?? null,
    secondsLeft: endsAt && Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  })
}
