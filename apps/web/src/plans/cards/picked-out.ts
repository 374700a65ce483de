import type { Plan } from '@portico/contract/plans'
import { t } from '../../i18n.ts'

/** Usual tag per language. */
const RECOMMENDED = ['Recommended', '推荐']

/** The plan that stands out: the only one to which the operator gave a tag. null: none, or several have tags. */
export function pickedOut<P extends Plan>(plans: P[]): P | null {
  const tagged = plans.filter((plan) => plan.tags.length > 0)
  return tagged.length === 1 ? (tagged[0] ?? null) : null
}

/** A plan's tag. The usual one is in the reader's language, others are as the operator wrote them. */
export function tagName(tag: string): string {
  return RECOMMENDED.includes(tag) ? t('plan.recommended') : tag
}
