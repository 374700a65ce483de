import type { MatchEffect } from '@portico/contract/statements-admin'
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import { earnersOf } from '../commissions/accrue-commission.ts'
import type { Database } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { paymentMethods } from '../payments/payments.table.ts'
import { findMatches, type Match } from './find-matches.ts'
import { lockUnmatched } from './settle-line.ts'
import { statementLines } from './statements.table.ts'
import { takeMatch } from './take-match.ts'

/**
 * Carries out a suggestion that an operator confirmed for a waiting line, once. Throws `statement.wrong_status` if someone else was faster,
 * and `statement.changed` if it is no longer suggested or would have another effect than shown.
 */
export async function confirmMatch(
  { transaction }: Database,
  by: Actor,
  { id, attemptNo, effect }: { id: number; attemptNo: string; effect: MatchEffect },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const found = foundRow(
      await tx
        .select({ method: paymentMethods })
        .from(statementLines)
        .innerJoin(paymentMethods, eq(paymentMethods.id, statementLines.methodId))
        .where(eq(statementLines.id, id)),
    )
    const line = await lockUnmatched(tx, id)
    const choose = (matches: Match[]) => matches.find((each) => each.attemptNo === attemptNo && each.effect === effect)
    const match = choose(await findMatches(tx, [id]))
    if (!match) throw new AppError('statement.changed')
    const set = { status: 'confirmed', closedBy: by.accountId, closedAt: now } as const
    await takeMatch(tx, found.method, line, { orderId: match.orderId, scope: 'all', choose }, { now, set })
    const after = { status: 'confirmed', attemptNo, effect, tradeNo: match.tradeNo }
    const before = { status: line.status }
    const beneficiary = await earnersOf(tx, match.accountId)
    await record(tx, by, { action: 'statement_line.confirm', entity: 'statement_line', beneficiary, id, before, after }, now)
  })
}
