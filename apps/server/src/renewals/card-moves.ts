import type { ErrorCode } from '@portico/contract/errors'
import type { ChargeState } from '../saved-cards/charge-card.ts'

export const TRY_AGAIN_MS = 2 * 3_600_000
/** How long until the next run checks a started charge; longer than any answer takes. */
export const LOOK_AGAIN_MS = 4 * 60_000

/** `lost`: unknown for so long that the term waits no longer. */
export type RenewalState = ChargeState | 'lost'

type Move = {
  /** As what the run counts the term; null: not at all, because it is still open. */
  counts: 'renewed' | 'failed' | null
  /** Why the renewal failed, for the member. `own`: the charge's own reason. */
  problem: ErrorCode | 'own' | null
  /** Milliseconds until the next try; null: as set when the charge began. */
  wait: number | null
  /** Whether a new charge may begin at once. */
  again: boolean
}

/** Consequences of each state of a renewal's charge. */
export const cardMoves: Record<RenewalState, Move> = {
  /** The order is opened within a second, and is due until then. */
  paid: { counts: 'renewed', problem: null, wait: TRY_AGAIN_MS, again: false },
  /** The money is on the balance; the next run renews from there. */
  late: { counts: null, problem: null, wait: 0, again: false },
  refused: { counts: 'failed', problem: 'own', wait: TRY_AGAIN_MS, again: false },
  locked_out: { counts: 'failed', problem: 'card.unreachable', wait: TRY_AGAIN_MS, again: false },
  not_made: { counts: null, problem: null, wait: 0, again: true },
  /** The charge may still succeed, and the member need not know. */
  open: { counts: null, problem: null, wait: null, again: false },
  overdue: { counts: null, problem: 'card.unclear', wait: LOOK_AGAIN_MS, again: false },
  lost: { counts: null, problem: null, wait: 0, again: true },
}
