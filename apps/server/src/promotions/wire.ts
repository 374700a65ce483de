import type { RunningPromotion } from '@portico/contract/promotions'
import type { Language } from '@portico/contract/translations'
import { inLanguage } from '../in-language.ts'
import type { Discount } from './list-discounts.ts'

export function toRunning({ promotion, plans }: Discount, language: Language, now: Date): RunningPromotion {
  const { name, content, endsAt } = inLanguage(promotion, language)
  return {
    id: promotion.id,
    name,
    content,
    percent: promotion.percent,
    plans: plans?.map((plan) => ({ id: plan.id, name: inLanguage(plan, language).name })) ?? null,
    periods: promotion.periods,
    new_members_only: promotion.newMembersOnly,
    ends_at: endsAt?.toISOString() ?? null,
    seconds_left: endsAt && Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  }
}
