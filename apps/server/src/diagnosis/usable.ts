import { dialectOf, supports } from '../formats/dialect.ts'
import { type Format, formats } from '../formats/formats.ts'
import type { NodeFacts } from './node-facts.ts'
import type { Facts } from './read-facts.ts'

/** The nodes that profiles contain now, whether or not they are up. */
export function offered({ nodes }: Pick<Facts, 'nodes'>): NodeFacts[] {
  return nodes.filter(({ exhaustedAt, state }) => state === 'enabled' && exhaustedAt === null)
}

/** Offered nodes that the app of the last fetch supports; all nodes if the app is not known. */
export function usable(facts: Pick<Facts, 'fetch' | 'nodes'>): NodeFacts[] {
  const given = offered(facts)
  const name = facts.fetch && formatOf(facts.fetch.format)
  if (!facts.fetch || !name || facts.fetch.program === 'browser') return given
  const dialect = dialectOf(name, facts.fetch.program, facts.fetch.version)
  return given.filter(({ settings }) => supports(dialect, settings))
}

export function formatOf(format: string): Format | null {
  const found = Object.keys(formats).find((name) => name === format)
  // Its keys are formats.
  return (found as Format | undefined) ?? null
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
