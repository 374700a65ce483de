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

export function eachLimit<T>(make: (limit: PlanLimit) => T): Record<PlanLimit, T> {
  return Object.fromEntries(limitNames.map((limit) => [limit, make(limit)])) as Record<PlanLimit, T>
}

export function eachOwnLimit<T>(make: (limit: PlanLimit) => T): Record<OwnLimit, T> {
  return Object.fromEntries(limitNames.map((limit) => [`own_${limit}`, make(limit)])) as Record<OwnLimit, T>
}

const Answered = z.nullable(z.int())
const entered = (least: number) => (limit: PlanLimit) => z.nullable(z.int().check(z.gte(least), z.lte(LIMITS[limit].most)))

export const limits = eachLimit(() => Answered)
export const limitInputs = eachLimit(entered(1))
/** A member's own, which replace the plan's and stay when it changes; 0: no limit, null: the plan's. */
export const ownLimits = eachOwnLimit(() => Answered)
export const ownLimitInputs = eachOwnLimit(entered(0))
