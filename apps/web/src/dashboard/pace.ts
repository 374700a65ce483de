import type { Subscription } from '@portico/contract/subscriptions'

type Counted = Pick<Subscription, 'transfer_enable' | 'extra_bytes' | 'u' | 'd' | 'cycle'>

/** Shares of the whole quota, 0 to 1. `kept`: what is left of the part that carries over. */
export interface Shares {
  left: number
  kept: number
  /** Share left at an even pace; null: no cycles. */
  pace: number | null
}

/** Shares of a plan's traffic. A cycle's own bytes are used first, so an even pace ends at what carries over. */
export function sharesOf({ transfer_enable: total, extra_bytes: extra, u, d, cycle }: Counted, now: number): Shares {
  if (total === 0) return { left: 0, kept: 0, pace: null }
  const left = Math.max(0, total - u - d)
  const shares = { left: left / total, kept: Math.min(extra, left) / total }
  if (cycle === null) return { ...shares, pace: null }
  const [began, ends] = [Date.parse(cycle.began_at), Date.parse(cycle.ends_at)]
  const ahead = Math.min(1, Math.max(0, (ends - now) / (ends - began)))
  return { ...shares, pace: (extra + (total - extra) * ahead) / total }
}
