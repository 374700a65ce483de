import type { NodeFacts } from './node-facts.ts'
import type { Facts } from './read-facts.ts'

/** The nodes that profiles contain now, whether or not they are up. */
export function offered({ nodes }: Pick<Facts, 'nodes'>): NodeFacts[] {
  return nodes.filter(({ exhaustedAt, state }) => state === 'enabled' && exhaustedAt === null)
}

/** Whether the member has had traffic after a moment, or is connected now. */
export function wasUsedAfter({ devices, subscription: { usedAt } }: Pick<Facts, 'devices' | 'subscription'>, at: Date): boolean {
  return devices > 0 || (usedAt !== null && usedAt > at)
}

export function latest(times: (Date | null)[]): Date | null {
  return times.reduce((last, at) => (at && (!last || at > last) ? at : last), null)
}

export function earliest(times: (Date | null)[]): Date | null {
  return times.reduce((first, at) => (at && (!first || at < first) ? at : first), null)
}
