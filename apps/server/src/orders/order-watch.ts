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

/** A watch. `close` ends the stream and frees its place. */
type Waiting = { moves: AsyncIterable<unknown>; ended: AbortSignal; close: () => void }
export type OrderWatch = {
  /**
   * Watches changes from now on, until `left` aborts or ten minutes have passed. Throws `limit.exceeded` if the account has too many
   * watches, counted over all processes.
   */
  open: (accountId: number, left: AbortSignal) => Promise<Waiting>
  /** The current status of an order; simultaneous calls share one query. */
  read: (tradeNo: string) => Promise<OrderStatus | undefined>
  /** Ends all watches, because the process stops. */
  stop: () => void
}

/**
 * The watches of this process. While there are any, one query each half second reads all their orders. NOTIFY on each change would be
 * worse: every commit that changes an order would wait for the one before.
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
 * The current status of an account's order, then each new one, until the order is settled, ten minutes have passed or the caller has left.
 * Throws `order.not_found` and `limit.exceeded` before the first.
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
