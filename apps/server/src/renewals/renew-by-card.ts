import type { ErrorCode } from '@portico/contract/errors'
import type { Settings } from '@portico/contract/settings-admin'
import type { Database } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type OpenCharge, withOpenCharges } from '../payments/card-charges.ts'
import { abandonCharge, chargeCard, type Outcome } from '../saved-cards/charge-card.ts'
import { withCards } from '../saved-cards/saved-cards.ts'
import { clearRenewal, failRenewal, postponeRenewal } from '../subscriptions/auto-renew.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { type Beginning, type Begun, beginRenewal } from './begin-renewal.ts'
import { cardMoves, type RenewalState, TRY_AGAIN_MS } from './card-moves.ts'

/** Limits of a run. It must end before the next one begins, which takes the remaining cards. */
const CARDS_A_RUN = 100
const CHARGING_MS = 3 * 60_000
/** A gateway that fails this often is skipped for the rest of the run. */
const GIVE_UP_AFTER = 3
/** The longest time a charge with an unknown outcome blocks a member's renewal. */
const REST_AFTER_MS = 24 * 3_600_000

export type OnError = (accountId: number, error: unknown) => void
/** `now`: a clock, because a run that charges many cards takes minutes. */
export type RenewalRun = { now: () => Date; settings: Settings }
/** What a run may still do, with failures per method. */
type CardBudget = { left: number; until: Date; failures: Map<number, number> }
type CardRun = RenewalRun & { budget: CardBudget; onError: OnError }
type Done = { renewed: number; failed: number }

/** The budget of a run that starts at `now`. */
export function cardBudget(now: Date): CardBudget {
  return { left: CARDS_A_RUN, until: after(now, CHARGING_MS), failures: new Map() }
}

/**
 * Renews by saved card what the balance does not cover, one by one: an order first, then the charge. Members without card get
 * `balance.insufficient`.
 */
export async function renewByCards(database: Database, due: SubscriptionRow[], run: CardRun): Promise<Done> {
  const { db } = database
  const { budget, now } = run
  const done = { renewed: 0, failed: 0 }
  const ids = due.map(({ accountId }) => accountId)
  const [holders, begun] = await Promise.all([withCards(db, ids), withOpenCharges(db, ids)])
  for (const subscription of inTurn(due, begun)) {
    const { accountId } = subscription
    if (!holders.has(accountId) && !begun.has(accountId)) {
      done.failed++
      await failLater(database, subscription, 'balance.insufficient', now())
    } else if (budget.left <= 0 || now() >= budget.until) {
      await postponeRenewal(db, accountId, budget.until)
    } else {
      const result = await renewOne(database, subscription, run)
      if (result !== null) done[result]++
    }
  }
  return done
}

/** Order of renewals: new ones first, because earlier charges may stay unclear; within both, nearest end first. */
function inTurn(due: SubscriptionRow[], begun: Set<number>): SubscriptionRow[] {
  const key = ({ accountId, expiresAt }: SubscriptionRow) => [Number(begun.has(accountId)), expiresAt?.getTime() ?? 0] as const
  return due.toSorted((one, other) => {
    const [[isBegun, ends], [isOtherBegun, otherEnds]] = [key(one), key(other)]
    return isBegun - isOtherBegun || ends - otherEnds
  })
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}

/** Renews one term: renewed, failed, or undecided. */
async function renewOne(database: Database, subscription: SubscriptionRow, run: CardRun): Promise<'renewed' | 'failed' | null> {
  const { db } = database
  const { accountId } = subscription
  const { budget } = run
  const now = run.now()
  const begun = await beginOrProblem(database, subscription, now, run)
  if (begun === 'skip') return null
  if (begun === 'wait') {
    await postponeRenewal(db, accountId, budget.until)
    return null
  }
  if ('problem' in begun) {
    await failLater(database, subscription, begun.problem, now)
    return 'failed'
  }
  budget.left--
  const outcome = await tryCharge(database, begun, now)
  const state = isLost(begun.open, outcome, subscription, now) ? 'lost' : outcome.state
  if (outcome.isGatewayDown) noteFailure(budget, begun.open)
  report(begun.open, outcome, state, run)
  if (state === 'lost') await abandonCharge(database, begun.open, now)
  const { counts, problem, wait, again } = cardMoves[state]
  const told = problem === 'own' ? outcome.problem : problem
  if (told !== null) await failRenewal(database, subscription, { problem: told, tryAfter: after(now, wait ?? TRY_AGAIN_MS), now })
  else if (wait !== null) await clearRenewal(db, accountId, wait === 0 ? null : after(now, wait))
  return again ? renewOne(database, subscription, run) : counts
}

function report({ attempt, order }: OpenCharge, { error }: Outcome, state: RenewalState, { onError }: CardRun): void {
  if (error === null) return
  const lost = new Error(`what became of charge ${attempt.attemptNo} is not found out`, { cause: error })
  onError(order.accountId, state === 'lost' ? lost : error)
}

async function failLater(database: Database, subscription: SubscriptionRow, problem: ErrorCode, now: Date): Promise<void> {
  await failRenewal(database, subscription, { problem, tryAfter: after(now, TRY_AGAIN_MS), now })
}

function noteFailure({ failures }: CardBudget, { method }: OpenCharge): void {
  failures.set(method.id, (failures.get(method.id) ?? 0) + 1)
}

/** The gateway does not say, and the order has ended. It belongs to another term, or is too old for its own term to wait any longer. */
function isLost({ attempt, order }: OpenCharge, { isSilent }: Outcome, { expiresAt }: SubscriptionRow, now: Date): boolean {
  if (!isSilent || order.expiresAt > now) return false
  return order.renewalOf?.getTime() !== expiresAt?.getTime() || after(attempt.createdAt, REST_AFTER_MS) <= now
}

async function beginOrProblem(database: Database, subscription: SubscriptionRow, now: Date, run: CardRun): Promise<Beginning> {
  const { settings, budget, onError } = run
  const isSkipped = (methodId: number): boolean => (budget.failures.get(methodId) ?? 0) >= GIVE_UP_AFTER
  try {
    return await database.transaction((tx) => beginRenewal(tx, subscription, { now, settings }, isSkipped))
  } catch (error) {
    if (error instanceof AppError) return { problem: error.code }
    onError(subscription.accountId, error)
    return { problem: 'server.error' }
  }
}

/** Makes a charge. If it fails, whatever the error, the charge is stored, and the next run finds it. */
async function tryCharge(database: Database, { open, ...how }: Begun, now: Date): Promise<Outcome> {
  try {
    return await chargeCard(database, open, { now, ...how })
  } catch (error) {
    return { state: 'open', problem: null, error, isSilent: true, isGatewayDown: false }
  }
}
