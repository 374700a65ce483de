import type { Plan } from '@portico/contract/plans'

/** The plan that stands out: the only one to which the operator gave a tag. null: none, or several have tags. */
export function pickedOut<P extends Plan>(plans: P[]): P | null {
  const tagged = plans.filter((plan) => plan.tags.length > 0)
  return tagged.length === 1 ? (tagged[0] ?? null) : null
}
