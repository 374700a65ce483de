import { PERIODS } from '@portico/contract/periods'
import { PRICE_NOTICE_DAYS } from '@portico/contract/plans-admin'
import type { Tx } from '../../db/client.ts'
import { writtenRow } from '../../db/written-row.ts'
import { AppError } from '../../errors.ts'
import { endPriceEvents } from '../../events/end-events.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { PlanRow } from '../plans.table.ts'
import { ANNOUNCE_JOB, announcedCause } from './announce-prices.ts'
import { changesOf } from './list-renewing.ts'
import { priceChanges } from './price-changes.table.ts'

/** How long before a higher price counts for their renewals members must know it. */
export const NOTICE_MS = PRICE_NOTICE_DAYS * 86_400_000

type Change = { before: PlanRow; after: PlanRow; given: object; renewalsFrom: Date | null }

/**
 * Notes each price that changed, and announces those that count for renewals. With `renewalsFrom`, a given price that stays is announced to
 * the members who pay less. Throws `plan.notice_too_short`.
 */
export async function notePriceChanges(tx: Tx, { before, after, given, renewalsFrom }: Change, now: Date): Promise<void> {
  if (renewalsFrom && renewalsFrom.getTime() < now.getTime() + NOTICE_MS) {
    throw new AppError('plan.notice_too_short', { fields: { renewals_from: 'plan.notice_too_short' } })
  }
  for (const period of PERIODS) {
    const [fromAmount, toAmount] = [before[period], after[period]]
    const announced = period in given && period !== 'reset_price' && toAmount !== null ? renewalsFrom : null
    const values = { planId: after.id, period, fromAmount, toAmount, renewalsFrom: announced, changedAt: now }
    const changes = fromAmount === toAmount && announced === null ? [] : await changesOf(tx, after.id, period)
    // Without a change, nobody pays less.
    if (fromAmount === toAmount && changes.length === 0) continue
    const earlier = changes.findLast((change) => change.renewalsFrom !== null)
    const { id } = writtenRow(await tx.insert(priceChanges).values(values).returning())
    if (earlier && (announced || (toAmount ?? 0) <= (earlier.fromAmount ?? 0))) await endPriceEvents(tx, announcedCause(earlier.id), now)
    if (announced) await enqueue(tx, ANNOUNCE_JOB, { change_id: id })
  }
}
