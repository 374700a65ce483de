import * as z from 'zod/mini'

/**
 * What a plan limits, in the order in which it is shown: the highest value, and what follows it. On the wire a limit is a whole number;
 * null: none. Each plan has all of them, a subscription takes them over, and staff may give a member their own.
 */
export const LIMITS = {
  speed_limit: { most: 1_000_000, unit: ' Mbps' },
  /** At the same time. */
  device_limit: { most: 10_000, unit: '' },
} as const
export type PlanLimit = keyof typeof LIMITS
export type OwnLimit = `own_${PlanLimit}`
export const limitNames = Object.keys(LIMITS) as PlanLimit[]

/** A value for each limit; with `own_`, for each that is a member's own. */
export function eachLimit<T, Own extends 'own_' | '' = ''>(make: (limit: PlanLimit) => T, own?: Own): Record<`${Own}${PlanLimit}`, T> {
  return Object.fromEntries(limitNames.map((limit) => [`${own ?? ''}${limit}`, make(limit)])) as Record<`${Own}${PlanLimit}`, T>
}

const Answered = z.nullable(z.int())
const entered = (least: number) => (limit: PlanLimit) => z.nullable(z.int().check(z.gte(least), z.lte(LIMITS[limit].most)))

export const limits = eachLimit(() => Answered)
export const limitInputs = eachLimit(entered(1))
/** A member's own, which replace the plan's and stay when it changes; 0: no limit, null: the plan's. */
export const ownLimits = eachLimit(() => Answered, 'own_')
export const ownLimitInputs = eachLimit(entered(0), 'own_')
