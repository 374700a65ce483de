import { EventEmitter, on } from 'node:events'
import { isMoving, type OrderStatus } from '@portico/contract/orders'
import { inArray } from 'drizzle-orm'
import { batched } from '../db/batch.ts'
import type { Database, Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import type { Places } from '../processes/places.ts'
import { findOrder } from './list-orders.ts'
import { orders } from './orders.table.ts'

const AT_ONCE = 3
const LONGEST_MS = 10 * 60_000
const LOOK_MS = 500

/** `close` ends the moves and gives the place back. */
type Waiting = { moves: AsyncIterable<unknown>; ended: AbortSignal; close: () => void }
export type OrderWatch = {
  /**
   * Hears of changes from now on, until `left`, or for ten minutes. Throws `limit.exceeded` when the account waits for too much,
   * on whatever process.
   */
  open: (accountId: number, left: AbortSignal) => Promise<Waiting>
  /** How that order stands now; all that are asked for at once are one query. */
  read: (tradeNo: string) => Promise<OrderStatus | undefined>
  /** Ends all waiting: the process stops. */
  stop: () => void
}

/**
 * Who waits in this process for orders to move. While anybody does, one query each half second asks for all of them: a notice of
 * the database with each change would make every commit that changes an order wait for the one before.
 */
export function createOrderWatch({ db }: Database, places: Places): OrderWatch {
  const hub = new EventEmitter().setMaxListeners(0)
  let waiting = 0
  let asking: NodeJS.Timeout | undefined
  const read = batched<string, OrderStatus>(async (tradeNos) => {
    const rows = await db.select({ tradeNo: orders.tradeNo, status: orders.status }).from(orders).where(inArray(orders.tradeNo, tradeNos))
    return new Map(rows.map(({ tradeNo, status }) => [tradeNo, status]))
  })
  return {
    read,
    open: async (accountId, left) => {
      const closed = new AbortController()
      const release = await places.take(`order events ${accountId}`, AT_ONCE, () => closed.abort())
      if (!release) throw new AppError('limit.exceeded', { details: { retry_after: 60 } })
      if (left.aborted) release()
      left.throwIfAborted()
      waiting++
      asking ??= setInterval(() => hub.emit('look'), LOOK_MS).unref()
      const ended = AbortSignal.any([left, closed.signal, AbortSignal.timeout(LONGEST_MS)])
      const close = (): void => {
        closed.abort()
        release()
        if (--waiting > 0) return
        clearInterval(asking)
        asking = undefined
      }
      return { moves: on(hub, 'look', { signal: ended, close: ['stop'] }), ended, close }
    },
    stop: () => void hub.emit('stop'),
  }
}

/**
 * How an order of that account stands now, then each status it comes to, until it moves no more by itself, ten minutes are over
 * or the caller has left. Throws `order.not_found` and `limit.exceeded` before the first.
 */
export async function* orderStatuses(
  db: Db,
  notices: OrderWatch,
  { accountId, tradeNo }: { accountId: number; tradeNo: string },
  left: AbortSignal,
): AsyncGenerator<OrderStatus> {
  const { moves, ended, close } = await notices.open(accountId, left)
  try {
    let status = (await findOrder(db, tradeNo, accountId)).order.status
    yield status
    if (!isMoving(status)) return
    for await (const _ of moves) {
      const now = (await notices.read(tradeNo)) ?? status
      if (now !== status) yield (status = now)
      if (!isMoving(now)) return
    }
  } catch (error) {
    if (!ended.aborted) throw error
  } finally {
    close()
  }
}
