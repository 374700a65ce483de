import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { begunTerm } from '../../subscriptions/begun-term.ts'
import type { SubscriptionChange } from '../../subscriptions/change-subscription.ts'
import { addGiven, beginPart, cutParts, givenParts, noParts } from '../../subscriptions/parts/parts.ts'
import { rateOf } from '../../subscriptions/parts/rate-of.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.table.ts'
import { endTerms } from './end-terms.ts'

const DAY_MS = 86_400_000

/**
 * Another end for a locked term, set by hand. An earlier end takes the last time first. While that end stands, a later one gives bought
 * time back as it was sold; time beyond that is given, with its share of a quota. A held term begins now.
 */
export async function moveEnd(tx: Tx, held: SubscriptionRow, end: Date | null, { now, settings }: Context): Promise<SubscriptionChange> {
  const begun = begunTerm(held, now, now, settings['site.timezone'])
  if (begun) return { ...begun, ...(await moveEnd(tx, { ...held, ...begun }, end, { now, settings })) }
  const { expiresAt } = held
  if (end === null) return { expiresAt: end, ...noParts }
  const bought = await endTerms(tx, held, end, now)
  // A term without an end gets one; without a plan, there is nothing to serve.
  if (expiresAt === null || held.groupId === null) return { expiresAt: end }
  if (end <= expiresAt) return { expiresAt: end, ...cutParts(held, end) }
  const zone = settings['site.timezone']
  const from = bought !== null && bought > expiresAt ? bought : expiresAt
  if (end <= from || end <= now) return { expiresAt: end }
  const days = (given: Date): number => (end.getTime() - given.getTime()) / DAY_MS
  const rate = await rateOf(tx, held)
  if (from >= now) return { ...addGiven({ ...held, expiresAt: from }, days(from), rate, zone), expiresAt: end }
  const parts = givenParts(now, days(now), rate, zone)
  return { ...beginPart({ ...held, parts }, now), expiresAt: end }
}
