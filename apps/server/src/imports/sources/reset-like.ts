import type { OldTerm } from '../records.ts'

type Reset = Pick<OldTerm, 'quota' | 'resetMode' | 'resetsAt'>
const DAY_MS = 86_400_000
/** How often in thirty days. */
const TIMES = { hour: 720n, day: 30n, week: 4n } as const

/** What to do about resets that Portico has not: once a month, once a month with the traffic of a month, or never. */
const CHOICES = ['monthly', 'month_of_traffic', 'never'] as const
export type UnlikeChoice = (typeof CHOICES)[number]

export function asUnlike(choice: string): UnlikeChoice {
  return CHOICES.find((one) => one === choice) ?? 'monthly'
}

export function unlikeReset(every: keyof typeof TIMES, quota: bigint | null, choice: UnlikeChoice, last: Date | null): Reset {
  if (choice === 'never') return { quota, resetMode: 'never', resetsAt: null }
  return likeReset('monthly', choice === 'monthly' || quota === null ? quota : quota * TIMES[every], last)
}

/** Resets every thirty days, or every year, counted from the last one; without an end there are resets only from a date on. */
export function likeReset(mode: 'monthly' | 'yearly', quota: bigint | null, last: Date | null): Reset {
  const days = mode === 'monthly' ? 30 : 365
  return { quota, resetMode: mode, resetsAt: last === null ? null : new Date(last.getTime() + days * DAY_MS) }
}
