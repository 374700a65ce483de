import { EventEmitter, on } from 'node:events'
import { isMoving, type OrderStatus } from '@portico/contract/orders'
import type { Db } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { findOrder } from './list-orders.ts'

const AT_ONCE = 3
const LONGEST_MS = 10 * 60_000

/** `close` ends the moves and gives the place back. */
type Waiting = { moves: AsyncIterable<unknown>; ended: AbortSignal; close: () => void }
export type OrderNotices = {
  /** The status of that order has changed; null: of any. The database tells every process. */
  tell: (tradeNo: string | null) => void
  /** Hears of it from now on, until `left`, or for ten minutes. Throws `limit.exceeded` when the account waits for too much. */
  open: (accountId: number, tradeNo: string, left: AbortSignal) => Waiting
  /** Ends all waiting: the process stops. */
  stop: () => void
}

/** Who waits in this process for orders to move. */
export function createOrderNotices(): OrderNotices {
  const hub = new EventEmitter().setMaxListeners(0)
  const waiting = new Map<number, number>()
  const name = (tradeNo: string): string => `order ${tradeNo}`
  return {
    tell: (tradeNo) => {
      const names = tradeNo === null ? hub.eventNames().filter((one) => one !== 'stop') : [name(tradeNo)]
      for (const one of names) hub.emit(one)
    },
    open: (accountId, tradeNo, left) => {
      const here = waiting.get(accountId) ?? 0
      if (here >= AT_ONCE) throw new AppError('limit.exceeded', { details: { retry_after: 60 } })
      waiting.set(accountId, here + 1)
      const closed = new AbortController()
      const ended = AbortSignal.any([left, closed.signal, AbortSignal.timeout(LONGEST_MS)])
      const close = (): void => {
        closed.abort()
        const others = (waiting.get(accountId) ?? 1) - 1
        if (others > 0) waiting.set(accountId, others)
        else waiting.delete(accountId)
      }
      return { moves: on(hub, name(tradeNo), { signal: ended, close: ['stop'] }), ended, close }
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
  notices: OrderNotices,
  { accountId, tradeNo }: { accountId: number; tradeNo: string },
  left: AbortSignal,
): AsyncGenerator<OrderStatus> {
  const { moves, ended, close } = notices.open(accountId, tradeNo, left)
  const read = async (): Promise<OrderStatus> => (await findOrder(db, tradeNo, accountId)).order.status
  try {
    let status = await read()
    yield status
    if (!isMoving(status)) return
    for await (const _ of moves) {
      const now = await read()
      if (now !== status) yield (status = now)
      if (!isMoving(now)) return
    }
  } catch (error) {
    if (!ended.aborted) throw error
  } finally {
    close()
  }
}
